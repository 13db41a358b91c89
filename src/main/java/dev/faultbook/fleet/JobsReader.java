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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the topic of jobs from an hour before, and goes on until it is closed. */
final class JobsReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobsReader.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration BEFORE = Duration.ofHours(1);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Map<String, Object> config = new HashMap<>();
  private final Consumer<FleetJobs.Job> sink;
  private volatile @Nullable KafkaConsumer<String, byte[]> open;
  private volatile boolean connected;
  private volatile boolean closed;

  JobsReader(FleetSettings settings, Consumer<FleetJobs.Job> sink) {
    this.sink = sink;
    config.putAll(settings.consumer());
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
    Thread.ofPlatform().name("fleet-jobs").daemon().start(this::readAgainAndAgain);
  }

  boolean isConnected() {
    return connected;
  }

  private void readAgainAndAgain() {
    try {
      while (!closed) {
        try (var consumer =
            new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
          open = consumer;
          read(consumer);
        } catch (KafkaException e) {
          if (connected && !closed) {
            LOG.warn("The jobs of the fleet cannot be read: {}", e.getMessage());
          }
        }
        open = null;
        connected = false;
        if (!closed) {
          Thread.sleep(PAUSE);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(KafkaConsumer<String, byte[]> consumer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(FleetTopology.JOBS).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    if (partitions.isEmpty()) {
      return;
    }
    consumer.assign(partitions);
    Map<TopicPartition, Long> from = new HashMap<>();
    partitions.forEach(
        partition -> from.put(partition, Instant.now().minus(BEFORE).toEpochMilli()));
    consumer
        .offsetsForTimes(from)
        .forEach(
            (partition, found) -> {
              if (found == null) {
                consumer.seekToEnd(List.of(partition));
              } else {
                consumer.seek(partition, found.offset());
              }
            });
    connected = true;
    while (!closed) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(PAUSE)) {
        FleetJobs.Job job = toJob(record);
        if (job != null) {
          sink.accept(job);
        }
      }
    }
  }

  /** The job of a row; null if it did not fail, or somebody else wrote the row. */
  private static FleetJobs.@Nullable Job toJob(ConsumerRecord<String, byte[]> record) {
    JsonNode row;
    try {
      row = record.value() == null ? null : JSON.readTree(record.value());
    } catch (JacksonException e) {
      row = null;
    }
    if (row == null || !row.path("state").asString("").equals("failed")) {
      return null;
    }
    return new FleetJobs.Job(
        row.path("job").asString(""),
        row.path("attempt").asInt(1),
        Instant.ofEpochMilli(record.timestamp()),
        textOf(row, "entry"),
        textOf(row, "headline"),
        textOf(row, "failure"),
        textOf(row, "node"),
        textOf(row, "user"));
  }

  private static @Nullable String textOf(JsonNode row, String name) {
    return row.path(name).isString() ? row.path(name).asString() : null;
  }

  @Override
  public void close() {
    closed = true;
    KafkaConsumer<String, byte[]> now = open;
    if (now != null) {
      now.wakeup();
    }
  }
}
