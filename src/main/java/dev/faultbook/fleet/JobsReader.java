package dev.faultbook.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the topic of jobs from an hour before, and goes on until it is closed. */
final class JobsReader implements AutoCloseable {
  private static final Duration BEFORE = Duration.ofHours(1);

  private final TopicReader reader;

  JobsReader(FleetSettings settings, Consumer<FleetJobs.Job> sink) {
    Map<String, Object> config = new HashMap<>(settings.consumer());
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
    reader =
        new TopicReader(
            "fleet-jobs",
            config,
            JobsReader::begin,
            record -> {
              FleetJobs.Job job = toJob(record);
              if (job != null) {
                sink.accept(job);
              }
            });
  }

  boolean isConnected() {
    return reader.isConnected();
  }

  private static boolean begin(KafkaConsumer<String, byte[]> consumer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(FleetTopology.JOBS).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    consumer.assign(partitions);
    // Asked first: what is committed while the times are looked up lies behind it.
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> from = new HashMap<>();
    partitions.forEach(
        partition -> from.put(partition, Instant.now().minus(BEFORE).toEpochMilli()));
    consumer
        .offsetsForTimes(from)
        .forEach(
            (partition, found) ->
                consumer.seek(partition, found == null ? ends.get(partition) : found.offset()));
    return !partitions.isEmpty();
  }

  /** The job of a row; null if it did not fail, or somebody else wrote the row. */
  private static FleetJobs.@Nullable Job toJob(ConsumerRecord<String, byte[]> record) {
    JsonNode row = Json.read(record.value());
    if (!row.path("state").asString("").equals("failed")) {
      return null;
    }
    return new FleetJobs.Job(
        row.path("job").asString(""),
        row.path("attempt").asInt(1),
        Instant.ofEpochMilli(record.timestamp()),
        Json.textOf(row.path("entry")),
        Json.textOf(row.path("headline")),
        Json.textOf(row.path("failure")),
        Json.textOf(row.path("node")),
        Json.textOf(row.path("user")));
  }

  @Override
  public void close() {
    reader.close();
  }
}
