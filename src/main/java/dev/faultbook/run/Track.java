package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one count of one stream went while its lines are read. */
final class Track {
  /** Most falls that are kept; more are counted only. */
  private static final int MAX_FALLS = 64;

  /** Number of the latest rises whose lines are kept. */
  private static final int KEPT_RISES = 8;

  final int stream;
  final Unit unit;
  private double first;
  private double last;
  private double total = Double.NaN;
  private long firstLine;
  private long lastLine;
  private @Nullable LogTime lastTime;
  private int readings;
  private long rises;
  private int falls;
  private boolean atTotal;
  private final long[] riseLines = new long[KEPT_RISES];
  private final List<Run.Fall> fallsKept = new ArrayList<>();

  Track(int stream, Unit unit) {
    this.stream = stream;
    this.unit = unit;
  }

  /** Adds a reading; {@code total} is NaN where the line states none. */
  void addReading(double value, double total, long line, @Nullable LogTime time) {
    if (readings++ == 0) {
      first = value;
      firstLine = line;
    } else if (value > last) {
      riseLines[(int) (rises++ % KEPT_RISES)] = line;
    } else if (value < last) {
      falls++;
      if (fallsKept.size() < MAX_FALLS) {
        fallsKept.add(new Run.Fall(line, last, value));
      }
      // What follows counts anew.
      riseLines[(int) (rises++ % KEPT_RISES)] = line;
    }
    last = value;
    lastLine = line;
    lastTime = time;
    if (!Double.isNaN(total)) {
      this.total = total;
    }
    atTotal = value >= total;
  }

  double last() {
    return last;
  }

  Run.Progress toProgress() {
    long kept = Math.min(rises, KEPT_RISES);
    List<Long> latest = new ArrayList<>();
    for (long i = rises - kept; i < rises; i++) {
      latest.add(riseLines[(int) (i % KEPT_RISES)]);
    }
    return new Run.Progress(
        stream,
        unit,
        new Run.Reading(first, firstLine, null),
        new Run.Reading(last, lastLine, lastTime),
        Double.isNaN(total) ? null : total,
        atTotal,
        readings,
        falls,
        latest,
        List.copyOf(fallsKept));
  }
}
