package dev.faultbook.diagnosis;

import dev.faultbook.failure.CausalRole;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a log lacks to show why a job ended.
 *
 * @param ranks the ranks whose output is missing; empty if unknown
 * @param all number of ranks of the job; 0 if unknown
 * @param node the host; null if unknown
 * @param launcher determines how to get what is missing
 */
public record Missing(
    Kind kind, List<Integer> ranks, int all, @Nullable String node, Launcher launcher) {
  private static final int KILL = 9;

  /** What is missing. */
  public enum Kind {
    /** All lines of some ranks; the first error may be theirs. */
    ABSENT_RANKS,
    /** The errors of a process of which the log shows only the end. */
    OWN_OUTPUT,
    /**
     * The kernel log of the machine on which a process was killed by signal 9; the process itself
     * cannot report the reason.
     */
    KERNEL_LOG
  }

  /** A program that starts the processes of a job. */
  public enum Launcher {
    // srun: error: node1: task 3: Exited with exit code 1
    SRUN("srun: ", "slurmstepd: ", "StepId="),
    // mpirun noticed that process rank 1 with PID 39 on node n1 exited on signal 9 (Killed).
    MPIRUN("mpirun", "mpiexec", "BAD TERMINATION", "MPI_ABORT"),
    // torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
    TORCHRUN("torchrun", "distributed/elastic", "distributed.elastic", "(local_rank: "),
    // [pod/train-worker-0/pytorch] Traceback (most recent call last):
    KUBERNETES("[pod/", "kubelet", "Exit Code: "),
    UNKNOWN;

    /** Words in lines that only this launcher prints. */
    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> words;

    Launcher(String... words) {
      this.words = List.of(words);
    }

    private static Launcher findIn(Diagnosis diagnosis) {
      List<String> lines =
          Stream.concat(
                  diagnosis.failure().lastLines(),
                  diagnosis.findings().stream()
                      .flatMap(finding -> finding.evidence().stream())
                      .map(evidence -> evidence.line().text()))
              .toList();
      return Arrays.stream(values())
          .filter(
              launcher ->
                  launcher.words.stream()
                      .anyMatch(word -> lines.stream().anyMatch(line -> line.contains(word))))
          .findFirst()
          .orElse(UNKNOWN);
    }
  }

  /**
   * What a log lacks; empty if the log shows the cause and not only its class, or nothing failed.
   */
  public static Optional<Missing> findIn(Diagnosis diagnosis) {
    FailureAnalysis failures = diagnosis.failure();
    boolean caused =
        diagnosis.findings().stream()
            .anyMatch(finding -> finding.role() == Role.ROOT_CAUSE && !finding.entry().isGeneric());
    if (caused || !failures.hasFailed() && !diagnosis.isDiagnosed()) {
      return Optional.empty();
    }
    Launcher launcher = Launcher.findIn(diagnosis);
    List<Integer> rank = failures.rank().stream().toList();
    Optional<FailureEvent> event = failures.event();
    if (event.filter(Missing::isKill).isPresent()) {
      String node = failures.node().orElse(null);
      return Optional.of(new Missing(Kind.KERNEL_LOG, rank, 0, node, launcher));
    }
    if (failures.explainsItself()) {
      return Optional.empty();
    }
    Ranks ranks = diagnosis.ranks();
    Integer all = ranks == null ? null : ranks.view().worldSize();
    if (ranks != null && all != null && !ranks.absent().isEmpty()) {
      return Optional.of(new Missing(Kind.ABSENT_RANKS, ranks.absent(), all, null, launcher));
    }
    return event
        .filter(Missing::isEnd)
        .map(end -> new Missing(Kind.OWN_OUTPUT, rank, 0, null, launcher));
  }

  /** Whether a process ended with a code, or a launcher reports that one did. */
  private static boolean isEnd(FailureEvent event) {
    return event.failure() instanceof Failure.Exit
        || event.role() == CausalRole.EXIT
        || event.role() == CausalRole.REPORT;
  }

  private static boolean isKill(FailureEvent event) {
    return event.failure() instanceof Failure.Signal signal && signal.number() == KILL;
  }
}
