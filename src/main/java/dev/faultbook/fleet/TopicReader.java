package dev.faultbook.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what is committed to a topic in a thread of its own until it is closed. After an error, and
 * while the broker is away, it begins again.
 */
final class TopicReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Map<String, Object> config;
  private final Predicate<KafkaConsumer<String, byte[]>> begin;
  private final Sink sink;
  private final Thread thread;
  private volatile @Nullable KafkaConsumer<String, byte[]> open;
  private volatile boolean connected;
  private volatile boolean closed;

  /** What becomes of a record. */
  @FunctionalInterface
  interface Sink {
    void take(ConsumerRecord<String, byte[]> record) throws InterruptedException;
  }

  /**
   * Begins to read.
   *
   * @param name of the thread
   * @param config of the consumer; with a group, offsets are committed after the records
   * @param begin chooses the partitions; whether there are any
   */
  TopicReader(
      String name,
      Map<String, Object> config,
      Predicate<KafkaConsumer<String, byte[]>> begin,
      Sink sink) {
    this.config = config;
    this.begin = begin;
    this.sink = sink;
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    thread = Thread.ofPlatform().name(name).daemon().start(this::readAgainAndAgain);
  }

  /** Whether the broker answers. */
  boolean isConnected() {
    return connected;
  }

  private void readAgainAndAgain() {
    try {
      while (!closed) {
        try (var consumer =
            new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
          open = consumer;
          if (begin.test(consumer)) {
            connected = true;
            read(consumer);
          }
        } catch (KafkaException e) {
          if (connected && !closed) {
            LOG.warn("The {} begins again: {}", thread.getName(), e.getMessage());
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

  private void read(KafkaConsumer<String, byte[]> consumer) throws InterruptedException {
    while (!closed) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(PAUSE)) {
        sink.take(record);
      }
      if (config.containsKey(ConsumerConfig.GROUP_ID_CONFIG)) {
        consumer.commitSync();
      }
    }
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
