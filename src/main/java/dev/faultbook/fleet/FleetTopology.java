package dev.faultbook.fleet;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import tools.jackson.databind.json.JsonMapper;

/** Topics, state and their order. */
final class FleetTopology {
  static final String LOGS = "faultbook.logs";
  static final String DIAGNOSES = "faultbook.diagnoses";
  static final String JOBS = "faultbook.jobs";

  static final String JOBS_STORE = "jobs";
  static final String TEXTS_STORE = "texts";

  private static final JsonMapper JSON = new JsonMapper();
  private static final Map<String, String> CHANGELOG = Map.of("max.message.bytes", "2000000");

  private FleetTopology() {}

  static Topology of(Knowledge knowledge, Language language, Pace pace) {
    Serializer<String> names = Serdes.String().serializer();
    Serializer<byte[]> values = Serdes.ByteArray().serializer();
    return new Topology()
        .addSource("logs", Serdes.String().deserializer(), Serdes.ByteArray().deserializer(), LOGS)
        .addProcessor("job", () -> new JobProcessor(knowledge, language, pace), "logs")
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
        .addProcessor("diagnosis", ToDiagnosis::new, "job")
        .addProcessor("state", ToJob::new, "job")
        .addSink("diagnoses", DIAGNOSES, names, values, "diagnosis")
        .addSink("jobs", JOBS, names, values, "state");
  }

  private static Serde<JobState> states() {
    Serializer<JobState> to = (_, state) -> state == null ? null : JSON.writeValueAsBytes(state);
    Deserializer<JobState> from =
        (_, bytes) -> bytes == null ? null : JSON.readValue(bytes, JobState.class);
    return Serdes.serdeFrom(to, from);
  }

  private static final class ToDiagnosis
      extends ContextualProcessor<String, Answer, String, byte[]> {
    @Override
    public void process(Record<String, Answer> record) {
      if (record.value().isDiagnosis()) {
        context().forward(record.withValue(record.value().toDiagnosis()));
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
