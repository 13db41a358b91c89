package dev.faultbook.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.FileSystemUtils;

/**
 * Three servers, each a process, on one PostgreSQL, while they and it are killed. The long form:
 * {@code mvn test -Dtest=ClusterTests -Dcluster.kills=50 -Dcluster.database-kills=10}.
 */
@EnabledOnOs(OS.LINUX)
class ClusterTests {
  private static final int KILLS = Integer.getInteger("cluster.kills", 4);
  private static final int DATABASE_KILLS = Integer.getInteger("cluster.database-kills", 1);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Pattern READY = Pattern.compile("Open http://localhost:(\\d+)");

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Instance> instances = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicBoolean stopped = new AtomicBoolean();
  @TempDir private Path folder;
  private EmbeddedDatabase database;

  @BeforeEach
  void startAll() throws Exception {
    database = EmbeddedDatabase.start(folder.resolve("data"));
    copy(Path.of("src/test/resources/doors"), folder.resolve("content"));
    // Their migrations of the empty database meet.
    for (int i = 0; i < 3; i++) {
      instances.add(new Instance(i));
    }
    for (Instance instance : instances) {
      instance.awaitReady();
    }
  }

  @AfterEach
  void stopAll() throws Exception {
    stopped.set(true);
    threads.shutdownNow();
    for (Instance instance : instances) {
      instance.process.destroyForcibly().waitFor();
    }
    database.close();
  }

  /** A server that is started again and again. */
  private final class Instance {
    final AtomicInteger saves = new AtomicInteger();
    private final int number;
    private Path log;
    private Process process;
    private volatile int port;
    private int starts;

    Instance(int number) throws IOException {
      this.number = number;
      start();
    }

    void start() throws IOException {
      log = folder.resolve("server-" + number + "-" + starts++ + ".log");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx320m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
      command.addAll(List.of("dev.faultbook.Application", "serve", "--server.port=0"));
      command.add("--spring.datasource.url=" + database.getJdbcUrl());
      command.add("--spring.datasource.username=" + database.getUsername());
      command.add("--spring.datasource.password=" + database.getPassword());
      command.add("--faultbook.content=" + folder.resolve("content"));
      command.add("--faultbook.store.saves-per-client=1000000");
      command.add("--faultbook.store.saves-in-all=1000000");
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    }

    void awaitReady() throws Exception {
      Matcher[] line = new Matcher[1];
      await(
          "ready: " + log,
          () -> {
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
            line[0] = READY.matcher(Files.readString(log));
            return line[0].find();
          });
      port = Integer.parseInt(line[0].group(1));
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
      HttpRequest.Builder request = HttpRequest.newBuilder(address(path)).timeout(PATIENCE);
      if (headers.length > 0) {
        request.headers(headers);
      }
      return client.send(request.build(), BodyHandlers.ofString());
    }

    private URI address(String path) {
      return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Saves one diagnosis after the other, and keeps the address of each that was acknowledged. */
    void saveAgainAndAgain(Queue<String> acknowledged, AtomicInteger refused)
        throws InterruptedException {
      while (!stopped.get()) {
        try {
          HttpRequest request =
              HttpRequest.newBuilder(address("/api/v1/diagnoses?save=true"))
                  .timeout(Duration.ofSeconds(20))
                  .POST(BodyPublishers.ofByteArray(TestClient.log()))
                  .build();
          HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
          if (answer.statusCode() == 201) {
            acknowledged.add(
                URI.create(answer.headers().firstValue("Location").orElseThrow()).getPath());
            saves.incrementAndGet();
          } else {
            refused.incrementAndGet();
          }
        } catch (IOException e) {
          refused.incrementAndGet();
        }
        // The other servers and their starts need the processor, too.
        Thread.sleep(100);
      }
    }
  }

  /** The class path without what is for tests alone. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(part -> !part.endsWith("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void copy(Path from, Path to) throws IOException {
    for (String part : List.of("entries", "facts", "codes")) {
      FileSystemUtils.copyRecursively(from.resolve(part), to.resolve(part));
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.sleep(50);
    }
  }

  private void awaitSaves(String what, Instance... from) throws Exception {
    for (Instance instance : from) {
      int before = instance.saves.get();
      await(what + " " + instance.number, () -> instance.saves.get() > before + 1);
    }
  }

  @Test
  void noAcknowledgedSaveIsLostAndWhatChangesIsSeenByAll() throws Exception {
    long began = System.nanoTime();
    Instance[] all = instances.toArray(Instance[]::new);
    Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    AtomicInteger refused = new AtomicInteger();
    List<Future<?>> writers = new ArrayList<>();
    for (Instance instance : all) {
      writers.add(
          threads.submit(
              () -> {
                instance.saveAgainAndAgain(acknowledged, refused);
                return null;
              }));
    }
    awaitSaves("first saves of", all);
    anEntryIsAddedAndChanged();
    aKeyIsRevoked();

    int databaseKills = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      Instance victim = all[kill % all.length];
      Instance next = all[(kill + 1) % all.length];
      victim.awaitReady();
      next.awaitReady();
      awaitSaves("saves before a kill of", victim, next);
      victim.process.destroyForcibly();
      assertThat(victim.process.waitFor()).isEqualTo(137);
      awaitSaves("saves while another is down of", next);
      victim.start();
      if (kill * DATABASE_KILLS / KILLS > databaseKills) {
        databaseKills++;
        next.awaitReady();
        killDatabase();
        awaitSaves("saves after the loss of the database of", next);
      }
    }
    // One step of a rolling restart: what is being answered is answered.
    for (Instance instance : all) {
      instance.awaitReady();
    }
    Instance restarted = all[0];
    restarted.process.destroy();
    assertThat(restarted.process.waitFor()).isEqualTo(143);
    restarted.start();
    restarted.awaitReady();
    awaitSaves("saves after the restart of", all);
    stopped.set(true);
    for (Future<?> writer : writers) {
      writer.get();
    }

    List<String> lost = new ArrayList<>();
    for (Instance instance : all) {
      for (String path : acknowledged) {
        if (instance.get(path).statusCode() != 200) {
          lost.add(instance.number + " " + path);
        }
      }
    }
    System.out.printf(
        "cluster: %d kills of an instance, %d of the database, %d saves acknowledged, %d refused,"
            + " %d lost, %d s%n",
        KILLS,
        databaseKills,
        acknowledged.size(),
        refused.get(),
        lost.size(),
        Duration.ofNanos(System.nanoTime() - began).toSeconds());
    assertThat(lost).isEmpty();
    assertThat(databaseKills).isEqualTo(DATABASE_KILLS);
  }

  private void killDatabase() throws IOException {
    Path file = folder.resolve("data/postgresql/cluster/postmaster.pid");
    long postmaster = Long.parseLong(Files.readAllLines(file).getFirst().strip());
    assertThat(ProcessHandle.of(postmaster).orElseThrow().destroyForcibly()).isTrue();
  }

  private void anEntryIsAddedAndChanged() throws Exception {
    Path added = folder.resolve("content/entries/own-entry");
    FileSystemUtils.copyRecursively(folder.resolve("content/entries/no-plugin"), added);
    Path entry = added.resolve("entry.yaml");
    Files.writeString(entry, Files.readString(entry).replace("NET/Plugin", "NET/Own"), UTF_8);
    for (String title : List.of("The first words", "Other words")) {
      Path page = added.resolve("en.md");
      Files.writeString(page, Files.readString(page).replaceFirst("\\A# .*", "# " + title), UTF_8);
      for (Instance instance : instances) {
        await(
            title + " at " + instance.number,
            () -> instance.get("/api/v1/entries/own-entry").body().contains(title));
      }
    }
  }

  /** A call that a proxy passed on needs a key, as soon as one exists. */
  private void aKeyIsRevoked() throws Exception {
    String secret = "fbk_" + RandomKeys.nextKey() + RandomKeys.nextKey();
    ApiKeyTable table =
        new ApiKeyTable(
            new DriverManagerDataSource(
                database.getJdbcUrl(), database.getUsername(), database.getPassword()));
    assertThat(statusesWith(secret)).containsOnly(200);
    table.add(
        RandomKeys.hashToken(secret),
        new ApiKey("ci", EnumSet.allOf(ApiKey.Scope.class), 60, Instant.now(), null, null));
    assertThat(statusesWith("none")).containsOnly(401);
    assertThat(statusesWith(secret)).containsOnly(200);
    table.revoke("ci", Instant.now());
    assertThat(statusesWith(secret)).containsOnly(401);
  }

  private List<Integer> statusesWith(String secret) throws Exception {
    List<Integer> statuses = new ArrayList<>();
    for (Instance instance : instances) {
      statuses.add(
          instance
              .get(
                  "/api/v1/codes",
                  "X-Forwarded-For",
                  "192.0.2.1",
                  "Authorization",
                  "Bearer " + secret)
              .statusCode());
    }
    return statuses;
  }
}
