package dev.faultbook.run;

import dev.faultbook.log.LogTime;
import dev.faultbook.run.Incident.Weight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges how a run went from what its lines state and from what may have ended it. */
final class RunJudge {
  /** Lines behind the last progress of a log that still shows the job at work. */
  private static final int MAX_LINES_AFTER = 12;

  /** So often the progress goes on behind a message that only a part of the work was done. */
  private static final int MIN_ADVANCES = 2;

  /** Lines within which a scheduler tells of the end of an attempt. */
  private static final int MAX_ENDING = 4;

  private static final Set<Sort> GOOD = EnumSet.of(Sort.FINISHED, Sort.SUCCEEDED, Sort.EXITED_WELL);

  private static final Comparator<Incident> BY_WEIGHT =
      Comparator.comparing(Incident::weight).thenComparingLong(Incident::line);

  private final RunLog log;
  private final Survival survival;
  private final List<Incident> incidents;

  /** Those that the run did not survive by working on. */
  private final List<Incident> open;

  private final long lead;
  private final Run.@Nullable Progress main;

  RunJudge(RunLog log, Survival survival, List<Incident> incidents, long lead) {
    this.log = log;
    this.survival = survival;
    this.incidents = incidents;
    this.open = survival.findOpen(incidents);
    this.lead = lead;
    this.main = chooseMain();
  }

  /** The progress of the last attempt, if it made any. */
  private Run.@Nullable Progress chooseMain() {
    long last = survival.begun().stream().mapToLong(line -> line).max().orElse(0);
    List<Run.Progress> latest =
        log.progress().stream().filter(of -> of.first().line() >= last).toList();
    Run.Progress chosen = Run.chooseMain(latest);
    return withBeginning(followUp(chosen == null ? Run.chooseMain(log.progress()) : chosen));
  }

  /** The attempts before counted in streams of their own, the files of a chain of jobs, say. */
  private Run.@Nullable Progress withBeginning(Run.@Nullable Progress of) {
    return of == null
        ? null
        : log.progress().stream()
            .filter(before -> before.unit() == of.unit() && before.counts())
            .filter(before -> before.last().line() < of.first().line())
            .filter(before -> Objects.equals(before.total(), of.total()))
            .filter(before -> before.first().value() < of.first().value())
            .min(Comparator.comparingLong(before -> before.first().line()))
            .map(before -> of.startingWith(before.first()))
            .orElse(of);
  }

  /** A worker that was started again counts in a stream of its own, towards the same end. */
  private Run.@Nullable Progress followUp(Run.@Nullable Progress of) {
    return of == null
        ? null
        : log.progress().stream()
            .filter(later -> later.unit() == of.unit() && later.counts())
            .filter(later -> later.first().line() > of.last().line())
            .filter(later -> Objects.equals(later.total(), of.total()))
            .max(Comparator.comparingLong(later -> later.last().line()))
            .map(later -> later.startingWith(of.first()))
            .orElse(of);
  }

  Run judge() {
    Long finished = findGoodEnd();
    Incident fatal = finished == null ? findFatal() : null;
    Ended ended = endOf(finished, fatal);
    Long endLine = finished != null ? finished : fatal != null ? Long.valueOf(fatal.line()) : null;
    if (ended != null && endLine == null) {
      endLine = log.lastLine();
    }
    List<Run.Attempt> attempts = ended == null ? List.of() : findAttempts(ended);
    Checkpoint checkpoint = log.checkpoints().isEmpty() ? null : log.checkpoints().getLast();
    Run.Measurements measured =
        main == null
            ? Run.Measurements.NONE
            : log.series().getOrDefault(main.stream(), Run.Measurements.NONE);
    return new Run(
        main,
        checkpoint,
        ended,
        endLine,
        attempts,
        sameFailure(attempts),
        ended == Ended.FINISHED ? null : silenceBefore(fatal),
        measured,
        log,
        survival);
  }

  private @Nullable Ended endOf(@Nullable Long finished, @Nullable Incident fatal) {
    if (finished != null) {
      return Ended.FINISHED;
    }
    if (fatal != null) {
      return fatal.ended();
    }
    long work =
        log.checkpoints().stream()
            .mapToLong(Checkpoint::line)
            .reduce(main == null ? 0 : main.last().line(), Math::max);
    if (main == null || log.lastLine() - work > MAX_LINES_AFTER) {
      return null;
    }
    return log.cutOff() ? Ended.CUT_OFF : Ended.RUNNING;
  }

  /** The line that shows a good end which no later incident contradicts; null if there is none. */
  private @Nullable Long findGoodEnd() {
    long lastEnd =
        open.stream()
            .filter(incident -> incident.weight() == Weight.END)
            .mapToLong(of -> survival.isReportedAbove(of.line()) ? Long.MAX_VALUE : of.line())
            .max()
            .orElse(0);
    Long end = null;
    for (Run.Mark mark : log.marks()) {
      if (mark.sort() == Sort.PART_DONE && lastEnd == 0 && nothingCountsBehind(mark.line())
          || GOOD.contains(mark.sort())
              && mark.line() > lastEnd
              && (mark.sort() == Sort.SUCCEEDED
                  || wentOnBefore(mark.line(), lastEnd)
                  || startedAnew(mark, lastEnd))
              && (survival.isReportedAbove(mark.line()) || !goesOn(mark.line()))
              && !failsAnew(mark.line())
              && !isExitOfStop(mark)) {
        end = mark.line();
      }
    }
    if (end == null && main != null && main.last().line() > lastEnd) {
      end = reachedTotal(main) ? Long.valueOf(main.last().line()) : lineSavedAtEnd(main);
    }
    return end;
  }

  /**
   * The line of the checkpoint that was written at the last step or epoch there is, and after which
   * none followed; null if there is none. MaxText counts from 0: 60 steps end with step 59.
   */
  private @Nullable Long lineSavedAtEnd(Run.Progress of) {
    Checkpoint saved = log.checkpoints().isEmpty() ? null : log.checkpoints().getLast();
    if (saved == null || of.total() == null) {
      return null;
    }
    double last = of.first().value() == 0 ? of.total() - 1 : of.total();
    return saved.step() != null && saved.step() == last && of.last().value() == last
        ? Long.valueOf(Math.max(saved.line(), of.last().line()))
        : null;
  }

  /** A job that is told to stop writes a checkpoint and exits well. */
  private boolean isExitOfStop(Run.Mark end) {
    return end.sort() == Sort.EXITED_WELL
        && open.stream()
            .filter(of -> Survival.STOPPED.contains(of.ended()) && of.line() < end.line())
            .anyMatch(of -> of.weight() == Weight.END && !startedAnew(end, of.line()));
  }

  private boolean nothingCountsBehind(long line) {
    return log.progress().stream().allMatch(of -> of.advancesAfter(line) == 0);
  }

  /** Whether the work goes on behind a line: only a part of it was done there. */
  private boolean goesOn(long line) {
    return main != null && main.advancesAfter(line) >= MIN_ADVANCES;
  }

  /** Whether something was started behind a good end, and the log ends with its failure. */
  private boolean failsAnew(long line) {
    return log.marks().stream()
        .filter(mark -> mark.sort().begins() && mark.line() > line)
        .anyMatch(
            mark ->
                open.stream()
                    .anyMatch(
                        of ->
                            of.line() > mark.line()
                                && of.line() == lead
                                && log.lastLine() - of.lastLine() <= MAX_ENDING));
  }

  /** Keras prints {@code Epoch 3/3} before the batches of the last epoch. */
  private boolean reachedTotal(Run.Progress of) {
    return of.reachedTotal()
        || of.unit() == Unit.EPOCH
            && of.total() != null
            && of.last().value() == of.total()
            && log.progress().stream()
                .anyMatch(
                    batches ->
                        batches.unit() == Unit.BATCH
                            && batches.stream() == of.stream()
                            && batches.atTotal()
                            && batches.last().line() > of.latestAdvances().getLast());
  }

  /**
   * Whether work was done between the last fatal incident and a message of success. A script that
   * prints "finished" behind a crash did none.
   */
  private boolean wentOnBefore(long end, long lastEnd) {
    if (lastEnd == 0) {
      return true;
    }
    return log.progress().stream()
        .anyMatch(of -> of.last().line() > lastEnd && of.first().line() <= end);
  }

  /** An attempt that was started behind the last failure came to a good end. */
  private boolean startedAnew(Run.Mark end, long lastEnd) {
    return lastEnd > 0
        && log.marks().stream()
            .anyMatch(
                mark -> mark.sort().begins() && mark.line() > lastEnd && mark.line() < end.line());
  }

  private @Nullable Incident findFatal() {
    return open.stream()
        .filter(incident -> incident.line() == lead)
        .findFirst()
        .or(() -> open.stream().filter(i -> i.weight() == Weight.END).findFirst())
        .or(() -> open.stream().findFirst())
        .orElse(null);
  }

  private List<Run.Attempt> findAttempts(Ended ended) {
    List<Long> starts = findStarts();
    List<Run.Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      boolean latest = i == starts.size() - 1;
      long from = starts.get(i);
      long to = latest ? log.lastLine() : starts.get(i + 1) - 1;
      Incident failure = failureWithin(from, to);
      Ended outcome = latest ? ended : failure == null ? Ended.KILLED : failure.ended();
      Long told =
          failure == null || latest && ended == Ended.FINISHED
              ? null
              : Long.valueOf(failure.line());
      Double before = attempts.isEmpty() ? null : attempts.getLast().lastStep();
      Double first = stepWithin(from, to, true);
      attempts.add(
          new Run.Attempt(
              from,
              to,
              outcome,
              told,
              first == null ? before : first,
              stepWithin(from, to, false)));
    }
    return attempts;
  }

  /**
   * First lines of the attempts: messages of launchers, and counts that begin anew after errors.
   */
  private List<Long> findStarts() {
    TreeSet<Long> candidates = new TreeSet<>();
    log.marks().stream()
        .filter(mark -> mark.sort().begins())
        .forEach(mark -> candidates.add(mark.line()));
    if (main != null) {
      for (Run.Fall fall : main.fallsKept()) {
        if (fall.to() < fall.from() && incidents.stream().anyMatch(i -> i.line() < fall.line())) {
          candidates.add(fall.line());
        }
      }
    }
    candidates.addAll(survival.begun());
    List<Long> starts = new ArrayList<>(List.of(1L));
    for (long candidate : candidates) {
      if (survival.begun().contains(candidate)
          || happenedBetween(starts.getLast(), candidate)
          || resumes(starts.getLast(), candidate)
          || isRequeue(candidate) && isApart(starts.getLast(), candidate)) {
        if (isEndOfLast(starts.getLast(), candidate)) {
          starts.removeLast();
        }
        // A line that tells of a failure belongs to the attempt that failed.
        if (!tellsOfFailure(candidate)) {
          starts.add(candidate);
        } else if (isFollowed(candidate)) {
          starts.add(candidate + 1);
        }
      }
    }
    return starts;
  }

  private boolean isRequeue(long line) {
    return log.marks().stream()
        .anyMatch(mark -> mark.line() == line && mark.sort() == Sort.REQUEUED);
  }

  /** Whether there is room for an attempt before a line and behind it. */
  private boolean isApart(long from, long line) {
    return line - from >= MAX_ENDING && log.lastLine() - line >= MAX_ENDING;
  }

  /**
   * Whether a scheduler's message that the job goes back into the queue was followed only by those
   * of its end, so that the attempt begins later.
   */
  private boolean isEndOfLast(long from, long at) {
    List<Incident> between =
        incidents.stream().filter(of -> of.line() >= from && of.line() < at).toList();
    return from > 1
        && (isRequeue(from) || isRequeue(from - 1))
        && stepWithin(from, at - 1, false) == null
        && !between.isEmpty()
        && between.getLast().line() - from < MAX_ENDING;
  }

  /**
   * Whether a process that worked since a line goes on from a checkpoint: only a new process reads
   * one, whatever ended the one before.
   */
  private boolean resumes(long from, long at) {
    return main != null
        && log.marks().stream().anyMatch(mark -> mark.line() == at && mark.sort() == Sort.AGAIN)
        && log.checkpoints().stream().anyMatch(read -> read.line() == at)
        && stepWithin(from, at - 1, false) != null
        && log.progress().stream()
            .anyMatch(of -> of.unit() == main.unit() && of.advancesAfter(at) > 0);
  }

  /** Whether anything happened behind a line that tells of a failure and, perhaps, of a restart. */
  private boolean isFollowed(long line) {
    return happenedBetween(line + 1, Long.MAX_VALUE)
        || !nothingCountsBehind(line)
        || log.marks().stream().anyMatch(mark -> mark.line() > line);
  }

  private boolean tellsOfFailure(long line) {
    return !survival.begun().contains(line) && incidents.stream().anyMatch(i -> i.line() == line);
  }

  /** Whether a process failed between two lines, so that the second one begins an attempt. */
  private boolean happenedBetween(long from, long to) {
    return incidents.stream().anyMatch(i -> i.line() >= from && i.line() < to);
  }

  private @Nullable Incident failureWithin(long from, long to) {
    return incidents.stream()
        .filter(incident -> incident.line() >= from && incident.line() <= to)
        .min(Comparator.comparing((Incident i) -> i.line() != lead).thenComparing(BY_WEIGHT))
        .orElse(null);
  }

  /** The first or the last count of an attempt; null if none of its lines tells. */
  private @Nullable Double stepWithin(long from, long to, boolean first) {
    if (main == null) {
      return null;
    }
    Comparator<Run.Reading> order = Comparator.comparingLong(Run.Reading::line);
    return log.progress().stream()
        .filter(of -> of.unit() == main.unit() && of.counts())
        .sorted(Comparator.comparing(of -> of != main))
        .flatMap(of -> readingsOf(of, from, to).min(first ? order : order.reversed()).stream())
        .findFirst()
        .map(Run.Reading::value)
        .orElse(null);
  }

  /** The known readings between two lines. */
  private static Stream<Run.Reading> readingsOf(Run.Progress of, long from, long to) {
    return Stream.concat(
            Stream.of(of.first(), of.last()),
            of.fallsKept().stream()
                .flatMap(
                    fall ->
                        Stream.of(
                            new Run.Reading(fall.from(), fall.fromLine(), null),
                            new Run.Reading(fall.to(), fall.line(), null))))
        .filter(reading -> reading.line() >= from && reading.line() <= to);
  }

  private @Nullable Boolean sameFailure(List<Run.Attempt> attempts) {
    Set<String> prints = new HashSet<>();
    int failed = 0;
    for (Run.Attempt attempt : attempts) {
      if (attempt.failureLine() != null) {
        failed++;
        // The lead stands in one attempt only, so it is not preferred here.
        incidents.stream()
            .filter(of -> of.line() >= attempt.startLine() && of.line() <= attempt.endLine())
            .min(BY_WEIGHT)
            .ifPresent(incident -> prints.add(incident.fingerprint()));
      }
    }
    return failed < 2 ? null : Boolean.valueOf(prints.size() == 1);
  }

  private @Nullable Long silenceBefore(@Nullable Incident fatal) {
    if (main == null) {
      return null;
    }
    LogTime last = main.last().time();
    LogTime error =
        Stream.concat(Stream.ofNullable(fatal), incidents.stream())
            .filter(incident -> incident.line() > main.last().line())
            .min(Comparator.comparingLong(Incident::line))
            .map(Incident::time)
            .orElse(null);
    if (last == null || error == null || !last.comparableTo(error)) {
      return null;
    }
    long silent = error.millis() - last.millis();
    return silent < 0 ? null : Long.valueOf(silent);
  }
}
