package dev.faultbook.web;

import dev.faultbook.report.RunReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The run as the page draws it: a strip over the lines of the log, a bar of its steps and curves of
 * what it measured. Positions are percentages of the width.
 *
 * @param bars the attempts
 * @param marks what happened at a line, in the order of the lines
 * @param gap the silence before the first error, as a stretch of the strip; null if there is none
 * @param steps how far the run came; null if the log does not tell where it would end
 */
public record RunView(
    List<Bar> bars,
    List<Mark> marks,
    @Nullable Bar gap,
    @Nullable Steps steps,
    List<RunCurve> curves) {
  /** Share of the strip that a silence takes: its time has no length in lines. */
  private static final double GAP = 8;

  private static final double MIN_SILENCE = 300;

  /** A stretch of the strip with the outcome of the attempt. */
  public record Bar(
      String x, String width, String until, String outcome, RunReport.@Nullable Attempt attempt) {}

  /**
   * An event.
   *
   * @param kind {@code progress}, {@code checkpoint}, {@code end} or {@code failure}
   * @param step the step that it states or that was reached, or null
   */
  public record Mark(String kind, String x, long line, @Nullable Number step) {
    /** The sign as an SVG path around 0, 16 high. */
    public String sign() {
      return switch (kind) {
        case "checkpoint" -> "M-4 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0z";
        case "failure" -> "M-4 4l8 8m0-8l-8 8";
        case "progress" -> "M0 2v12";
        default -> "M-3 5h6v6h-6z";
      };
    }
  }

  /**
   * The steps of the whole run.
   *
   * @param saved where the last checkpoint stands; null if none is known
   * @param lost width of what has to be computed again
   */
  public record Steps(String reached, @Nullable String saved, @Nullable String lost) {}

  /**
   * The drawing of a run.
   *
   * @param lines number of lines of the log
   * @return null if the log tells nothing about the run
   */
  static @Nullable RunView of(@Nullable RunReport run, long lines) {
    if (run == null) {
      return null;
    }
    List<RunCurve> curves = RunCurve.allOf(run.series());
    boolean told =
        run.lastStep() != null || run.lastCheckpoint() != null || run.attempts().size() > 1;
    return told || !curves.isEmpty() ? new Strip(run, lines).draw(curves) : null;
  }

  private record Strip(RunReport run, long lines) {
    private RunView draw(List<RunCurve> curves) {
      return new RunView(
          run.attempts().stream()
              .map(one -> bar(one.startLine(), one.endLine(), one.ended(), one))
              .toList(),
          marks(),
          isSilent() ? gap() : null,
          steps(),
          curves);
    }

    private boolean isSilent() {
      Double silent = run.silentSeconds();
      return silent != null && silent >= MIN_SILENCE && run.progressLine() != null;
    }

    private Bar gap() {
      double from = at(Objects.requireNonNull(run.progressLine()));
      return stretch(from, GAP, "silent", null);
    }

    private Bar bar(long from, long to, String outcome, RunReport.@Nullable Attempt attempt) {
      double x = at(from - 1);
      return stretch(x, Math.max(0.6, at(to) - x), outcome, attempt);
    }

    private static Bar stretch(
        double x, double width, String outcome, RunReport.@Nullable Attempt attempt) {
      return new Bar(percent(x), percent(width), percent(x + width), outcome, attempt);
    }

    private List<Mark> marks() {
      List<Mark> marks = new ArrayList<>();
      if (run.progressLine() != null) {
        marks.add(mark("progress", run.progressLine(), run.lastStep()));
      }
      RunReport.LastCheckpoint saved = run.lastCheckpoint();
      if (saved != null) {
        marks.add(mark("checkpoint", saved.line(), saved.step()));
      }
      run.attempts().stream()
          .filter(one -> one.failureLine() != null)
          .forEach(one -> marks.add(mark("failure", one.failureLine(), one.lastStep())));
      Long end = run.endLine();
      if (end != null && marks.stream().noneMatch(mark -> mark.line() == end)) {
        marks.add(mark("end", end, null));
      }
      marks.sort(Comparator.comparingLong(Mark::line));
      return marks;
    }

    private Mark mark(String kind, @Nullable Long line, @Nullable Number step) {
      long number = Objects.requireNonNull(line);
      return new Mark(kind, percent(at(number)), number, step);
    }

    private @Nullable Steps steps() {
      Number total = run.totalSteps();
      Number last = run.lastStep();
      if (total == null || last == null || total.doubleValue() <= 0) {
        return null;
      }
      double reached = share(last, total);
      RunReport.LastCheckpoint saved = run.lastCheckpoint();
      if (saved == null || saved.step() == null) {
        return new Steps(percent(reached), null, null);
      }
      double from = Math.min(reached, share(saved.step(), total));
      return new Steps(percent(reached), percent(from), percent(reached - from));
    }

    /** The place of the end of a line. */
    private double at(long line) {
      boolean gapped = isSilent();
      double width = gapped ? 100 - GAP : 100;
      double shift = gapped && line > Objects.requireNonNull(run.progressLine()) ? GAP : 0;
      return Math.min(100, width * line / Math.max(1, lines) + shift);
    }
  }

  private static double share(Number part, Number whole) {
    return Math.clamp(100 * part.doubleValue() / whole.doubleValue(), 0, 100);
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.2f%%", value);
  }
}
