package dev.faultbook.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.kafka.test.EmbeddedKafkaBroker;

/**
 * Measures how fast one instance reads logs that wait for it, with 1, 2 and 4 stream threads:
 * {@code mvn test -Dtest=FleetRateTests -Dfleet.rates=true -Dfleet.jobs=200 -Dfleet.megabytes=200}.
 */
@EnabledIfSystemProperty(named = "fleet.rates", matches = "true")
class FleetRateTests {
  private static final int JOBS = Integer.getInteger("fleet.jobs", 200);
  private static final long BYTES = Long.getLong("fleet.megabytes", 200) << 20;

  @TempDir private Path folder;
  @TempDir private Path sources;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void readsWhatWaits(int threads) throws IOException, InterruptedException {
    FleetLogs logs = new FleetLogs(sources, JOBS, JOBS / 20, JOBS / 10, BYTES);
    Knowledge knowledge = KnowledgeReader.open(List.of());
    EmbeddedKafkaBroker broker = FleetLossTests.startBroker();
    Fleet.Settings settings =
        new Fleet.Settings(
            broker.getBrokersAsString(),
            "rate",
            folder,
            threads,
            8,
            (short) 1,
            Pace.DEFAULT,
            Language.EN,
            "",
            List.of(),
            Map.of());
    Fleet.start(settings, knowledge).close();
    try (KafkaProducer<String, byte[]> producer = FleetLossTests.producer(broker)) {
      logs.forEachChunk(
          (job, chunk) -> producer.send(new ProducerRecord<>(FleetTopology.LOGS, job, chunk)));
    }
    try (Fleet fleet = Fleet.start(settings, knowledge)) {
      while (fleet.bytesRead() == 0) {
        Thread.sleep(5);
      }
      long began = System.nanoTime();
      long busy = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
      long deadline = began + Duration.ofMinutes(10).toNanos();
      while (fleet.bytesRead() < logs.bytes() && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      busy = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() - busy;
      double megabytes = logs.bytes() / 1e6;
      System.out.printf(
          "fleet: %d threads, %.0f MB in %.1f s: %.1f MB/s, %.1f MB a core second with the broker%n",
          threads, megabytes, seconds, megabytes / seconds, megabytes * 1000 / busy);
      assertThat(fleet.bytesRead()).isGreaterThanOrEqualTo(logs.bytes());
    } finally {
      broker.destroy();
    }
  }
}
