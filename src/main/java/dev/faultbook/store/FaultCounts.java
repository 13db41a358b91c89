package dev.faultbook.store;

import dev.faultbook.report.FailureReport;
import dev.faultbook.report.Report;
import dev.faultbook.report.SeenReport;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts which entry led a diagnosis, shared or not, on which day, and which failure was met on
 * which node; nothing else. Counting takes a moment in memory and never fails; every few seconds
 * the counts are written to the database. While the database is unreachable they stay in memory, up
 * to {@link #MAX_WAITING} distinct counts of each kind.
 */
@Component
public final class FaultCounts {
  /** Most counts of a kind that wait for the database; further ones are lost. */
  static final int MAX_WAITING = 10_000;

  /** What is counted instead of an entry if the log shows no failure; no entry has this id. */
  static final String NO_FAILURE = "-";

  /** The days of "this week", today included. */
  private static final int WEEK = 7;

  /** Longest wait of an answer for what was seen before, which it can do without. */
  private static final long MAX_LOOK_MILLIS = 300;

  private static final Logger LOG = LoggerFactory.getLogger(FaultCounts.class);

  private final DiagnosisStore archive;
  private final Clock clock;
  private final boolean on;
  private final WaitingCounts<CountRow.Key> waiting = new WaitingCounts<>(MAX_WAITING);
  private final WaitingCounts<SightingRow.Key> sightings = new WaitingCounts<>(MAX_WAITING);

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
   * @param entry id of the entry; empty if nothing matched, {@link #NO_FAILURE} without a failure
   * @param n the number, at least 1
   */
  public record Count(LocalDate day, String entry, long n) {
    /** Whether the logs showed no failure. */
    public boolean isHealthy() {
      return entry.equals(NO_FAILURE);
    }
  }

  /** Whether counting is enabled. */
  public boolean isEnabled() {
    return on;
  }

  /**
   * Counts a diagnosis: its day and the id of its first finding, and of its failure the fingerprint
   * and the node. Never waits, never throws.
   */
  public void countReport(Report report) {
    boolean nothing = report.lead() == null && report.failure() == null;
    countEntry(report.lead() != null ? report.lead().entry() : nothing ? NO_FAILURE : "");
    String fingerprint = report.fingerprint();
    FailureReport failure = report.failure();
    if (on && fingerprint != null && failure != null) {
      Report.Found lead = report.lead();
      sightings.add(
          new SightingRow.Key(
              fingerprint,
              today(),
              failure.node() == null ? "" : failure.node(),
              lead == null || lead.generic() ? "" : lead.entry()),
          1);
    }
  }

  /**
   * The report with how often its failure was met this week, and where it was shared before.
   * Without that if the database does not tell at once; never throws.
   */
  public Report withSeen(Report report) {
    String fingerprint = report.fingerprint();
    if (fingerprint == null || archive.isAway()) {
      return report;
    }
    FutureTask<SeenReport> look = new FutureTask<>(() -> lookUp(fingerprint, report.id()));
    Thread.ofVirtual().start(look);
    try {
      return report.withSeen(look.get(MAX_LOOK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("An answer goes without what was seen before.", e);
    }
    return report;
  }

  private SeenReport lookUp(String fingerprint, @Nullable String id) {
    LocalDate first = today().minusDays(WEEK - 1L);
    Map<String, Long> byNode = new HashMap<>();
    if (on) {
      archive
          .sightingsOf(fingerprint, first)
          .forEach(row -> byNode.merge(row.node, row.n, Long::sum));
      sightings
          .toMap()
          .forEach(
              (key, n) -> {
                if (key.fingerprint().equals(fingerprint) && !key.day().isBefore(first)) {
                  byNode.merge(key.node(), n, Long::sum);
                }
              });
    }
    long times = byNode.values().stream().mapToLong(n -> n).sum();
    byNode.remove("");
    Map<String, Long> nodes = new LinkedHashMap<>();
    byNode.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(node -> nodes.put(node.getKey(), node.getValue()));
    return new SeenReport(times, WEEK, nodes, archive.earlierOf(fingerprint, id));
  }

  void countEntry(String entry) {
    if (on) {
      waiting.add(new CountRow.Key(today(), entry), 1);
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
    write(waiting, archive::addCounts);
    write(sightings, archive::addSightings);
  }

  private static <K> void write(WaitingCounts<K> counts, Consumer<Map<K, Long>> to) {
    Map<K, Long> taken = counts.takeAll();
    if (taken.isEmpty()) {
      return;
    }
    try {
      to.accept(taken);
    } catch (RuntimeException e) {
      LOG.debug("Counts wait until the database takes them.", e);
      taken.forEach(counts::add);
    }
  }

  Map<CountRow.Key, Long> waitingCounts() {
    return waiting.toMap();
  }
}
