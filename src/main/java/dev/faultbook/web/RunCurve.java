package dev.faultbook.web;

import dev.faultbook.report.RunReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A measured value over the run, 300 units wide and 40 high. Values far above the others are drawn
 * at the upper edge and marked, so that the rest keeps its shape.
 *
 * @param name {@code loss}, {@code grad_norm} or {@code throughput}
 * @param path the line, as an SVG path; broken where a value is no number
 * @param points places to click, at most {@link #MAX_POINTS}
 * @param marks spikes, and where the value ceased to be a number; at most {@link #MAX_MARKS}
 * @param first the first value
 * @param last the last value that is a number
 */
public record RunCurve(
    String name, String path, List<Point> points, List<Point> marks, String first, String last) {
  private static final int MAX_POINTS = 60;
  private static final int MAX_MARKS = 5;
  private static final int MIN_VALUES = 3;
  private static final int WIDTH = 300;
  private static final int HEIGHT = 40;
  private static final int MARGIN = 5;
  private static final double SPIKE = 3;

  /**
   * One value.
   *
   * @param step its progress; empty if unknown
   * @param value the number, or {@code NaN}
   */
  public record Point(String x, String y, long line, String step, String value) {}

  static List<RunCurve> allOf(RunReport.@Nullable Measured series) {
    return series == null
        ? List.of()
        : Stream.of(
                curve("loss", series.loss()),
                curve("grad_norm", series.gradNorm()),
                curve("throughput", series.throughput()))
            .filter(Objects::nonNull)
            .toList();
  }

  private static @Nullable RunCurve curve(String name, List<List<@Nullable Number>> points) {
    List<Double> finite =
        points.stream()
            .map(point -> point.get(1))
            .filter(Objects::nonNull)
            .map(Number::doubleValue)
            .toList();
    return finite.isEmpty() || points.size() < MIN_VALUES
        ? null
        : new Plot(points, finite).draw(name);
  }

  /** A number with four digits. */
  private static String format(Number number) {
    return new BigDecimal(number.toString())
        .round(new MathContext(4))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static final class Plot {
    private final List<List<@Nullable Number>> points;
    private final List<Double> finite;
    private final double low;
    private final double high;

    Plot(List<List<@Nullable Number>> points, List<Double> finite) {
      this.points = points;
      this.finite = finite;
      List<Double> sorted = finite.stream().sorted().toList();
      this.low = sorted.getFirst();
      double usual = sorted.get((sorted.size() - 1) * 9 / 10);
      this.high = Math.min(sorted.getLast(), Math.max(usual + (usual - low) / 2, low + 1e-9));
    }

    RunCurve draw(String name) {
      StringBuilder path = new StringBuilder();
      List<Point> all = new ArrayList<>();
      List<Point> marks = new ArrayList<>();
      Double before = null;
      boolean open = false;
      for (int i = 0; i < points.size(); i++) {
        Number value = points.get(i).get(1);
        Point point = pointOf(i);
        all.add(point);
        if (value != null) {
          path.append(open ? 'L' : 'M').append(point.x()).append(' ').append(point.y());
        }
        open = value != null;
        if (strikes(value, before) && marks.size() < MAX_MARKS) {
          marks.add(point);
        }
        before = value == null ? null : Double.valueOf(value.doubleValue());
      }
      int step = all.size() / MAX_POINTS + 1;
      List<Point> hits = new ArrayList<>();
      for (int i = 0; i < all.size(); i += step) {
        hits.add(all.get(i));
      }
      return new RunCurve(
          name, path.toString(), hits, marks, format(finite.getFirst()), format(finite.getLast()));
    }

    /** Whether a value ceases to be a number, or is far above the one before and the usual ones. */
    private boolean strikes(@Nullable Number value, @Nullable Double before) {
      if (before == null) {
        return false;
      }
      return value == null
          || value.doubleValue() > high && value.doubleValue() > SPIKE * Math.abs(before);
    }

    private Point pointOf(int i) {
      List<@Nullable Number> point = points.get(i);
      Number step = point.getFirst();
      Number value = point.get(1);
      double x = MARGIN + (WIDTH - 2.0 * MARGIN) * i / Math.max(1, points.size() - 1);
      double share =
          value == null || high <= low
              ? 1
              : (Math.min(value.doubleValue(), high) - low) / (high - low);
      double y = HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share;
      return new Point(
          round(x),
          round(y),
          Objects.requireNonNull(point.get(2)).longValue(),
          step == null ? "" : format(step),
          value == null ? "NaN" : format(value));
    }

    private static String round(double number) {
      return String.format(Locale.ROOT, "%.1f", number);
    }
  }
}
