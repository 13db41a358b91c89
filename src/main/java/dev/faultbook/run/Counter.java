package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * Lines of one stream with the same text between their numbers: what their numbers mean, or which
 * of them rises steadily.
 */
final class Counter {
  /** A number that rose as often counts progress, whatever the words before it. */
  private static final int MIN_RISES = 3;

  private static final double EQUAL = 1e-9;
  private static final long SECOND = 1_000;

  final Columns columns;
  private final double[] last;
  private final double[] step;
  private long hopeful;
  private int lines;
  private boolean proven;
  private long firstLine;
  private @Nullable LogTime firstTime;

  Counter(Columns columns, int numbers) {
    this.columns = columns;
    this.last = new double[numbers];
    this.step = new double[numbers];
    this.hopeful = columns.unit() == null ? ((1L << numbers) - 1) & ~columns.listed() : 0;
  }

  /**
   * The index of the number that counts progress in this line; -1 if none does. A number without a
   * telling word has to rise by the same amount each time, by whole numbers, while time passes: a
   * list of devices also counts.
   */
  int readLine(NumberedLine line, long number, @Nullable LogTime time) {
    if (columns.unit() != null) {
      return columns.count();
    }
    if (hopeful == 0) {
      return -1;
    }
    if (lines == 0) {
      firstLine = number;
      firstTime = time;
    }
    int rising = -1;
    for (long left = hopeful; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      if (!risesSteadily(i, line.value(i))) {
        hopeful &= ~(1L << i);
      } else if (lines >= MIN_RISES && rising < 0) {
        rising = i;
      }
    }
    lines++;
    return rising >= 0 && timePassed(line, number, time) ? rising : -1;
  }

  /**
   * Whether this is the first time that the number is known to count; the reader then also adds the
   * first line.
   */
  boolean proveNow() {
    boolean now = columns.unit() == null && !proven;
    proven = true;
    return now;
  }

  long firstLine() {
    return firstLine;
  }

  /** The value of a number in the first line, after it rose steadily. */
  double firstValue(int number) {
    return last[number] - step[number] * (lines - 1);
  }

  private boolean timePassed(NumberedLine line, long number, @Nullable LogTime time) {
    if (time != null && time.comparableTo(firstTime)) {
      return time.millis() - firstTime.millis() >= SECOND;
    }
    boolean apart = number - firstLine >= 2L * (lines - 1);
    boolean measures = columns.loss() >= 0 || columns.throughput() >= 0;
    for (int i = 0; i < line.count(); i++) {
      measures |= line.value(i) != Math.rint(line.value(i));
    }
    return apart || measures;
  }

  private boolean risesSteadily(int i, double value) {
    double by = value - last[i];
    boolean steady =
        lines == 0 || by > 0 && (lines == 1 || Math.abs(by - step[i]) <= EQUAL * Math.abs(value));
    last[i] = value;
    step[i] = by;
    return steady && value == Math.rint(value);
  }
}
