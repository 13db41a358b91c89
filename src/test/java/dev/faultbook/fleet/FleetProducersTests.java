package dev.faultbook.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.KnowledgeReader;
import dev.faultbook.report.Report;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A broker in a process of its own, {@code faultbook fleet} in another one, and logs that kcat and
 * rsyslog's omkafka send: skipped where these programs are not installed (Debian: kcat, rsyslog,
 * rsyslog-kafka).
 */
class FleetProducersTests {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final List<Process> processes = new ArrayList<>();

  @TempDir private Path folder;
  @TempDir private Path sources;

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroy();
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void readsWhatKcatAndRsyslogSend() throws IOException, InterruptedException {
    Path module = Path.of("/usr/lib/x86_64-linux-gnu/rsyslog/omkafka.so");
    assumeTrue(
        isThere("kcat") && isThere("rsyslogd") && Files.exists(module),
        "kcat and rsyslog-kafka are not installed");
    String broker = startBroker();
    start(
        "fleet",
        command(
            "dev.faultbook.Application",
            "fleet",
            "--bootstrap-servers",
            broker,
            "--replication",
            "1",
            "--partitions",
            "5",
            "--settle",
            "2s",
            "--quiet",
            "5s",
            "--state",
            folder.resolve("state").toString()));
    awaitTopic(broker, FleetTopology.LOGS);

    FleetLogs logs = new FleetLogs(sources, 2, 2, 1, 40_000);
    Map<String, byte[]> sent = new HashMap<>();
    List<String> jobs = logs.failed().stream().sorted().toList();
    for (String job : jobs) {
      sent.put(job, logs.logOf(job));
      Files.write(folder.resolve(job + ".log"), sent.get(job));
    }
    String first = jobs.getFirst();
    send(broker, FleetTopology.LOGS, first, folder.resolve(first + ".log"));
    String second = jobs.getLast();
    Path settings = folder.resolve("rsyslog.conf");
    Files.writeString(
        settings,
        """
        global(workDirectory="%1$s")
        module(load="imfile")
        module(load="omkafka")
        template(name="line" type="string" string="%%msg%%")
        input(type="imfile" File="%1$s/%2$s.log" Tag="train" ruleset="jobs")
        ruleset(name="jobs") {
          action(type="omkafka" broker=["%3$s"] topic="%4$s" key="%2$s" template="line"
                 partitions.auto="on")
        }
        """
            .formatted(folder, second, broker, FleetTopology.LOGS));
    start(
        "rsyslog",
        List.of(
            "rsyslogd",
            "-n",
            "-f",
            settings.toString(),
            "-i",
            folder.resolve("rsyslog.pid").toString()));

    // The scheduler's words find a job wherever its collector's client has put it.
    Path events = folder.resolve("events.json");
    Files.writeString(
        events,
        """
        {"jobid":4711,"username":"ann","state":"FAILED","exit_code":"1:0"}
        {"jobid":4712,"username":"bob","state":"OUT_OF_MEMORY","exit_code":"0:9"}
        """);
    for (String told : List.of("4711", "4712", "4713")) {
      send(broker, FleetTopology.LOGS, told, Files.writeString(folder.resolve(told), "step 1/9\n"));
    }
    send(broker, FleetTopology.EVENTS, "none", events);

    Map<String, JsonNode> answers = readAnswers(broker, jobs.size() + 2);
    assertThat(answers.remove("4711").path("attempt").asInt()).isEqualTo(1);
    assertThat(answers.remove("4712").path("attempt").asInt()).isEqualTo(1);
    assertThat(answers).containsOnlyKeys(jobs);
    Diagnoser diagnoser = new Diagnoser(KnowledgeReader.open(List.of()));
    for (String job : jobs) {
      Report whole = Report.fromDiagnosis(diagnoser.diagnose(sent.get(job)), Language.EN);
      JsonNode expected = JSON.readTree(JSON.writeValueAsString(whole));
      for (String part : List.of("verdict", "retry")) {
        assertThat(answers.get(job).path(part)).as(job).isEqualTo(expected.path(part));
      }
      assertThat(answers.get(job).at("/findings/0/entry"))
          .as(job)
          .isEqualTo(expected.at("/findings/0/entry"));
    }
  }

  private void send(String broker, String topic, String key, Path lines)
      throws IOException, InterruptedException {
    List<String> command =
        List.of("kcat", "-P", "-b", broker, "-t", topic, "-k", key, "-H", "node=gpu-a02");
    Process kcat = start("kcat", command, lines);
    assertThat(kcat.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(kcat.exitValue()).as(said("kcat")).isZero();
  }

  private static boolean isThere(String program) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }

  /** One process that is controller and broker. */
  private String startBroker() throws IOException, InterruptedException {
    int port = freePort();
    int controller = freePort();
    Path settings = folder.resolve("server.properties");
    Files.writeString(
        settings,
        """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@localhost:%1$d
        listeners=PLAINTEXT://localhost:%2$d,CONTROLLER://localhost:%1$d
        advertised.listeners=PLAINTEXT://localhost:%2$d
        controller.listener.names=CONTROLLER
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
        log.dirs=%3$s
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=2
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=2
        group.initial.rebalance.delay.ms=0
        """
            .formatted(controller, port, folder.resolve("kafka")));
    List<String> format =
        command(
            "kafka.tools.StorageTool",
            "format",
            "-t",
            Uuid.randomUuid().toString(),
            "-c",
            settings.toString());
    assertThat(start("format", format).waitFor()).as(said("format")).isZero();
    start("broker", command("kafka.Kafka", settings.toString()));
    return "localhost:" + port;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static List<String> command(String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of(arguments));
    return command;
  }

  private Process start(String name, List<String> command) throws IOException {
    return start(name, command, Path.of("/dev/null"));
  }

  private Process start(String name, List<String> command, Path input) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(input.toFile())
            .redirectOutput(folder.resolve(name + ".out").toFile())
            .start();
    processes.addFirst(process);
    return process;
  }

  private String said(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".out"), StandardCharsets.UTF_8);
  }

  private void awaitTopic(String broker, String topic) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (KafkaConsumer<String, byte[]> consumer = FleetLossTests.consumer(broker)) {
      while (!consumer.listTopics(PATIENCE).containsKey(topic)) {
        assertThat(System.nanoTime()).as(said("fleet")).isLessThan(deadline);
        Thread.sleep(200);
      }
    }
  }

  /** The final answers, by job. */
  private Map<String, JsonNode> readAnswers(String broker, int expected) throws IOException {
    Map<String, JsonNode> answers = new HashMap<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (KafkaConsumer<String, byte[]> consumer = FleetLossTests.consumer(broker)) {
      consumer.subscribe(List.of(FleetTopology.DIAGNOSES));
      while (answers.size() < expected) {
        assertThat(System.nanoTime()).as(said("fleet") + said("rsyslog")).isLessThan(deadline);
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(500))) {
          JsonNode answer = JSON.readTree(record.value());
          if (answer.path("final").asBoolean()) {
            answers.put(record.key(), answer);
          }
        }
      }
    }
    return answers;
  }
}
