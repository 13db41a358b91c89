package dev.faultbook.run;

import java.util.List;
import java.util.Map;

/**
 * What the lines of a log state about the run, before it is known what failed.
 *
 * @param progress the counts of each stream
 * @param series measured values by stream
 * @param checkpoints checkpoints that were written completely, in the order of their lines
 * @param marks lines about the run as a whole, in order
 * @param files lines at which a file begins that may be the log of a later attempt, because it
 *     begins after the one before it ended, or its name says so
 * @param lastLine number of the last line that is not empty; 0 for an empty log
 * @param cutOff whether the log ends in the middle of a line of progress
 */
public record RunLog(
    List<Run.Progress> progress,
    Map<Integer, Run.Measurements> series,
    List<Checkpoint> checkpoints,
    List<Run.Mark> marks,
    List<Long> files,
    long lastLine,
    boolean cutOff) {
  public RunLog {
    progress = List.copyOf(progress);
    series = Map.copyOf(series);
    checkpoints = List.copyOf(checkpoints);
    marks = List.copyOf(marks);
    files = List.copyOf(files);
  }
}
