package dev.faultbook.run;

import java.util.List;
import java.util.TreeSet;

/**
 * Tells which errors a run survived by working on: in the process that had the error, or in a later
 * attempt.
 */
public final class Survival {
  /** Advances behind a fatal error that prove that its process went on. */
  private static final int MIN_ADVANCES = 2;

  private final List<Run.Progress> progress;
  private final TreeSet<Long> restarts = new TreeSet<>();

  /** Reads once what the log of a run states. */
  public Survival(RunLog log) {
    this.progress = log.progress().stream().filter(Run.Progress::counts).toList();
    log.marks().stream()
        .filter(mark -> mark.sort() == Sort.AGAIN || mark.sort() == Sort.STARTED)
        .forEach(mark -> restarts.add(mark.line()));
    for (Run.Progress of : progress) {
      of.fallsKept().forEach(fall -> restarts.add(fall.line()));
    }
  }

  /**
   * Whether the process that had an error went on.
   *
   * @param line number of the last line of the error
   * @param stream id of its stream
   * @param fatal whether such an error usually ends its process
   */
  boolean wentOn(long line, int stream, boolean fatal) {
    int least = fatal ? MIN_ADVANCES : 1;
    Long restart = restarts.higher(line);
    return progress.stream()
        .filter(of -> of.stream() == stream)
        .anyMatch(
            of -> of.advancesWithin(line, restart == null ? Long.MAX_VALUE : restart) >= least);
  }

  /** Whether the job began anew behind a line, and worked. */
  boolean startedAgainAfter(long line) {
    Long restart = restarts.higher(line);
    return restart != null && progress.stream().anyMatch(of -> of.advancesAfter(restart - 1) > 0);
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
                    of.weight() == Incident.Weight.MACHINE
                        || !wentOn(of.lastLine(), of.stream(), of.weight() == Incident.Weight.END))
            .toList();
    long latest = restarts.isEmpty() ? 0 : restarts.last();
    boolean failedAgain =
        open.stream().anyMatch(of -> of.line() > latest && of.weight() != Incident.Weight.ERROR);
    return failedAgain
        ? open
        : open.stream()
            .filter(
                of -> of.weight() == Incident.Weight.MACHINE || !startedAgainAfter(of.lastLine()))
            .toList();
  }
}
