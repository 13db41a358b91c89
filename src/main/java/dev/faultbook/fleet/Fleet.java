package dev.faultbook.fleet;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;

/** One instance of the fleet: reads logs of jobs from Kafka and writes their diagnoses. */
public final class Fleet implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(20);

  /** Answers are read by people: a transaction a second costs little. */
  private static final int COMMIT_MILLIS = 1000;

  /**
   * Longer than the looks at the jobs of all partitions of a thread take, on a busy machine too: an
   * expired transaction is done again from its start. 10 s is the default of Kafka Streams.
   */
  private static final int TRANSACTION_MILLIS = 60_000;

  private final KafkaStreams streams;
  private final KafkaStreams events;
  private final PrometheusMeterRegistry meters;
  private final KafkaStreamsMetrics clientMeters;
  private final @Nullable Notifier notifier;
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * The settings of an instance.
   *
   * @param servers addresses of brokers, {@code HOST:PORT,…}
   * @param application the name that all instances of a fleet share
   * @param state where RocksDB lies; lost state is restored from the changelog
   * @param threads stream threads, each with its own partitions
   * @param partitions partitions of a topic that does not exist yet
   * @param replication its copies; -1 for the broker's default
   * @param pace when a job is looked at
   * @param language language of sentences in answers
   * @param pages address of the web application, for links
   * @param receivers where diagnoses are sent besides the topic
   * @param more settings of Kafka Streams, such as those of TLS
   */
  public record Settings(
      String servers,
      String application,
      Path state,
      int threads,
      int partitions,
      short replication,
      Pace pace,
      Language language,
      String pages,
      List<Receiver> receivers,
      Map<String, String> more) {}

  /**
   * Starts an instance.
   *
   * @throws IllegalStateException if the broker cannot be reached, or refuses the topics, or a
   *     setting has no meaning
   */
  public static Fleet start(Settings settings, Knowledge knowledge) throws InterruptedException {
    Properties config = properties(settings);
    try {
      createTopics(settings, config);
      PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      return new Fleet(
          new KafkaStreams(FleetTopology.ofLogs(knowledge, settings, meters), config),
          new KafkaStreams(FleetTopology.ofEvents(), propertiesOfEvents(settings)),
          meters,
          settings.receivers().isEmpty() ? null : new Notifier(settings));
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(cause.getMessage(), e);
    }
  }

  private Fleet(
      KafkaStreams streams,
      KafkaStreams events,
      PrometheusMeterRegistry meters,
      @Nullable Notifier notifier) {
    this.streams = streams;
    this.events = events;
    this.meters = meters;
    this.notifier = notifier;
    this.clientMeters = new KafkaStreamsMetrics(streams);
    clientMeters.bindTo(meters);
    start(streams);
    start(events);
  }

  private void start(KafkaStreams application) {
    application.setUncaughtExceptionHandler(_ -> StreamThreadExceptionResponse.REPLACE_THREAD);
    application.setStateListener(
        (now, _) -> {
          if (now.hasCompletedShutdown() || now == KafkaStreams.State.ERROR) {
            ended.countDown();
          }
        });
    application.start();
  }

  static Properties properties(Settings settings) {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.application());
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.servers());
    config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    config.put(StreamsConfig.STATE_DIR_CONFIG, settings.state().toString());
    config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
    config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    config.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) settings.replication());
    config.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    config.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), LogRecord.MAX_VALUE);
    config.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        TRANSACTION_MILLIS);
    config.putAll(settings.more());
    return config;
  }

  /** Few records come from schedulers and of failed jobs: one thread reads them. */
  static Properties propertiesOfEvents(Settings settings) {
    Properties config = properties(settings);
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.application() + "-events");
    config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
    return config;
  }

  private static void createTopics(Settings settings, Properties config)
      throws InterruptedException {
    Optional<Integer> partitions = Optional.of(settings.partitions());
    Optional<Short> copies =
        settings.replication() < 0 ? Optional.empty() : Optional.of(settings.replication());
    List<NewTopic> missing = new ArrayList<>();
    try (Admin admin = Admin.create(config)) {
      Set<String> there = admin.listTopics().names().get();
      for (String topic :
          List.of(
              FleetTopology.LOGS,
              FleetTopology.EVENTS,
              FleetTopology.DIAGNOSES,
              FleetTopology.JOBS,
              FleetTopology.NODES)) {
        if (!there.contains(topic)) {
          String policy =
              topic.equals(FleetTopology.JOBS) || topic.equals(FleetTopology.NODES)
                  ? TopicConfig.CLEANUP_POLICY_COMPACT
                  : TopicConfig.CLEANUP_POLICY_DELETE;
          missing.add(
              new NewTopic(topic, partitions, copies)
                  .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, policy)));
        }
      }
      admin.createTopics(missing).all().get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      // Another instance that starts at the same moment has created them.
      if (cause != null && !(cause instanceof TopicExistsException)) {
        throw new IllegalStateException(
            "the broker at " + settings.servers() + " refuses: " + cause.getMessage(), e);
      }
    }
  }

  /** Waits until the instance has ended: it was closed, or cannot go on. */
  public void await() throws InterruptedException {
    ended.await();
  }

  /** Whether the instance has partitions to read, or waits for some. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** Lag, cost and all that Kafka Streams counts, as Prometheus reads it. */
  public String metrics() {
    return meters.scrape();
  }

  /** How many bytes of logs the instance has read since it started. */
  long bytesRead() {
    return (long) meters.counter("faultbook.fleet.bytes").count();
  }

  /** How many partitions of logs the instance reads. */
  int partitions() {
    return (int)
        streams.metadataForLocalThreads().stream()
            .flatMap(thread -> thread.activeTasks().stream())
            .flatMap(task -> task.topicPartitions().stream())
            .filter(partition -> partition.topic().equals(FleetTopology.LOGS))
            .count();
  }

  /** Lets {@link #await} return. */
  public void stop() {
    ended.countDown();
  }

  /** Hands the partitions to the other instances. */
  @Override
  public void close() {
    if (notifier != null) {
      notifier.close();
    }
    clientMeters.close();
    events.close(CLOSE);
    streams.close(CLOSE);
  }
}
