package dev.faultbook.fleet;

import dev.faultbook.diagnosis.Knowledge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Topics, state and their order. */
final class FleetTopology {
  static final String LOGS = "faultbook.logs";
  static final String DIAGNOSES = "faultbook.diagnoses";
  static final String JOBS = "faultbook.jobs";
  static final String EVENTS = "faultbook.events";
  static final String NODES = "faultbook.nodes";

  static final String JOBS_STORE = "jobs";
  static final String TEXTS_STORE = "texts";

  private static final JsonMapper JSON = new JsonMapper();
  private static final Map<String, String> CHANGELOG = Map.of("max.message.bytes", "2000000");

  private FleetTopology() {}

  /** What schedulers tell of the ends of jobs, and what failed on each node. */
  static Topology ofEvents() {
    return nodes()
        .addSource(
            "events", Serdes.String().deserializer(), Serdes.ByteArray().deserializer(), EVENTS)
        .addProcessor("end", EndOfJob::new, "events")
        .addSink(
            "ends",
            LOGS,
            Serdes.String().serializer(),
            Serdes.ByteArray().serializer(),
            (topic, job, end, partitions) -> Optional.of(upTo(partitions)),
            "end");
  }

  /** All partitions: log collectors spread keys in another way than Kafka's own clients do. */
  private static Set<Integer> upTo(int partitions) {
    return IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
  }

  /**
   * From the logs of jobs to their diagnoses. In one application with the events, Kafka might give
   * one thread all partitions of logs and another one all those of events.
   */
  static Topology ofLogs(Knowledge knowledge, Fleet.Settings settings, MeterRegistry meters) {
    Serializer<String> names = Serdes.String().serializer();
    Serializer<byte[]> values = Serdes.ByteArray().serializer();
    return new Topology()
        .addSource("logs", Serdes.String().deserializer(), Serdes.ByteArray().deserializer(), LOGS)
        .addProcessor("job", () -> new JobProcessor(knowledge, settings, meters), "logs")
        .addStateStore(
            Stores.keyValueStoreBuilder(
                    Stores.persistentKeyValueStore(JOBS_STORE), Serdes.String(), states())
                .withCachingEnabled()
                .withLoggingEnabled(CHANGELOG),
            "job")
        .addStateStore(
            Stores.keyValueStoreBuilder(
                    Stores.persistentKeyValueStore(TEXTS_STORE),
                    Serdes.String(),
                    Serdes.ByteArray())
                .withCachingEnabled()
                .withLoggingEnabled(CHANGELOG),
            "job")
        .addProcessor("diagnosis", () -> new ToDiagnosis(settings), "job")
        .addProcessor("state", ToJob::new, "job")
        .addSink("diagnoses", DIAGNOSES, names, values, "diagnosis")
        .addSink("jobs", JOBS, names, values, "state");
  }

  /** What failed on each node; of a job with several the first that it named. */
  private static Topology nodes() {
    StreamsBuilder builder = new StreamsBuilder();
    Serde<byte[]> rows = Serdes.ByteArray();
    builder.stream(JOBS, Consumed.with(Serdes.String(), rows))
        .mapValues(Json::read)
        .filter((_, row) -> row.path("state").asString("").equals("failed"))
        .filter((_, row) -> row.path("node").isString())
        .map((_, row) -> KeyValue.pair(row.path("node").asString(), JSON.writeValueAsBytes(row)))
        .groupByKey(Grouped.with("failed-on", Serdes.String(), rows))
        .aggregate(
            () -> new byte[0],
            FleetTopology::addFailure,
            Materialized.<String, byte[], KeyValueStore<Bytes, byte[]>>as("nodes")
                .withKeySerde(Serdes.String())
                .withValueSerde(rows))
        .toStream()
        .to(NODES, Produced.with(Serdes.String(), rows));
    return builder.build();
  }

  private static byte[] addFailure(String node, byte[] row, byte[] before) {
    int failed = before.length == 0 ? 0 : Json.read(before).path("failed").asInt(0);
    ObjectNode sum = JSON.createObjectNode().put("node", node).put("failed", failed + 1);
    sum.set("last", Json.read(row));
    return JSON.writeValueAsBytes(sum);
  }

  private static Serde<JobState> states() {
    Serializer<JobState> to = (_, state) -> state == null ? null : JSON.writeValueAsBytes(state);
    Deserializer<JobState> from =
        (_, bytes) -> bytes == null ? null : JSON.readValue(bytes, JobState.class);
    return Serdes.serdeFrom(to, from);
  }

  private static final class ToDiagnosis
      extends ContextualProcessor<String, Answer, String, byte[]> {
    private final Fleet.Settings settings;

    ToDiagnosis(Fleet.Settings settings) {
      this.settings = settings;
    }

    @Override
    public void process(Record<String, Answer> record) {
      Answer answer = record.value();
      if (answer.isDiagnosis()) {
        Record<String, byte[]> diagnosis = record.withValue(answer.toDiagnosis());
        for (Receiver receiver : settings.receivers()) {
          if (receiver.kind().dialect() != null) {
            diagnosis
                .headers()
                .add(
                    receiver.kind().textHeader(),
                    answer
                        .toText(settings.language(), settings.pages(), receiver.kind().dialect())
                        .getBytes(StandardCharsets.UTF_8));
          }
        }
        context().forward(diagnosis);
      }
    }
  }

  private static final class ToJob extends ContextualProcessor<String, Answer, String, byte[]> {
    @Override
    public void process(Record<String, Answer> record) {
      context().forward(record.withValue(record.value().toJob(record.timestamp())));
    }
  }
}
