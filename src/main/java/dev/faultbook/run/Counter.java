package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lines of one stream with the same text between their numbers: what their numbers mean, or which
 * of them rises steadily.
 */
final class Counter {
  /** A number that rose as often counts progress, whatever the words before it. */
  private static final int MIN_RISES = 3;

  /** The same for a number of what is done. */
  private static final int MIN_DONE = 2;

  private static final double EQUAL = 1e-9;
  private static final long SECOND = 1_000;
  private static final Unit[] UNITS = Unit.values();

  final NumberRoles roles;

  /** The shape of the lines. */
  final long shape;

  /** The counter of the line that followed the latest one in the stream. */
  @Nullable Counter next;

  /** The units that words tell. */
  private final Unit[] named;

  /** Whether the line measures something or states where a count ends. */
  private final boolean reports;

  private final double[] first;
  private final double[] last;
  private final double[] step;
  private long hopeful;
  private int lines;
  private boolean proven;
  private long firstLine;
  private @Nullable LogTime firstTime;

  /** Receives the counts of a line. */
  interface Readings {
    void accept(Unit unit, double value, double total, long line);
  }

  Counter(long shape, NumberRoles roles, int numbers, boolean known) {
    this.shape = shape;
    this.roles = roles;
    this.named = Arrays.stream(UNITS).filter(unit -> roles.count(unit) >= 0).toArray(Unit[]::new);
    this.reports = known || roles.measures() || hasTotal();
    this.first = new double[numbers];
    this.last = new double[numbers];
    this.step = new double[numbers];
    this.hopeful = named.length > 0 ? 0 : ((1L << numbers) - 1) & ~roles.listed();
  }

  /** Reads the counts of a line; returns whether there are any. */
  boolean readLine(NumberedLine line, long number, @Nullable LogTime time, Readings readings) {
    if (named.length == 0 && hopeful == 0) {
      return false;
    }
    if (lines == 0) {
      firstLine = number;
      firstTime = time;
      for (int i = 0; i < first.length; i++) {
        first[i] = line.value(i);
      }
    }
    return named.length > 0
        ? readNamed(line, number, readings)
        : readRising(line, number, time, readings);
  }

  /**
   * A line that stands once and measures nothing is a remark: {@code keeping step 11000}. It counts
   * from the second one on.
   */
  private boolean readNamed(NumberedLine line, long number, Readings readings) {
    if (lines++ == 0 && !reports) {
      return false;
    }
    boolean addFirst = !proven && !reports;
    proven = true;
    for (Unit unit : named) {
      int at = roles.count(unit);
      int total = roles.totals()[unit.ordinal()];
      if (addFirst) {
        readings.accept(unit, first[at], Double.NaN, firstLine);
      }
      readings.accept(unit, line.value(at), total < 0 ? Double.NaN : line.value(total), number);
    }
    return true;
  }

  private boolean hasTotal() {
    return Arrays.stream(named)
        .anyMatch(unit -> unit != Unit.COUNT && roles.totals()[unit.ordinal()] >= 0);
  }

  /**
   * A number without a telling word has to rise by the same amount each time, by whole numbers,
   * while time passes: a list of devices also counts.
   */
  private boolean readRising(
      NumberedLine line, long number, @Nullable LogTime time, Readings readings) {
    int rising = -1;
    for (long left = hopeful; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      if (!risesSteadily(i, line.value(i))) {
        hopeful &= ~(1L << i);
      } else if (lines >= (isDone(i) ? MIN_DONE : MIN_RISES) && rising < 0) {
        rising = i;
      }
    }
    lines++;
    if (rising < 0 || !timePassed(line, number, time)) {
      return false;
    }
    if (!proven) {
      proven = true;
      readings.accept(Unit.COUNT, first[rising], Double.NaN, firstLine);
    }
    readings.accept(Unit.COUNT, line.value(rising), Double.NaN, number);
    return true;
  }

  private boolean timePassed(NumberedLine line, long number, @Nullable LogTime time) {
    if (time != null && firstTime != null && time.comparableTo(firstTime)) {
      return time.millis() - firstTime.millis() >= SECOND;
    }
    boolean apart = number - firstLine >= 2L * (lines - 1);
    boolean measures = roles.measures();
    for (int i = 0; i < line.count(); i++) {
      measures |= line.value(i) != Math.rint(line.value(i));
    }
    return apart || measures;
  }

  private boolean isDone(int i) {
    return (roles.done() & 1L << i) != 0;
  }

  private boolean risesSteadily(int i, double value) {
    double by = value - last[i];
    boolean steady =
        lines == 0
            || by > 0
                && (lines == 1 || isDone(i) || Math.abs(by - step[i]) <= EQUAL * Math.abs(value));
    last[i] = value;
    step[i] = by;
    return steady && value == Math.rint(value);
  }
}
