package dev.faultbook.run;

import dev.faultbook.run.Incident.Weight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells which errors a run survived by working on: in the process that had the error, or in a later
 * attempt.
 */
public final class Survival {
  /** Advances behind a fatal error that prove that its process went on. */
  private static final int MIN_ADVANCES = 2;

  /** Ends from outside, behind which only another attempt works on. */
  static final Set<Ended> STOPPED =
      EnumSet.of(Ended.TIME_LIMIT, Ended.PREEMPTED, Ended.CANCELLED, Ended.EVICTED);

  private final List<Run.Progress> progress;
  private final TreeSet<Long> restarts = new TreeSet<>();

  /** The restarts of which a line speaks, or which follow an end from outside. */
  private final TreeSet<Long> marked = new TreeSet<>();

  /** First lines of the attempts that a scheduler or a person started. */
  private final TreeSet<Long> begun = new TreeSet<>();

  /** First lines of what ended a process. */
  private final TreeSet<Long> ends = new TreeSet<>();

  /** Lines at which a checkpoint was written, which only a process at work does. */
  private final TreeSet<Long> written = new TreeSet<>();

  /** Up to here the scheduler reports how the job ended; its output follows. */
  private final long reported;

  /** First line of that report; those above it are of attempts before. */
  private final long reportedFrom;

  /** First line of the attempts whose failure is the one to fix. */
  private final long current;

  /**
   * Reads once what the log of a run states.
   *
   * @param incidents what may have ended it, in the order of their lines
   */
  public Survival(RunLog log, List<Incident> incidents) {
    this.progress = log.progress().stream().filter(Run.Progress::counts).toList();
    log.marks().stream()
        .filter(mark -> mark.sort().begins())
        .forEach(mark -> marked.add(mark.line()));
    restarts.addAll(marked);
    log.checkpoints().forEach(of -> written.add(of.line()));
    written.removeAll(marked);
    this.reported =
        log.marks().stream()
            .filter(mark -> mark.sort() == Sort.REPORT_ABOVE)
            .mapToLong(Run.Mark::line)
            .max()
            .orElse(0);
    Long report = reported == 0 ? null : marked.lower(reported);
    this.reportedFrom = report == null ? 0 : report;
    for (Run.Progress of : progress) {
      of.fallsKept().forEach(fall -> restarts.add(fall.line()));
    }
    long from = 1;
    for (long file : log.files()) {
      if (worked(from, file, incidents) && worked(file, Long.MAX_VALUE, incidents)) {
        begun.add(file);
        from = file;
      }
    }
    this.current = findCurrent(incidents);
    incidents.stream().filter(of -> of.weight() == Weight.END).forEach(of -> ends.add(of.line()));
    incidents.stream()
        .filter(of -> of.weight() != Weight.ERROR && STOPPED.contains(of.ended()))
        .forEach(this::addStartAfter);
    restarts.addAll(begun);
  }

  /** A job that works on behind its end was started again, if nothing else says so. */
  private void addStartAfter(Incident stop) {
    progress.stream()
        .filter(of -> of.advancesAfter(stop.lastLine()) >= MIN_ADVANCES)
        .flatMap(of -> of.latestAdvances().stream())
        .filter(line -> line > stop.lastLine())
        .min(Comparator.naturalOrder())
        .filter(line -> restarts.subSet(stop.lastLine(), line + 1).isEmpty())
        .ifPresent(
            line -> {
              begun.add(line);
              marked.add(line);
            });
  }

  private boolean worked(long from, long to, List<Incident> incidents) {
    return progress.stream().anyMatch(of -> of.first().line() < to && of.last().line() >= from)
        || incidents.stream()
            .anyMatch(of -> of.weight() == Weight.END && of.line() >= from && of.line() < to);
  }

  /**
   * A person changes something before the next attempt: failures that the last one does not show
   * any more are of the past.
   */
  private long findCurrent(List<Incident> incidents) {
    List<Long> starts = new ArrayList<>(begun);
    starts.addFirst(1L);
    Optional<Incident> last = failureOf(starts.getLast(), Long.MAX_VALUE, incidents);
    if (last.isPresent() && last.get().weight() == Weight.END) {
      for (int i = 0; i + 1 < starts.size(); i++) {
        Optional<Incident> one = failureOf(starts.get(i), starts.get(i + 1), incidents);
        if (one.isPresent() && one.get().fingerprint().equals(last.get().fingerprint())) {
          return starts.get(i);
        }
      }
      return starts.getLast();
    }
    return 1;
  }

  private static Optional<Incident> failureOf(long from, long to, List<Incident> incidents) {
    return incidents.stream()
        .filter(of -> of.line() >= from && of.line() < to)
        .min(Comparator.comparing(Incident::weight).thenComparingLong(Incident::line));
  }

  /** First lines of the attempts that a scheduler or a person started, except the first one. */
  Set<Long> begun() {
    return begun;
  }

  /**
   * Whether the process that had an error went on, or the failure of a later attempt is another
   * one.
   *
   * @param line number of the last line of the error
   * @param stream id of its stream
   * @param fatal whether such an error usually ends its process
   */
  boolean wentOn(long line, int stream, boolean fatal) {
    int least = fatal ? MIN_ADVANCES : 1;
    int counting = fatal ? stream : countingFor(stream, line);
    Long restart = restarts.higher(line);
    return !isReportedAbove(line)
        && (line < current
            || progress.stream()
                .filter(of -> of.stream() == counting)
                .anyMatch(
                    of ->
                        of.advancesWithin(line, restart == null ? Long.MAX_VALUE : restart)
                            >= least));
  }

  /**
   * The stream that shows whether the processes of a stream went on: if one alone counts, before a
   * line and behind it, it counts the steps of all, which end at a process that does not come
   * along.
   */
  private int countingFor(int stream, long line) {
    boolean alone =
        !progress.isEmpty()
            && progress.stream().allMatch(of -> of.stream() == progress.getFirst().stream())
            && progress.stream().anyMatch(of -> of.first().line() < line);
    return alone ? progress.getFirst().stream() : stream;
  }

  /** Whether an end was reported above the output, so that nothing below makes good for it. */
  boolean isReportedAbove(long line) {
    return line < reported && line >= reportedFrom;
  }

  /** Whether the job began anew behind a line, and worked. */
  boolean startedAgainAfter(long line) {
    Long restart = restarts.higher(line);
    return !isReportedAbove(line)
        && restart != null
        && (written.higher(restart) != null
            || progress.stream().anyMatch(of -> of.advancesAfter(restart - 1) > 0));
  }

  /**
   * First line of the latest attempt that worked or failed, 1 if there is only one: a launcher's
   * own message, not a count that falls, as it does in each epoch.
   */
  public long latestAttempt() {
    return marked.descendingSet().stream().filter(this::workedSince).findFirst().orElse(1L);
  }

  private boolean workedSince(long line) {
    return progress.stream().anyMatch(of -> of.advancesAfter(line) > 0)
        || ends.ceiling(line) != null;
  }

  /** The incidents behind which only another attempt worked on, in the same stream. */
  public List<Incident> findEndsOfAttempts(List<Incident> incidents) {
    return incidents.stream()
        .filter(of -> !wentOn(of.lastLine(), of.stream(), true))
        .filter(of -> startedAgainAfter(of.lastLine()))
        .toList();
  }

  /**
   * The incidents that the run did not survive. A later attempt makes good for those before it only
   * if nothing ended that one.
   */
  public List<Incident> findOpen(List<Incident> incidents) {
    List<Incident> open =
        incidents.stream()
            .filter(
                of ->
                    of.weight() == Weight.MACHINE
                        || !wentOn(of.lastLine(), of.stream(), of.weight() == Weight.END))
            .toList();
    long latest = restarts.isEmpty() ? 0 : restarts.last();
    boolean failedAgain =
        open.stream().anyMatch(of -> of.line() > latest && of.weight() != Weight.ERROR);
    return failedAgain
        ? open
        : open.stream()
            .filter(of -> of.weight() == Weight.MACHINE || !startedAgainAfter(of.lastLine()))
            .toList();
  }
}
