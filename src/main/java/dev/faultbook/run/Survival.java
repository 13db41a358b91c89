package dev.faultbook.run;

import java.util.List;
import java.util.TreeSet;

/**
 * Tells which errors a run survived by working on: in the process that had the error, or in a later
 * attempt.
 */
final class Survival {
  /** Advances behind a fatal error that prove that its process went on. */
  private static final int MIN_ADVANCES = 2;

  private final List<Run.Progress> progress;
  private final TreeSet<Long> restarts = new TreeSet<>();

  Survival(RunLog log) {
    this.progress = log.progress().stream().filter(Run.Progress::counts).toList();
    log.marks().stream()
        .filter(mark -> mark.sort() == Sort.AGAIN || mark.sort() == Sort.STARTED)
        .forEach(mark -> restarts.add(mark.line()));
    for (Run.Progress of : progress) {
      of.fallsKept().forEach(fall -> restarts.add(fall.line()));
    }
  }

  /**
   * Whether the run survived what a line reports.
   *
   * @param line number of the last line of the error
   * @param stream id of its stream
   * @param fatal whether such an error usually ends its process
   */
  boolean survived(long line, int stream, boolean fatal) {
    int least = fatal ? MIN_ADVANCES : 1;
    boolean wentOn =
        progress.stream().anyMatch(of -> of.stream() == stream && of.advancesAfter(line) >= least);
    return wentOn || startedAgainAfter(line);
  }

  boolean survived(Incident incident) {
    return incident.weight() != Incident.Weight.MACHINE
        && survived(
            incident.lastLine(), incident.stream(), incident.weight() == Incident.Weight.END);
  }

  /** Whether the job began anew behind a line, and worked. */
  private boolean startedAgainAfter(long line) {
    Long restart = restarts.higher(line);
    return restart != null
        && progress.stream().anyMatch(of -> of.advancesAfter(restart - 1) >= MIN_ADVANCES);
  }
}
