package dev.faultbook.store;

import dev.faultbook.report.Report;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts which entry led a diagnosis, shared or not, on which day, and nothing else. Counting takes
 * a moment in memory and never fails; every few seconds the counts are written to the database.
 * While the database is unreachable they stay in memory, up to {@link #MAX_WAITING} distinct
 * counts.
 */
@Component
public final class FaultCounts {
  /** Most pairs of day and entry that wait for the database; further pairs are lost. */
  static final int MAX_WAITING = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(FaultCounts.class);

  private final DiagnosisStore archive;
  private final Clock clock;
  private final boolean on;
  private final Map<CountRow.Key, Long> waiting = new HashMap<>();

  FaultCounts(
      DiagnosisStore archive, Clock clock, @Value("${faultbook.statistics.enabled}") boolean on) {
    this.archive = archive;
    this.clock = clock;
    this.on = on;
  }

  /**
   * The number of diagnoses that an entry led on a day.
   *
   * @param day in UTC
   * @param entry id of the entry; empty if nothing matched
   * @param n the number, at least 1
   */
  public record Count(LocalDate day, String entry, long n) {}

  /** Whether counting is enabled. */
  public boolean isEnabled() {
    return on;
  }

  /** Counts a diagnosis: its day and the id of its first finding. Never waits, never throws. */
  public void countReport(Report report) {
    countEntry(report.lead() != null ? report.lead().entry() : "");
  }

  void countEntry(String entry) {
    if (on) {
      addCount(new CountRow.Key(today(), entry), 1);
    }
  }

  /**
   * The counts since a day, by day and entry, including those not yet written.
   *
   * @throws StoreUnavailableException while the database is unreachable
   */
  public List<Count> countsSince(LocalDate first) {
    Map<CountRow.Key, Long> all = new HashMap<>();
    archive.countsSince(first).forEach(row -> all.put(new CountRow.Key(row.day, row.entry), row.n));
    waitingCounts()
        .forEach(
            (key, n) -> {
              if (!key.day().isBefore(first)) {
                all.merge(key, n, Long::sum);
              }
            });
    return all.entrySet().stream()
        .map(count -> new Count(count.getKey().day(), count.getKey().entry(), count.getValue()))
        .toList();
  }

  /** The current day for counts. */
  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  /** Writes the waiting counts to the database; on failure they stay in memory. */
  @PreDestroy
  @Scheduled(initialDelay = 10_000, fixedDelay = 10_000)
  void write() {
    Map<CountRow.Key, Long> taken = takeWaiting();
    if (taken.isEmpty()) {
      return;
    }
    try {
      archive.addCounts(taken);
    } catch (RuntimeException e) {
      LOG.debug("Counts wait until the database takes them.", e);
      taken.forEach(this::addCount);
    }
  }

  synchronized Map<CountRow.Key, Long> waitingCounts() {
    return Map.copyOf(waiting);
  }

  private synchronized Map<CountRow.Key, Long> takeWaiting() {
    Map<CountRow.Key, Long> taken = Map.copyOf(waiting);
    waiting.clear();
    return taken;
  }

  private synchronized void addCount(CountRow.Key key, long n) {
    if (waiting.containsKey(key) || waiting.size() < MAX_WAITING) {
      waiting.merge(key, n, Long::sum);
    }
  }
}
