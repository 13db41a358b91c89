package dev.faultbook.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Points of one measured value, thinned so that at most {@link #MAX_POINTS} are kept. A value that
 * is not a number, or much larger than those before it, is always kept, and with the former the
 * value before it.
 */
public final class Series {
  static final int MAX_POINTS = 200;
  private static final double SPIKE = 3;

  /** How many of the latest values are remembered. */
  public static final int LATEST = 5;

  private final List<Point> points = new ArrayList<>();
  private long seen;
  private int every = 1;
  private int striking;

  // The latest values, of which most are not kept: a ring.
  private final double[] latestSteps = new double[LATEST];
  private final double[] latestValues = new double[LATEST];
  private final long[] latestLines = new long[LATEST];

  /** The value of the last point that is kept; infinite without one. */
  private double last = Double.POSITIVE_INFINITY;

  // The latest value, which may be kept later; none if it was kept.
  private boolean skipped;
  private double skippedStep;
  private double skippedValue;
  private long skippedLine;

  /**
   * One value.
   *
   * @param step the progress at its line; NaN if unknown
   * @param value may be NaN or infinite
   * @param line the line's number
   */
  public record Point(double step, double value, long line) {}

  void addPoint(double step, double value, long line) {
    boolean strikes = isStriking(value) && striking < MAX_POINTS / 4;
    if (strikes) {
      striking++;
    }
    if (strikes && !Double.isFinite(value) && skipped) {
      points.add(new Point(skippedStep, skippedValue, skippedLine));
    }
    skipped = !strikes && (seen & every - 1) != 0;
    if (skipped) {
      skippedStep = step;
      skippedValue = value;
      skippedLine = line;
    } else {
      points.add(new Point(step, value, line));
      last = value;
    }
    int at = (int) (seen % LATEST);
    latestSteps[at] = step;
    latestValues[at] = value;
    latestLines[at] = line;
    seen++;
    if (points.size() > MAX_POINTS) {
      thinOut();
    }
  }

  /** Keeps the latest values all, because something happened right after them. */
  void keepLatest() {
    if (points.size() + LATEST > MAX_POINTS) {
      thinOut();
    }
    Map<Long, Point> all = new TreeMap<>();
    points.forEach(point -> all.put(point.line(), point));
    for (int i = 0; i < Math.min(seen, LATEST); i++) {
      all.put(latestLines[i], new Point(latestSteps[i], latestValues[i], latestLines[i]));
    }
    points.clear();
    points.addAll(all.values());
    skipped = false;
  }

  List<Point> points() {
    return List.copyOf(points);
  }

  private boolean isStriking(double value) {
    return Double.isFinite(last) && (!Double.isFinite(value) || value > SPIKE * Math.abs(last));
  }

  /** Drops every second point, but no more than a few at which the values change suddenly. */
  private void thinOut() {
    List<Point> kept = new ArrayList<>();
    int extra = 0;
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      boolean sudden =
          i > 0
              && (!Double.isFinite(point.value()) && Double.isFinite(points.get(i - 1).value())
                  || point.value() > SPIKE * Math.abs(points.get(i - 1).value()));
      boolean ends =
          i + 1 < points.size()
              && Double.isFinite(point.value())
              && !Double.isFinite(points.get(i + 1).value());
      boolean striking = i % 2 != 0 && (sudden || ends) && extra++ < MAX_POINTS / 4;
      if (i % 2 == 0 || striking) {
        kept.add(point);
      }
    }
    points.clear();
    points.addAll(kept);
    last = kept.getLast().value();
    every *= 2;
  }
}
