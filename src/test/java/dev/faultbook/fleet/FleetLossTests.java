package dev.faultbook.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import dev.faultbook.report.Report;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies with a real broker that no answer is lost or repeated when one of two instances is
 * killed. A larger fleet, with rates: {@code mvn test -Dtest=FleetLossTests -Dfleet.jobs=1000
 * -Dfleet.megabytes=2000}.
 */
class FleetLossTests {
  private static final int JOBS = Integer.getInteger("fleet.jobs", 40);
  private static final long BYTES = Long.getLong("fleet.megabytes", 4) << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(Math.max(300, BYTES >> 20));

  /**
   * Longer than the chunks of one job are apart where the machine writes 10 MB a second, and longer
   * than a busy machine stands still while the partitions of the killed instance move.
   */
  private static final Duration QUIET = Duration.ofSeconds(Math.max(20, BYTES >> 25));

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pace PACE =
      new Pace(
          Duration.ofSeconds(2),
          QUIET,
          Duration.ofMinutes(30),
          Duration.ofSeconds(5),
          Duration.ofDays(1));

  private static final Map<String, String> SHORT_SESSIONS =
      Map.of("consumer.session.timeout.ms", "6000", "consumer.heartbeat.interval.ms", "1000");

  private static EmbeddedKafkaBroker broker;

  /** What receivers got, by path. */
  private static final Map<String, List<JsonNode>> RECEIVED = new ConcurrentHashMap<>();

  private static HttpServer web;

  @TempDir private Path folder;
  @TempDir private Path sources;

  @BeforeAll
  static void start() throws IOException {
    broker = startBroker();
    web = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    web.createContext(
        "/",
        call -> {
          RECEIVED
              .computeIfAbsent(call.getRequestURI().getPath(), path -> new CopyOnWriteArrayList<>())
              .add(JSON.readTree(call.getRequestBody().readAllBytes()));
          call.sendResponseHeaders(200, -1);
          call.close();
        });
    web.start();
  }

  private static URI receiver(String path) {
    return URI.create("http://127.0.0.1:" + web.getAddress().getPort() + path);
  }

  static EmbeddedKafkaBroker startBroker() {
    EmbeddedKafkaBroker started =
        new EmbeddedKafkaKraftBroker(1, 1)
            .brokerProperties(
                Map.of(
                    "transaction.state.log.replication.factor",
                    "1",
                    "transaction.state.log.min.isr",
                    "1",
                    "offsets.topic.num.partitions",
                    "4",
                    "transaction.state.log.num.partitions",
                    "4",
                    "group.initial.rebalance.delay.ms",
                    "0"));
    started.afterPropertiesSet();
    return started;
  }

  @AfterAll
  static void stop() {
    broker.destroy();
    web.stop(0);
  }

  @Test
  void aKilledInstanceLosesAndRepeatsNoAnswer() throws IOException, InterruptedException {
    FleetLogs logs =
        new FleetLogs(sources, JOBS, Math.max(6, JOBS / 20), Math.max(8, JOBS / 10), BYTES);
    Process killed = startProcess();
    Knowledge knowledge = KnowledgeReader.open(List.of());
    Fleet.Settings settings =
        new Fleet.Settings(
            broker.getBrokersAsString(),
            "test",
            folder.resolve("b"),
            2,
            8,
            (short) 1,
            PACE,
            Language.EN,
            "http://faultbook",
            List.of(
                new Receiver(Receiver.Kind.WEBHOOK, receiver("/hook")),
                new Receiver(Receiver.Kind.ALERTMANAGER, receiver("")),
                new Receiver(Receiver.Kind.DINGTALK, receiver("/dingtalk")),
                new Receiver(Receiver.Kind.FEISHU, receiver("/feishu")),
                new Receiver(Receiver.Kind.MATTERMOST, receiver("/chat"))),
            SHORT_SESSIONS);
    try (Fleet fleet = Fleet.start(settings, knowledge)) {
      awaitMembers(fleet);
      long began = System.nanoTime();
      long[] sent = {0};
      long half = logs.bytes() / 2;
      try (KafkaProducer<String, byte[]> producer = producer(broker)) {
        logs.forEachChunk(
            (job, chunk) -> {
              producer.send(new ProducerRecord<>(FleetTopology.LOGS, job, chunk));
              sent[0] += chunk.length;
              if (sent[0] >= half && killed.isAlive()) {
                producer.flush();
                killed.destroyForcibly();
              }
            });
      }
      assertThat(killed.waitFor()).isEqualTo(137);
      Map<String, List<JsonNode>> answers = readAnswers(logs.failed());
      double seconds = (System.nanoTime() - began) / 1e9;
      System.out.printf(
          "fleet: %d jobs, %d MB, %d failed, %.0f s from the first record to the last answer%n",
          JOBS, logs.bytes() >> 20, logs.failed().size(), seconds);
      assertThat(answers.keySet()).isEqualTo(logs.failed());
      assertThat(namesOnThePage(logs.failed().size())).isEqualTo(logs.failed());
      assertThatReceiversGotAll(logs.failed());
      Diagnoser diagnoser = new Diagnoser(knowledge);
      answers.forEach(
          (job, own) -> {
            assertThat(own).as(job).hasSize(1);
            JsonNode whole =
                JSON.readTree(
                    JSON.writeValueAsString(
                        Report.fromDiagnosis(diagnoser.diagnose(logs.logOf(job)), Language.EN)));
            assertThat(FleetLogs.answerOf(own.getFirst()))
                .as(job)
                .isEqualTo(FleetLogs.answerOf(whole));
          });
    }
  }

  private static void assertThatReceiversGotAll(Set<String> failed) throws InterruptedException {
    // Each record goes to all receivers before the next one, to the chat as the last.
    for (int i = 0; i < 300 && chatted().size() < failed.size(); i++) {
      Thread.sleep(200);
    }
    assertThat(finalOnes("/hook").stream().map(body -> body.path("job").asString()))
        .containsAll(failed);
    assertThat(RECEIVED.get("/api/v2/alerts"))
        .extracting(body -> body.path(0).path("labels").path("job_name").asString())
        .containsAll(failed);
    assertThat(RECEIVED.get("/dingtalk"))
        .extracting(body -> body.path("markdown").path("title").asString())
        .containsAll(failed);
    assertThat(RECEIVED.get("/feishu"))
        .extracting(body -> firstLine(body.path("content").path("text")))
        .containsAll(failed);
    assertThat(chatted()).containsAll(failed);
  }

  private static String firstLine(JsonNode text) {
    return text.asString().lines().findFirst().orElse("");
  }

  private static Set<String> chatted() {
    return RECEIVED.getOrDefault("/chat", List.of()).stream()
        .map(body -> firstLine(body.path("text")))
        .collect(Collectors.toSet());
  }

  private static List<JsonNode> finalOnes(String path) {
    return RECEIVED.getOrDefault(path, List.of()).stream()
        .filter(body -> body.path("final").asBoolean())
        .toList();
  }

  /** The jobs that the web application shows. */
  private static Set<String> namesOnThePage(int expected) throws InterruptedException {
    FleetJobs jobs = new FleetJobs(new FleetSettings(broker.getBrokersAsString(), Map.of()));
    jobs.start();
    List<FleetJobs.Job> failed = List.of();
    // What the killed instance began to write hides the rest of a partition until its transaction
    // expires, after a minute.
    for (int i = 0; i < 600 && failed.size() < expected; i++) {
      Thread.sleep(200);
      failed = jobs.failedWithin(Duration.ofHours(1));
    }
    jobs.stop();
    return failed.stream().map(FleetJobs.Job::name).collect(Collectors.toSet());
  }

  /** The command itself, in a process of its own. */
  private Process startProcess() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.faultbook.Application");
    command.addAll(List.of("fleet", "--bootstrap-servers", broker.getBrokersAsString()));
    command.addAll(List.of("--application-id", "test", "--threads", "2", "--partitions", "8"));
    command.addAll(
        List.of("--replication", "1", "--quiet", QUIET.toSeconds() + "s", "--settle", "2s"));
    command.addAll(List.of("--state", folder.resolve("a").toString()));
    command.addAll(List.of("--notify", "webhook=" + receiver("/hook")));
    command.addAll(List.of("--notify", "alertmanager=" + receiver("")));
    command.addAll(List.of("--notify", "dingtalk=" + receiver("/dingtalk")));
    command.addAll(List.of("--notify", "feishu=" + receiver("/feishu")));
    command.addAll(List.of("--notify", "mattermost=" + receiver("/chat")));
    command.addAll(List.of("--pages", "http://faultbook"));
    SHORT_SESSIONS.forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("a.log").toFile())
        .start();
  }

  /** Waits until both instances have partitions. */
  private static void awaitMembers(Fleet fleet) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!(fleet.isRunning() && fleet.partitions() > 0 && fleet.partitions() < 8)) {
      assertThat(System.nanoTime()).as("both instances run").isLessThan(deadline);
      Thread.sleep(200);
    }
  }

  static KafkaProducer<String, byte[]> producer(EmbeddedKafkaBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.getBrokersAsString(),
            ProducerConfig.LINGER_MS_CONFIG,
            20),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  /** A reader of what is committed, from the beginning. */
  static KafkaConsumer<String, byte[]> consumer(String servers) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            servers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.GROUP_ID_CONFIG,
            "reader"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  /** The final answers of each job, until all are there and none follows for some time. */
  private static Map<String, List<JsonNode>> readAnswers(Set<String> expected) {
    Map<String, List<JsonNode>> answers = new HashMap<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer(broker.getBrokersAsString())) {
      consumer.subscribe(List.of(FleetTopology.DIAGNOSES));
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      long last = System.nanoTime();
      while (System.nanoTime() < deadline
          && (!answers.keySet().containsAll(expected)
              || System.nanoTime() - last < Duration.ofSeconds(12).toNanos())) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(500))) {
          JsonNode answer = JSON.readTree(record.value());
          if (answer.path("final").asBoolean()) {
            answers.computeIfAbsent(record.key(), job -> new ArrayList<>()).add(answer);
            last = System.nanoTime();
          }
        }
      }
    }
    return answers;
  }
}
