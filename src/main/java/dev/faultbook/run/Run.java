package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the job did.
 *
 * @param progress the count that shows how far the run came; null if the log shows none
 * @param checkpoint the last checkpoint that was written completely; null if there is none
 * @param ended how the run ended; null if the log shows neither progress nor an end
 * @param endLine number of the line that shows the end; null if {@code ended} is null
 * @param attempts the attempts, in order; a single one if the job was not started again, none if
 *     {@code ended} is null
 * @param sameFailure whether all failed attempts failed in the same way; null with fewer than two
 * @param silentMillis time between the last progress and the first error; null if unknown
 * @param measurements the measured values of the stream of the progress
 * @param log what the lines state
 * @param survival what the run survived
 */
public record Run(
    @Nullable Progress progress,
    @Nullable Checkpoint checkpoint,
    @Nullable Ended ended,
    @Nullable Long endLine,
    List<Attempt> attempts,
    @Nullable Boolean sameFailure,
    @Nullable Long silentMillis,
    Measurements measurements,
    RunLog log,
    Survival survival) {
  public Run {
    attempts = List.copyOf(attempts);
  }

  /**
   * A count of one stream.
   *
   * @param stream id of the stream
   * @param unit what is counted
   * @param first the first reading
   * @param last the last reading
   * @param total the number at which the count ends; null if the lines do not state it
   * @param atTotal whether the last line states that the count has reached its end
   * @param readings number of lines that state the count
   * @param falls how often it began anew
   * @param advances number of its changes
   * @param latestAdvances numbers of the lines of the first reading and of its latest changes
   * @param fallsKept the first of its falls, and of its readings with which an attempt went on
   */
  public record Progress(
      int stream,
      Unit unit,
      Reading first,
      Reading last,
      @Nullable Double total,
      boolean atTotal,
      int readings,
      int falls,
      long advances,
      List<Long> latestAdvances,
      List<Fall> fallsKept) {
    boolean reachedTotal() {
      return atTotal
          && total != null
          && total > 1
          && (unit == Unit.STEP
              || unit == Unit.EPOCH
              || unit == Unit.SAMPLE
              || unit == Unit.REQUEST);
    }

    /** The same count, which began with another reading. */
    Progress startingWith(Reading start) {
      return new Progress(
          stream,
          unit,
          start,
          last,
          total,
          atTotal,
          readings,
          falls,
          advances,
          latestAdvances,
          fallsKept);
    }

    boolean counts() {
      return latestAdvances.size() > 1 || total != null && last.value() > 0;
    }

    /** Advances behind a line and before another one; those that are no longer kept count. */
    int advancesWithin(long line, long end) {
      if (advances == latestAdvances.size() || latestAdvances.getFirst() < end) {
        return (int) latestAdvances.stream().filter(at -> at > line && at < end).count();
      }
      boolean fell =
          fallsKept.stream()
              .filter(fall -> fall.line() > line && fall.to() < fall.from())
              .findFirst()
              .filter(fall -> fall.fromLine() <= line)
              .isPresent();
      boolean apart =
          fallsKept.stream().anyMatch(fall -> fall.fromLine() <= line && fall.line() >= end);
      return fell || apart ? 0 : latestAdvances.size();
    }

    int advancesAfter(long line) {
      return (int) latestAdvances.stream().filter(at -> at > line).count();
    }
  }

  /**
   * A count at a line.
   *
   * @param value the count
   * @param line the line's number
   * @param time the time of the line, stated or inherited; or null
   */
  public record Reading(double value, long line, @Nullable LogTime time) {}

  /**
   * A count that began anew, or went on in another attempt.
   *
   * @param line number of the line with the new count
   * @param fromLine number of the line with the count before
   * @param from the count before
   * @param to the count in the line
   */
  public record Fall(long line, long fromLine, double from, double to) {}

  /**
   * A line about the run as a whole.
   *
   * @param sort what it says
   * @param line the line's number
   * @param stream id of its stream
   * @param time its time, stated or inherited; or null
   */
  public record Mark(Sort sort, long line, int stream, @Nullable LogTime time) {}

  /** Points of measured values, each at most 200. */
  public record Measurements(
      List<Series.Point> loss, List<Series.Point> gradNorm, List<Series.Point> throughput) {
    static final Measurements NONE = new Measurements(List.of(), List.of(), List.of());
  }

  /**
   * One attempt of the job.
   *
   * @param startLine number of its first line
   * @param endLine number of its last line
   * @param outcome how it ended
   * @param failureLine number of the line of what ended it, or null
   * @param firstStep its first count, or the last one before it; or null
   * @param lastStep its last count, or null
   */
  public record Attempt(
      long startLine,
      long endLine,
      Ended outcome,
      @Nullable Long failureLine,
      @Nullable Double firstStep,
      @Nullable Double lastStep) {}

  /**
   * Judges a run.
   *
   * @param log what its lines state
   * @param survival what the run survived
   * @param incidents what may have ended it and was not handled according to the lines around it,
   *     in the order of their lines
   * @param lead the line of the incident that no other explains, 0 if there is none
   */
  public static Run judge(RunLog log, Survival survival, List<Incident> incidents, long lead) {
    return new RunJudge(log, survival, incidents, lead).judge();
  }

  /** Whether the run ended well. */
  public boolean hasFinished() {
    return ended == Ended.FINISHED;
  }

  /** Whether the run ended well or is at work. */
  public boolean isHealthy() {
    return ended == Ended.FINISHED || ended == Ended.RUNNING;
  }

  /**
   * Whether the run survived what a line reports: it ended well behind it, its process went on, or
   * a later attempt did.
   *
   * @param line number of the last line of the error
   * @param stream id of its stream
   * @param fatal whether such an error usually ends its process
   */
  public boolean survived(long line, int stream, boolean fatal) {
    if (hasFinished()) {
      return line < Objects.requireNonNull(endLine);
    }
    return survival.wentOn(line, stream, fatal)
        || ended == Ended.RUNNING && survival.startedAgainAfter(line);
  }

  /**
   * Whether a line says that a part of the work was left out because of an error, behind which the
   * process went on.
   *
   * @param line number of the line
   * @param text its text
   * @param stream id of its stream
   */
  public boolean skipped(long line, String text, int stream) {
    return RunPhrases.tellsOfSkip(text) && survival.wentOn(line, stream, false);
  }

  /** Whether the line itself says how the run goes, so that it is nothing the run survived. */
  public boolean isAboutRun(long line) {
    return log.progress().stream().anyMatch(of -> of.latestAdvances().contains(line))
        || log.marks().stream().anyMatch(mark -> mark.line() == line);
  }

  static @Nullable Progress chooseMain(List<Progress> all) {
    Predicate<Progress> counts = Progress::counts;
    return all.stream()
        .filter(counts)
        .filter(
            of ->
                of.unit() != Unit.STEP
                    || !countsWithinEpoch(of, all)
                        && !isOpenCount(of, all)
                        && !preparesRequests(of, all))
        .min(
            Comparator.comparing(Progress::unit)
                .thenComparing(Comparator.comparingInt(Progress::readings).reversed())
                .thenComparingInt(Progress::stream))
        .or(() -> all.stream().filter(counts).min(Comparator.comparing(Progress::unit)))
        .orElse(null);
  }

  /**
   * {@code epoch: [17/500], global_step: 5134}: the epochs alone tell how far the run is. Steps
   * that are told a few times are those of one task of many.
   */
  private static boolean isOpenCount(Progress steps, List<Progress> all) {
    return steps.total() == null
        && all.stream()
            .filter(of -> of.stream() == steps.stream() && of.total() != null)
            .anyMatch(
                of ->
                    of.unit() == Unit.EPOCH && of.last().line() == steps.last().line()
                        || of.unit() == Unit.COUNT && of.advances() > 2 * steps.advances());
  }

  /** lm-eval shows a bar without a label while it builds the contexts, and then asks the model. */
  private static boolean preparesRequests(Progress bar, List<Progress> all) {
    return bar.atTotal()
        && all.stream()
            .filter(of -> of.unit() == Unit.REQUEST && of.total() != null)
            .anyMatch(of -> of.first().line() > bar.last().line());
  }

  /** {@code Epoch [2/10], Step [100/600]}: the steps begin anew in each epoch. */
  private static boolean countsWithinEpoch(Progress steps, List<Progress> all) {
    return steps.falls() > 0
        && all.stream()
            .anyMatch(
                of ->
                    of.unit() == Unit.EPOCH
                        && of.stream() == steps.stream()
                        && of.last().value() - of.first().value() >= steps.falls());
  }
}
