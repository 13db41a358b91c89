package dev.faultbook.diagnosis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step to collect more evidence from the ranks of a job. */
public sealed interface RankStep {
  /**
   * Collect the logs of ranks without a line.
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
   * Collect the kernel log of a machine.
   *
   * @param node the host; null if unknown
   * @param rank the rank that ran there, or null
   */
  record KernelLog(@Nullable String node, @Nullable Integer rank) implements RankStep {}

  /** Collect the standard error of the processes. */
  record StandardError() implements RankStep {}

  /** Enable PyTorch's flight recorder. */
  record FlightRecorder() implements RankStep {}

  /** Print the stacks of the processes while they hang. */
  record Stacks() implements RankStep {}

  /** Add times to the lines. */
  record Times() implements RankStep {}
}
