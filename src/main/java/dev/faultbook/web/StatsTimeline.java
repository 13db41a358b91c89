package dev.faultbook.web;

import dev.faultbook.store.FaultCounts;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts over time as columns. A unit of width is one column, heights are in percent of the
 * drawing; the drawing is stretched to its area on the page.
 *
 * @param columns from the first day to the last
 * @param top the count at full height
 * @param best the highest column; null if all are empty
 * @param days days per column
 */
public record StatsTimeline(List<Column> columns, long top, @Nullable Column best, int days) {
  public StatsTimeline {
    columns = List.copyOf(columns);
  }

  /**
   * A day or a week.
   *
   * @param x its position
   * @param day its first day
   * @param named diagnoses with a matching entry
   * @param unknown diagnoses without a match
   * @param namedHeight height of the part for {@code named}
   * @param unknownHeight height of the part for {@code unknown}, on top of the other
   */
  public record Column(
      double x, LocalDate day, long named, long unknown, double namedHeight, double unknownHeight) {
    /** All diagnoses. */
    public long all() {
      return named + unknown;
    }

    /** Top of the part for {@code named}, from the top of the drawing. */
    public double namedTop() {
      return 100 - namedHeight;
    }

    /** Top of the part for {@code unknown}, from the top of the drawing. */
    public double unknownTop() {
      return 100 - namedHeight - unknownHeight;
    }
  }

  static StatsTimeline fromCounts(
      List<FaultCounts.Count> counts, LocalDate first, LocalDate last, int days) {
    int n = (int) (ChronoUnit.DAYS.between(first, last) / days) + 1;
    long[] named = new long[n];
    long[] unknown = new long[n];
    for (FaultCounts.Count count : counts) {
      int at = (int) (ChronoUnit.DAYS.between(first, count.day()) / days);
      // A clock that was set back may have counted days in the future.
      if (at >= 0 && at < n) {
        (count.entry().isEmpty() ? unknown : named)[at] += count.n();
      }
    }
    long most = 0;
    for (int i = 0; i < n; i++) {
      most = Math.max(most, named[i] + unknown[i]);
    }
    long top = roundUp(most);
    List<Column> columns = new ArrayList<>();
    Column best = null;
    for (int i = 0; i < n; i++) {
      Column column =
          new Column(
              i + 0.12,
              first.plusDays((long) i * days),
              named[i],
              unknown[i],
              100.0 * named[i] / top,
              100.0 * unknown[i] / top);
      columns.add(column);
      best = best == null || column.all() > best.all() ? column : best;
    }
    return new StatsTimeline(columns, top, best, days);
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
