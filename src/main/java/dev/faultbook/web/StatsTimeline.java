package dev.faultbook.web;

import dev.faultbook.store.FaultCounts;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts over time as columns. A unit of width is one column, heights are in percent of the
 * drawing; the drawing is stretched to its area on the page.
 *
 * @param columns from the first day to the last
 * @param top the count at full height
 * @param days days per column
 */
public record StatsTimeline(List<Column> columns, long top, int days) {
  /**
   * A day or a week.
   *
   * @param day its first day
   * @param named diagnoses with a matching entry
   * @param unknown failures without a page, drawn on top of those
   * @param healthy logs without a failure, drawn on top of all
   */
  public record Column(LocalDate day, long named, long unknown, long healthy) {
    /** All failures. */
    public long failed() {
      return named + unknown;
    }

    /** All diagnoses. */
    public long all() {
      return named + unknown + healthy;
    }
  }

  static StatsTimeline fromCounts(
      List<FaultCounts.Count> counts, LocalDate first, LocalDate last, int days) {
    int n = (int) (ChronoUnit.DAYS.between(first, last) / days) + 1;
    long[] named = new long[n];
    long[] unknown = new long[n];
    long[] healthy = new long[n];
    for (FaultCounts.Count count : counts) {
      int at = (int) (ChronoUnit.DAYS.between(first, count.day()) / days);
      // A clock that was set back may have counted days in the future.
      if (at >= 0 && at < n) {
        long[] of = count.entry().isEmpty() ? unknown : count.isHealthy() ? healthy : named;
        of[at] += count.n();
      }
    }
    List<Column> columns =
        IntStream.range(0, n)
            .mapToObj(
                i -> new Column(first.plusDays((long) i * days), named[i], unknown[i], healthy[i]))
            .toList();
    return new StatsTimeline(columns, roundUp(highest(columns).all()), days);
  }

  /** The highest column, the first of several. */
  public Column best() {
    return highest(columns);
  }

  private static Column highest(List<Column> columns) {
    return columns.stream().max(Comparator.comparingLong(Column::all)).orElseThrow();
  }

  /** A count as a part of the height. */
  public double height(long count) {
    return 100.0 * count / top;
  }

  /** The next of 2, 4, 6, 8, 10, 20, 40 and so on; their halves are integers. */
  private static long roundUp(long most) {
    for (long ten = 1; ; ten *= 10) {
      for (long step : new long[] {2, 4, 6, 8, 10}) {
        if (most <= step * ten) {
          return step * ten;
        }
      }
    }
  }
}
