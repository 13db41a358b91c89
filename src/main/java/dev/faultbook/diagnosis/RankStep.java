package dev.faultbook.diagnosis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something to collect from the ranks of a job. */
public sealed interface RankStep {
  /**
   * Logs of ranks that have no line.
   *
   * @param ranks the first of them
   * @param more whether there are others
   */
  record AbsentLogs(List<Integer> ranks, boolean more) implements RankStep {
    public AbsentLogs {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * What the kernel of a machine wrote.
   *
   * @param node the host, or null when it is not known
   * @param rank the rank that ran there, or null
   */
  record KernelLog(@Nullable String node, @Nullable Integer rank) implements RankStep {}

  /** The standard error of the processes. */
  record StandardError() implements RankStep {}

  /** PyTorch's flight recorder. */
  record FlightRecorder() implements RankStep {}

  /** The stacks of the processes while they hang. */
  record Stacks() implements RankStep {}

  /** Times on the lines. */
  record Times() implements RankStep {}
}
