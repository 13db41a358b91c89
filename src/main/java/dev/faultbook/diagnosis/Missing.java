package dev.faultbook.diagnosis;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a log lacks that would show why a job ended, where the log itself does not. */
public sealed interface Missing {
  /** What started the processes, as far as the log shows it: it decides how to get the rest. */
  Launcher launcher();

  /** What starts the processes of a job. */
  enum Launcher {
    TORCHRUN,
    SRUN,
    MPIRUN,
    KUBERNETES,
    UNKNOWN;

    /** The end of the names of its messages. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Ranks of the job that have no line; the first error may be theirs.
   *
   * @param ranks the first of them, in their order
   * @param more whether there are others
   * @param all how many ranks the job has
   * @param launcher what started them
   */
  record AbsentRanks(List<Integer> ranks, boolean more, int all, Launcher launcher)
      implements Missing {
    /** The list cannot be changed. */
    public AbsentRanks {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * The errors of a process of which only the end is told.
   *
   * @param rank its rank, or null where the log does not say
   * @param launcher what started it
   */
  record OwnOutput(@Nullable Integer rank, Launcher launcher) implements Missing {}

  /**
   * The kernel log of the machine on which a process was killed by signal 9: the process itself
   * cannot say why.
   *
   * @param rank its rank, or null where the log does not say
   * @param node its host, or null where the log does not say
   * @param launcher what started it
   */
  record KernelLog(@Nullable Integer rank, @Nullable String node, Launcher launcher)
      implements Missing {}
}
