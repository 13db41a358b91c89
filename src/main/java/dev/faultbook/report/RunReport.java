package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.FailureAnalysis;
import dev.faultbook.diagnosis.Occurrence;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.log.LogTime;
import dev.faultbook.run.Checkpoint;
import dev.faultbook.run.Ended;
import dev.faultbook.run.Run;
import dev.faultbook.run.Series;
import dev.faultbook.run.Unit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the job did; what the log does not tell is null.
 *
 * @param firstStep the first count of progress
 * @param lastStep the last one
 * @param totalSteps the number at which the count ends
 * @param unit what is counted
 * @param progressLine number of the line with the last count
 * @param lastCheckpoint the last checkpoint that was written completely
 * @param lost what has to be computed again
 * @param silentSeconds time between the last progress and the first error
 * @param ended how the run ended
 * @param endLine number of the line that shows the end
 * @param attempts the attempts, in order
 * @param sameFailure whether all failed attempts failed in the same way
 * @param stepsIn about how far each attempt came from its own start until the same exception ended
 *     it; null (and omitted) if that differs
 * @param failureType the class of that exception; null (and omitted) if there is none
 * @param diverged where a measured value ceased to be a number; null (and omitted) if none did
 * @param series measured values; null (and omitted) unless they were asked for
 */
public record RunReport(
    @JsonProperty("first_step") @Nullable Number firstStep,
    @JsonProperty("last_step") @Nullable Number lastStep,
    @JsonProperty("total_steps") @Nullable Number totalSteps,
    @Nullable Unit unit,
    @JsonProperty("progress_line") @Nullable Long progressLine,
    @JsonProperty("last_checkpoint") @Nullable LastCheckpoint lastCheckpoint,
    @Nullable Lost lost,
    @JsonProperty("silent_seconds") @Nullable Double silentSeconds,
    @Nullable Ended ended,
    @JsonProperty("end_line") @Nullable Long endLine,
    List<Attempt> attempts,
    @JsonProperty("same_failure") @Nullable Boolean sameFailure,
    @JsonProperty("steps_in") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Number stepsIn,
    @JsonProperty("failure_type") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failureType,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Diverged diverged,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Measured series) {

  /** Share by which numbers of steps differ that are called the same. */
  private static final double TOLERANCE = 0.1;

  /** A checkpoint: its step and its path if they are known. */
  public record LastCheckpoint(@Nullable Number step, long line, @Nullable String path) {}

  /**
   * What has to be computed again after the last checkpoint.
   *
   * @param gpuHours for all GPUs of the job together; null if their number or the time is unknown
   */
  public record Lost(
      @Nullable Number steps,
      @Nullable Double seconds,
      @JsonProperty("gpu_hours") @Nullable Double gpuHours) {}

  /**
   * Where the loss, or else the gradient norm, ceased to be a number for the rest of the run.
   *
   * @param value {@code loss} or {@code grad_norm}
   * @param before the last record in which it was a number
   * @param gradNorm the largest of the last gradient norms before it; null if none is stated
   */
  public record Diverged(
      String value,
      @Nullable Number step,
      long line,
      Measurement before,
      @JsonProperty("grad_norm") @Nullable Measurement gradNorm) {}

  /** A measured value with its progress and line. */
  public record Measurement(@Nullable Number step, @Nullable Number value, long line) {
    private static Measurement of(Series.Point point) {
      return new Measurement(toNumber(point.step()), toNumber(point.value()), point.line());
    }
  }

  /**
   * One attempt of the job.
   *
   * @param outcome how it ended: {@code failed}, {@code finished}, {@code killed}, {@code running}
   * @param ended the same in the words for a whole run, which tell who ended it
   */
  public record Attempt(
      @JsonProperty("start_line") long startLine,
      @JsonProperty("end_line") long endLine,
      String outcome,
      String ended,
      @JsonProperty("failure_line") @Nullable Long failureLine,
      @JsonProperty("first_step") @Nullable Number firstStep,
      @JsonProperty("last_step") @Nullable Number lastStep) {}

  /** Points of measured values: progress, value, line; a value that is no number is null. */
  public record Measured(
      List<List<@Nullable Number>> loss,
      @JsonProperty("grad_norm") List<List<@Nullable Number>> gradNorm,
      List<List<@Nullable Number>> throughput) {}

  /**
   * The report of the run that a log shows.
   *
   * @param series whether it holds the measured values
   */
  static RunReport fromDiagnosis(Diagnosis diagnosis, boolean series) {
    Run run = diagnosis.failure().run();
    Run.Progress progress = run.progress();
    Checkpoint saved = run.checkpoint();
    String type =
        Boolean.TRUE.equals(run.sameFailure())
            ? diagnosis.failure().event().map(FailureEvent::type).orElse(null)
            : null;
    Long end = run.endLine();
    FailureAnalysis failure = diagnosis.failure();
    // Ranks tell of the same failure: the answer speaks of the one that failed first.
    Long told =
        end != null && failure.alike().stream().anyMatch(of -> of.line() == end)
            ? failure.occurrence().map(Occurrence::line).orElse(end)
            : end;
    return new RunReport(
        progress == null ? null : toNumber(progress.first().value()),
        progress == null ? null : toNumber(progress.last().value()),
        progress == null ? null : toNumber(progress.total()),
        progress == null ? null : progress.unit(),
        progress == null ? null : progress.last().line(),
        saved == null
            ? null
            : new LastCheckpoint(toNumber(saved.step()), saved.line(), saved.path()),
        lossOf(run, diagnosis),
        run.silentMillis() == null ? null : run.silentMillis() / 1000.0,
        run.ended(),
        told,
        run.attempts().stream()
            .map(
                of ->
                    new Attempt(
                        of.startLine(),
                        of.endLine(),
                        outcomeOf(of.outcome()),
                        of.outcome().tag(),
                        end != null && end.equals(of.failureLine()) ? told : of.failureLine(),
                        toNumber(of.firstStep()),
                        toNumber(of.lastStep())))
            .toList(),
        run.sameFailure(),
        type == null ? null : stepsIn(run),
        type,
        divergenceOf(run.measurements()),
        !series
            ? null
            : new Measured(
                toPoints(run.measurements().loss()),
                toPoints(run.measurements().gradNorm()),
                toPoints(run.measurements().throughput())));
  }

  private static String outcomeOf(Ended ended) {
    return switch (ended) {
      case FAILED, FINISHED, RUNNING -> ended.tag();
      case CUT_OFF -> Ended.RUNNING.tag();
      case TIME_LIMIT, PREEMPTED, CANCELLED, RECLAIMED, EVICTED, KILLED -> Ended.KILLED.tag();
    };
  }

  /** The steps from the start of each failed attempt to its end, if they agree. */
  private static @Nullable Number stepsIn(Run run) {
    if (run.progress() == null || run.progress().unit() != Unit.STEP) {
      return null;
    }
    DoubleSummaryStatistics steps = new DoubleSummaryStatistics();
    // Programs print their first line after some steps.
    double before = -1;
    for (Run.Attempt of : run.attempts()) {
      if (of.failureLine() != null) {
        if (of.firstStep() == null || of.lastStep() == null) {
          return null;
        }
        double done = of.lastStep() - of.firstStep();
        if (before < 0) {
          before = of.firstStep() <= done / 2 ? of.firstStep() : 0;
        }
        steps.accept(done + before);
      }
    }
    boolean agree = steps.getMax() - steps.getMin() <= TOLERANCE * steps.getMax();
    return agree && steps.getMin() > 0 ? Math.round(steps.getAverage()) : null;
  }

  private static @Nullable Diverged divergenceOf(Run.Measurements measured) {
    Diverged loss = divergenceOf("loss", measured.loss(), measured.gradNorm());
    return loss != null ? loss : divergenceOf("grad_norm", measured.gradNorm(), List.of());
  }

  private static @Nullable Diverged divergenceOf(
      String name, List<Series.Point> points, List<Series.Point> norms) {
    int last = points.size() - 1;
    while (last >= 0 && !Double.isFinite(points.get(last).value())) {
      last--;
    }
    if (last < 0 || last == points.size() - 1) {
      return null;
    }
    Series.Point began = points.get(last + 1);
    return new Diverged(
        name,
        toNumber(began.step()),
        began.line(),
        Measurement.of(points.get(last)),
        norms.stream()
            .filter(norm -> norm.line() < began.line() && Double.isFinite(norm.value()))
            .sorted(Comparator.comparingLong(Series.Point::line).reversed())
            .limit(Series.LATEST)
            .max(Comparator.comparingDouble(Series.Point::value))
            .map(Measurement::of)
            .orElse(null));
  }

  private static @Nullable Lost lossOf(Run run, Diagnosis diagnosis) {
    Checkpoint saved = run.checkpoint();
    Run.Progress progress = run.progress();
    if (saved == null || progress == null || run.ended() == null || run.isHealthy()) {
      return null;
    }
    Double steps = saved.step() == null ? null : progress.last().value() - saved.step();
    if (steps != null && steps < 0) {
      return null;
    }
    Double seconds = secondsBetween(saved.time(), progress.last().time());
    Integer size = diagnosis.ranks() == null ? null : diagnosis.ranks().view().worldSize();
    return new Lost(
        toNumber(steps),
        seconds,
        seconds == null || size == null ? null : Math.round(seconds * size / 360) / 10.0);
  }

  private static @Nullable Double secondsBetween(@Nullable LogTime from, @Nullable LogTime to) {
    return from != null && to != null && from.comparableTo(to) && to.millis() >= from.millis()
        ? Double.valueOf((to.millis() - from.millis()) / 1000.0)
        : null;
  }

  private static @Nullable Number toNumber(@Nullable Double value) {
    if (value == null || !Double.isFinite(value)) {
      return null;
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return value.longValue();
    }
    return value;
  }

  private static List<List<@Nullable Number>> toPoints(List<Series.Point> points) {
    return points.stream()
        .map(
            point ->
                Arrays.asList(
                    toNumber(point.step()), toNumber(point.value()), (Number) point.line()))
        .toList();
  }
}
