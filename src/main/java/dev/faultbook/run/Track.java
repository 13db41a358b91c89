package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one count of one stream went while its lines are read. */
final class Track {
  /** Most falls that are kept; more are counted only. */
  private static final int MAX_FALLS = 64;

  /** Number of the latest advances whose lines are kept. */
  private static final int KEPT_ADVANCES = 8;

  final int stream;
  final Unit unit;
  private double first;
  private double last;
  private double total = Double.NaN;
  private long firstLine;
  private long lastLine;
  private @Nullable LogTime lastTime;
  private int readings;
  private long advances;
  private int falls;
  private boolean atTotal;
  private int attempt;

  /** Whether an attempt began since the last reading. */
  private boolean begins;

  /** A bar with a larger total that began before this one reached its end. */
  private @Nullable Track inner;

  private double innerTotal = Double.NaN;
  private final long[] advanceLines = new long[KEPT_ADVANCES];
  private final List<Run.Fall> fallsKept = new ArrayList<>();

  Track(int stream, Unit unit) {
    this.stream = stream;
    this.unit = unit;
  }

  /**
   * What a line states.
   *
   * @param value the count
   * @param total the number at which it ends; NaN if the line states none
   * @param measures whether the line also states a measured value
   */
  record Count(double value, double total, boolean measures) {}

  /** States the number of attempts that began before the next reading. */
  void noteAttempt(int number) {
    begins = begins || readings > 0 && number != attempt;
    attempt = number;
  }

  void addReading(Count count, long line, @Nullable LogTime time) {
    double value = count.value();
    double total = count.total();
    if (readings > 0 && line < lastLine) {
      // The first line of a shape that was proven to count by its second one.
      return;
    }
    if (total < this.total || total == innerTotal) {
      // The bar of an evaluation within the run.
      return;
    }
    if (inner != null) {
      if (total == this.total) {
        innerTotal = inner.total;
        inner = null;
      } else if (!Double.isNaN(total)) {
        inner.addReading(count, line, time);
        return;
      }
    }
    if (total > this.total && last < this.total) {
      // An evaluation has more batches than the training, or the run begins anew.
      inner = new Track(stream, unit);
      inner.addReading(count, line, time);
      return;
    }
    if (unit == Unit.STEP && value == last - 1 && readings > 0) {
      // A bar and a line of metrics, one of which counts from 0.
      return;
    }
    if (total > this.total) {
      readings = 0;
      falls = 0;
      fallsKept.clear();
    }
    if (readings++ == 0) {
      first = value;
      firstLine = line;
      noteAdvance(line);
    } else if (value != last || begins) {
      falls += value < last ? 1 : 0;
      if ((value < last || begins) && fallsKept.size() < MAX_FALLS) {
        fallsKept.add(new Run.Fall(line, lastLine, last, value));
      }
      // What follows a fall counts anew.
      noteAdvance(line);
    }
    begins = false;
    last = value;
    lastLine = line;
    lastTime = time;
    if (!Double.isNaN(total)) {
      this.total = total;
    }
    // Keras prints "Epoch 10/10" before the last epoch.
    atTotal = value >= total && (unit != Unit.EPOCH || count.measures());
  }

  private void noteAdvance(long line) {
    advanceLines[(int) (advances++ % KEPT_ADVANCES)] = line;
  }

  double last() {
    return last;
  }

  double total() {
    return total;
  }

  /**
   * What became of the count.
   *
   * @param bound the number that the run is to reach as its settings state it, NaN if they do not
   */
  Run.Progress toProgress(double bound) {
    if (inner != null) {
      return inner.toProgress(bound);
    }
    double end = Double.isNaN(total) && bound >= last ? bound : total;
    long kept = Math.min(advances, KEPT_ADVANCES);
    List<Long> latest = new ArrayList<>();
    for (long i = advances - kept; i < advances; i++) {
      latest.add(advanceLines[(int) (i % KEPT_ADVANCES)]);
    }
    return new Run.Progress(
        stream,
        unit,
        new Run.Reading(first, firstLine, null),
        new Run.Reading(last, lastLine, lastTime),
        Double.isNaN(end) ? null : end,
        atTotal,
        readings,
        falls,
        advances,
        latest,
        List.copyOf(fallsKept));
  }
}
