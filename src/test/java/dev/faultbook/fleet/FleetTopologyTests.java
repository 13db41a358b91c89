package dev.faultbook.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import dev.faultbook.report.Report;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FleetTopologyTests {
  private static final Instant START = Instant.parse("2026-11-29T03:00:00Z");
  private static final JsonMapper JSON = new JsonMapper();

  private static final String FAILED =
      """
      step 100/5000 loss 2.31
      step 110/5000 loss 2.30
      Traceback (most recent call last):
        File "/w/train.py", line 41, in step
          y = batch["labels_v2"]
      KeyError: 'labels_v2'
      """;

  private static final String SURVIVED =
      """
      step 100/300 loss 2.31
      shard 7 unreadable: OSError: [Errno 5] Input/output error, skipping
      step 200/300 loss 2.30
      step 300/300 loss 2.29
      training finished
      """;

  private static Knowledge knowledge;

  @TempDir private Path state;
  @TempDir private Path sources;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private static final int LONG_JOBS = Integer.getInteger("fleet.long", 3);
  private static final long LONG_BYTES = LONG_JOBS * 1_000_000L;

  private TopologyTestDriver driver;
  private TopologyTestDriver events;
  private TestInputTopic<String, byte[]> logs;
  private TestOutputTopic<String, byte[]> diagnoses;
  private TestOutputTopic<String, byte[]> jobs;

  @BeforeAll
  static void open() throws IOException {
    knowledge = KnowledgeReader.open(List.of());
  }

  @BeforeEach
  void start() {
    Fleet.Settings settings =
        new Fleet.Settings(
            "none:9092",
            "test",
            state,
            1,
            1,
            (short) 1,
            Pace.DEFAULT,
            Language.EN,
            "http://faultbook",
            Stream.of(Receiver.Kind.SLACK, Receiver.Kind.DINGTALK, Receiver.Kind.FEISHU)
                .map(chat -> new Receiver(chat, URI.create("http://none")))
                .toList(),
            Map.of());
    driver =
        new TopologyTestDriver(
            FleetTopology.ofLogs(knowledge, settings, meters), Fleet.properties(settings), START);
    events =
        new TopologyTestDriver(FleetTopology.ofEvents(), Fleet.propertiesOfEvents(settings), START);
    logs =
        driver.createInputTopic(
            FleetTopology.LOGS, new StringSerializer(), new ByteArraySerializer());
    diagnoses =
        driver.createOutputTopic(
            FleetTopology.DIAGNOSES, new StringDeserializer(), new ByteArrayDeserializer());
    jobs =
        driver.createOutputTopic(
            FleetTopology.JOBS, new StringDeserializer(), new ByteArrayDeserializer());
  }

  @AfterEach
  void stop() {
    driver.close();
    events.close();
  }

  @Test
  void aFailedJobHasOneFinalAnswerThatIsTheDiagnosisOfItsLog() {
    send("train-1", FAILED, Map.of());
    pass(Duration.ofMinutes(5));
    List<JsonNode> answers = finalAnswers();
    assertThat(answers).hasSize(1);
    assertThat(answers.getFirst().path("job").asString()).isEqualTo("train-1");
    assertThat(answers.getFirst().path("attempt").asInt()).isEqualTo(1);
    assertThat(answers.getFirst().path("api").asString()).isEqualTo("v1");
    assertSame(answers.getFirst(), FAILED);
    pass(Duration.ofHours(1));
    assertThat(finalAnswers()).isEmpty();
  }

  @Test
  void linesOfSeveralJobsMayComeInAnyOrder() {
    List<String> failed = FAILED.lines().toList();
    List<String> survived = SURVIVED.lines().toList();
    for (int i = 0; i < failed.size(); i++) {
      send("bad", failed.get(i), Map.of("rank", "3"));
      if (i < survived.size()) {
        send("good", survived.get(i), Map.of("rank", "0"));
      }
    }
    pass(Duration.ofHours(1));
    List<JsonNode> answers = finalAnswers();
    assertThat(answers).hasSize(1);
    assertThat(answers.getFirst().path("job").asString()).isEqualTo("bad");
    assertThat(answers.getFirst().path("failure").path("rank").asInt()).isEqualTo(3);
    assertThat(jobStates()).containsEntry("good", "finished").containsEntry("bad", "failed");
  }

  @Test
  void aJobThatIsOnlySilentIsNotCalledFailed() {
    send("slow", "step 10/5000 loss 2.3\nstep 11/5000 loss 2.3\n", Map.of());
    pass(Duration.ofHours(2));
    assertThat(finalAnswers()).isEmpty();
    assertThat(jobStates()).containsEntry("slow", "silent");
    send("slow", FAILED, Map.of());
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).hasSize(1);
  }

  @Test
  void theSchedulerEndsAJobAtOnce() {
    send("held", FAILED, Map.of());
    send("held", "", Map.of("end", "FAILED"));
    send("fine", "epoch 1 done\n", Map.of());
    send("fine", "", Map.of("end", "Succeeded"));
    pass(Duration.ofSeconds(15));
    assertThat(finalAnswers()).singleElement().satisfies(a -> assertSame(a, FAILED));
    assertThat(jobStates()).containsEntry("fine", "finished");
  }

  @Test
  void aLateLineBelongsToTheAnswerAndALaterOneBeginsAnAttempt() {
    send("j", FAILED, Map.of());
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).hasSize(1);
    logs.pipeInput(
        new TestRecord<>(
            "j",
            "srun: error: gpu-a02: task 3: Exited with exit code 1\n"
                .getBytes(StandardCharsets.UTF_8),
            new RecordHeaders(),
            START.plusSeconds(20)));
    pass(Duration.ofHours(1));
    assertThat(finalAnswers()).isEmpty();
    logs.advanceTime(Duration.ofHours(2));
    send("j", FAILED, Map.of());
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).singleElement().satisfies(FleetTopologyTests::assertSecondAttempt);
  }

  @Test
  void theSendersTimeSaysWhichLinesAreLate() {
    send("j", FAILED, Map.of("time", "2026-11-29T11:00:00+08:00"));
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).hasSize(1);
    logs.advanceTime(Duration.ofHours(2));
    send("j", "srun: error: task 3 failed\n", Map.of("time", "2026-11-29T03:00:20Z"));
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).isEmpty();
    driver.advanceWallClockTime(Duration.ofHours(2));
    String later = Long.toString(START.plus(Duration.ofHours(2)).toEpochMilli());
    send("j", FAILED, Map.of("time", later));
    send("j", FAILED, Map.of("time", "noon"));
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).singleElement().satisfies(FleetTopologyTests::assertSecondAttempt);
  }

  private static void assertSecondAttempt(JsonNode answer) {
    assertThat(answer.path("attempt").asInt()).isEqualTo(2);
  }

  /** A job that hangs after a failure is killed long after its answer. */
  @Test
  void whatTheSchedulerSaysAfterTheAnswerIsNoAttempt() {
    send("j", FAILED, Map.of());
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).hasSize(1);
    logs.advanceTime(Duration.ofHours(2));
    send("j", "", Map.of("end", "TIMEOUT"));
    logs.pipeInput("j", null);
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).isEmpty();
    assertThat(jobStates()).containsEntry("j", "failed");
  }

  @Test
  void theSchedulerKnowsBetterThatAJobFailed() {
    send("j", SURVIVED, Map.of());
    pass(Duration.ofMinutes(5));
    assertThat(jobStates()).containsEntry("j", "finished");
    send("j", "", Map.of("end", "NODE_FAIL"));
    send("j", "", Map.of("end", "NODE_FAIL"));
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers())
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.path("attempt").asInt()).isEqualTo(1);
              assertThat(a.path("verdict").asString()).isEqualTo("no_match");
            });
    assertThat(jobStates()).containsEntry("j", "failed");
  }

  @Test
  void aJobThatFellSilentIsForgottenInTime() {
    send("j", "step 10/5000 loss 2.3\n", Map.of("rank", "0"));
    assertThat(jobStates()).containsEntry("j", "running");
    pass(Duration.ofHours(1));
    assertThat(jobStates()).containsEntry("j", "silent");
    send("j", "step 11/5000 loss 2.3\n", Map.of("rank", "0"));
    assertThat(jobStates()).containsEntry("j", "running");
    pass(Duration.ofHours(1));
    driver.advanceWallClockTime(Pace.DEFAULT.forget());
    for (String store : List.of(FleetTopology.TEXTS_STORE, FleetTopology.JOBS_STORE)) {
      try (var all = driver.<String, Object>getKeyValueStore(store).all()) {
        assertThat(all.hasNext()).as(store).isFalse();
      }
    }
  }

  @Test
  void allJobsThatFailTogetherAreAnswered() {
    for (int i = 0; i < 100; i++) {
      send("job-" + i, FAILED, Map.of());
    }
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers()).extracting(a -> a.path("job").asString()).hasSize(100);
  }

  @Test
  void aRepeatedRecordIsReadOnce() {
    String half = FAILED.substring(0, 60);
    String rest = FAILED.substring(60);
    for (int i = 0; i < 3; i++) {
      send("j", half, Map.of("file", "out.log", "position", "0"));
    }
    send("j", FAILED.substring(40), Map.of("file", "out.log", "position", "40"));
    send("j", rest, Map.of("file", "out.log", "position", "60"));
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers())
        .singleElement()
        .satisfies(a -> assertThat(a.path("log").path("lines").asInt()).isEqualTo(6));
  }

  @Test
  void readsWhatCollectorsWrapALineIn() {
    List<String> lines = FAILED.lines().toList();
    for (String line : lines) {
      String quoted = JSON.writeValueAsString(line);
      send(
          "fluent",
          "{\"@timestamp\":1.7,\"log\":"
              + quoted
              + ",\"kubernetes\":{\"pod_name\":\"w-0\",\"host\":\"gpu-a02\"}}",
          Map.of());
      send(
          "vector",
          "{\"file\":\"/w/out.log\",\"host\":\"gpu-a02\",\"message\":"
              + quoted
              + ",\"source_type\":\"file\"}",
          Map.of());
      send(
          "otel",
          "{\"timeUnixNano\":\"1\",\"body\":{\"stringValue\":"
              + quoted
              + "},\"attributes\":[{\"key\":\"log.file.path\",\"value\":{\"stringValue\":\"/w/o\"}}]}",
          Map.of());
    }
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers())
        .hasSize(3)
        .allSatisfy(
            a ->
                assertThat(a.path("failure").path("text").asString())
                    .isEqualTo("KeyError: 'labels_v2'"));
  }

  @Test
  void aLongLogKeepsItsAnswerInLittleSpace() {
    send("long", "Resuming from step 1\n", Map.of("rank", "0"));
    for (int part = 0; part < 60; part++) {
      int from = part * 2000;
      StringBuilder chunk = new StringBuilder();
      IntStream.range(from, from + 2000)
          .forEach(i -> chunk.append("step " + i + "/500000 loss 2.31 lr 1e-4 grad 0.1\n"));
      send("long", chunk.toString(), Map.of("rank", "0"));
    }
    send("long", FAILED.substring(FAILED.indexOf("Traceback")), Map.of("rank", "0"));
    long[] kept = {0};
    try (var all = driver.<String, byte[]>getKeyValueStore(FleetTopology.TEXTS_STORE).all()) {
      all.forEachRemaining(row -> kept[0] += row.value.length);
    }
    assertThat(kept[0]).isLessThan(600_000);
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers())
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.path("failure").path("text").asString())
                  .isEqualTo("KeyError: 'labels_v2'");
              assertThat(a.path("run").path("last_step").asInt()).isEqualTo(119_999);
            });
  }

  @Test
  void nonsenseStopsNoOtherJob() {
    logs.pipeInput(null, "no job".getBytes(StandardCharsets.UTF_8), START);
    byte[] noise = new byte[300_000];
    new Random(3).nextBytes(noise);
    logs.pipeInput("poison", noise, START);
    logs.pipeInput("poison", null, START);
    logs.pipeInput("poison", "{\"log\":".getBytes(StandardCharsets.UTF_8), START);
    send("j", FAILED, Map.of());
    pass(Duration.ofHours(1));
    assertThat(finalAnswers()).anySatisfy(a -> assertSame(a, FAILED));
  }

  @Test
  void aLongLogHasTheAnswerOfTheWholeOne() throws IOException {
    FleetLogs fleet = new FleetLogs(sources, LONG_JOBS, LONG_JOBS, 1, LONG_BYTES);
    fleet.forEachChunk((job, chunk) -> logs.pipeInput(job, chunk));
    pass(Duration.ofMinutes(5));
    List<JsonNode> answers = finalAnswers();
    assertThat(answers).hasSize(LONG_JOBS);
    for (JsonNode answer : answers) {
      String job = answer.path("job").asString();
      Report whole =
          Report.fromDiagnosis(new Diagnoser(knowledge).diagnose(fleet.logOf(job)), Language.EN);
      assertThat(FleetLogs.answerOf(answer))
          .as(job)
          .isEqualTo(FleetLogs.answerOf(JSON.readTree(JSON.writeValueAsString(whole))));
    }
  }

  @Test
  void schedulersTellTheEndInTheirOwnWords() {
    TestInputTopic<String, byte[]> told =
        events.createInputTopic(
            FleetTopology.EVENTS, new StringSerializer(), new ByteArraySerializer());
    for (String job : List.of("4711", "4712", "train-7", "train-8")) {
      send(job, "step 1/100 loss 2.3\n", Map.of("node", "gpu-a02"));
    }
    for (String event :
        List.of(
            "{\"jobid\":4711,\"username\":\"ann\",\"state\":\"RUNNING\"}",
            "{\"jobid\":4711,\"username\":\"ann\",\"state\":\"NODE_FAIL\",\"exit_code\":\"0:0\"}",
            "{\"jobid\":4712,\"username\":\"ann\",\"state\":\"RUNNING\"}",
            "{\"jobid\":4712,\"username\":\"ann\",\"state\":\"RESIZING\"}",
            "{\"jobid\":4712,\"username\":\"ann\",\"state\":null}",
            "{\"jobid\":{\"no\":1},\"username\":\"ann\",\"state\":\"FAILED\"}",
            "{\"involvedObject\":{\"kind\":\"Job\",\"name\":\"train-7\"},"
                + "\"reason\":\"BackoffLimitExceeded\"}",
            "{\"involvedObject\":{\"kind\":\"Job\",\"name\":\"train-8\"},\"reason\":\"Completed\"}",
            "{\"jobid\":9,\"username\":\"ann\",\"state\":\"FAILED\"}",
            "{\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"4712\"},\"reason\":\"Completed\"}",
            "no event")) {
      told.pipeInput(null, event.getBytes(StandardCharsets.UTF_8));
    }
    events
        .createOutputTopic(
            FleetTopology.LOGS, new StringDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList()
        .forEach(logs::pipeInput);
    pass(Duration.ofMinutes(1));
    assertThat(jobStates())
        .containsEntry("4711", "failed")
        .containsEntry("train-7", "failed")
        .containsEntry("train-8", "finished")
        .containsEntry("4712", "running")
        .doesNotContainKey("9");
  }

  @Test
  void nodesAreCountedByWhatFailedOnThem() {
    TestOutputTopic<String, byte[]> nodes =
        events.createOutputTopic(
            FleetTopology.NODES, new StringDeserializer(), new ByteArrayDeserializer());
    send("a", FAILED, Map.of("node", "gpu-a02"));
    send("b", FAILED, Map.of("node", "gpu-a02"));
    send("c", SURVIVED, Map.of("node", "gpu-a03"));
    pass(Duration.ofMinutes(5));
    TestInputTopic<String, byte[]> failed =
        events.createInputTopic(
            FleetTopology.JOBS, new StringSerializer(), new ByteArraySerializer());
    failed.pipeInput("a", null);
    failed.pipeInput("a", "no row".getBytes(StandardCharsets.UTF_8));
    jobs.readRecordsToList().forEach(failed::pipeInput);
    Map<String, byte[]> counts = nodes.readKeyValuesToMap();
    assertThat(counts).containsOnlyKeys("gpu-a02");
    JsonNode row = JSON.readTree(counts.get("gpu-a02"));
    assertThat(row.path("failed").asInt()).isEqualTo(2);
    assertThat(row.path("last").path("entry").asString()).isNotEmpty();
  }

  @Test
  void aDiagnosisHasItsTextForTheChatsAndItsCostIsCounted() {
    send("evil*<!channel>", FAILED, Map.of("node", "gpu-a02"));
    pass(Duration.ofMinutes(5));
    TestRecord<String, byte[]> last = diagnoses.readRecordsToList().getLast();
    assertThat(textFor("slack", last))
        .startsWith("evil   channel  (gpu-a02)\n")
        .contains("KeyError: 'labels_v2'", "http://faultbook/entries/");
    assertThat(textFor("dingtalk", last))
        .contains("**[`KeyError: 'labels_v2' in train.py:41, step()`](http://faultbook/entries/");
    assertThat(textFor("feishu", last))
        .contains("KeyError: 'labels_v2'", "\nhttp://faultbook/entries/")
        .doesNotContain("**", "`", "](");
    assertThat(meters.timer("faultbook.fleet.diagnosis").count()).isPositive();
    assertThat(meters.counter("faultbook.fleet.bytes").count()).isEqualTo(FAILED.length());
  }

  private static String textFor(String chat, TestRecord<String, byte[]> answer) {
    return new String(answer.headers().lastHeader("text." + chat).value(), StandardCharsets.UTF_8);
  }

  @Test
  void aJobOfHugeLinesHasAnAnswerThatABrokerTakes() {
    String huge = "x".repeat(900_000);
    send("huge", "step 1/9 loss 2.3\n" + huge + "\n", Map.of("rank", "0"));
    send("huge", "Traceback (most recent call last):\n", Map.of("rank", "0"));
    send("huge", "RuntimeError: CUDA out of memory. " + huge + "\n", Map.of("rank", "0"));
    pass(Duration.ofMinutes(5));
    assertThat(finalAnswers())
        .singleElement()
        .satisfies(a -> assertThat(JSON.writeValueAsBytes(a)).hasSizeLessThan(1_000_000));
  }

  @Test
  void aJobOfThousandsOfRanksHasOneAnswerInBoundedSpace() {
    for (int part = 0; part < 2; part++) {
      for (int first = 0; first < 4096; first += 512) {
        StringBuilder batch = new StringBuilder();
        for (int rank = first; rank < first + 512; rank++) {
          StringBuilder lines = new StringBuilder();
          for (int i = 0; i < 5; i++) {
            lines.append("step ").append(part * 5 + i).append("/5000 loss 2.31\n");
          }
          if (part == 1 && rank == 1234) {
            lines.append(FAILED.substring(FAILED.indexOf("Traceback")));
          }
          batch
              .append(
                  batch.isEmpty() ? "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[" : ",")
              .append("{\"body\":{\"stringValue\":")
              .append(JSON.writeValueAsString(lines.toString()))
              .append("},\"attributes\":[{\"key\":\"log.file.path\",\"value\":")
              .append("{\"stringValue\":\"/w/rank_" + rank + ".log\"}}]}");
        }
        send("wide", batch.append("]}]}]}").toString(), Map.of());
      }
    }
    pass(Duration.ofMinutes(2));
    assertThat(finalAnswers())
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.path("failure").path("rank").asInt()).isEqualTo(1234);
              assertThat(a.path("failure").path("text").asString())
                  .isEqualTo("KeyError: 'labels_v2'");
              assertThat(JSON.writeValueAsBytes(a)).hasSizeLessThan(1_000_000);
            });
    try (var all = driver.<String, byte[]>getKeyValueStore(FleetTopology.TEXTS_STORE).all()) {
      assertThat(all.hasNext()).isFalse();
    }
  }

  private void send(String job, String text, Map<String, String> headers) {
    RecordHeaders all = new RecordHeaders();
    headers.forEach((name, value) -> all.add(name, value.getBytes(StandardCharsets.UTF_8)));
    logs.pipeInput(new TestRecord<>(job, text.getBytes(StandardCharsets.UTF_8), all));
  }

  private void pass(Duration time) {
    for (long left = time.toSeconds(); left > 0; left -= 5) {
      driver.advanceWallClockTime(Duration.ofSeconds(5));
    }
  }

  private List<JsonNode> finalAnswers() {
    return diagnoses.readValuesToList().stream()
        .map(JSON::readTree)
        .filter(answer -> answer.path("final").asBoolean())
        .toList();
  }

  private Map<String, String> jobStates() {
    Map<String, String> states = new HashMap<>();
    for (KeyValue<String, byte[]> row : jobs.readKeyValuesToList()) {
      states.put(row.key, JSON.readTree(row.value).path("state").asString());
    }
    return states;
  }

  /** The answer without what depends on the moment. */
  private static void assertSame(JsonNode answer, String log) {
    Report whole =
        Report.fromDiagnosis(
            new Diagnoser(knowledge).diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN);
    JsonNode expected = JSON.readTree(JSON.writeValueAsString(whole));
    for (String part : List.of("verdict", "failure", "findings", "run", "retry")) {
      assertThat(answer.path(part)).isEqualTo(expected.path(part));
    }
  }
}
