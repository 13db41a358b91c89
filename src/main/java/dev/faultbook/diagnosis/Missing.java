package dev.faultbook.diagnosis;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a log lacks to show why a job ended. */
public sealed interface Missing {
  /**
   * The launcher of the processes, as far as the log shows it; it determines how to get the rest.
   */
  Launcher launcher();

  /** A program that starts the processes of a job. */
  enum Launcher {
    TORCHRUN,
    SRUN,
    MPIRUN,
    KUBERNETES,
    UNKNOWN;

    /** The suffix of the keys of its messages. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Ranks of the job without a line; the first error may be theirs.
   *
   * @param ranks the first of them, in order
   * @param more whether there are others
   * @param all number of ranks of the job
   * @param launcher the launcher
   */
  record AbsentRanks(List<Integer> ranks, boolean more, int all, Launcher launcher)
      implements Missing {
    public AbsentRanks {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * The errors of a process of which the log shows only the end.
   *
   * @param rank its rank; null if unknown
   * @param launcher the launcher
   */
  record OwnOutput(@Nullable Integer rank, Launcher launcher) implements Missing {}

  /**
   * The kernel log of the machine on which a process was killed by signal 9; the process itself
   * cannot report the reason.
   *
   * @param rank its rank; null if unknown
   * @param node its host; null if unknown
   * @param launcher the launcher
   */
  record KernelLog(@Nullable Integer rank, @Nullable String node, Launcher launcher)
      implements Missing {}
}
