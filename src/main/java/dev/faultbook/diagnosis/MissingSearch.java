package dev.faultbook.diagnosis;

import dev.faultbook.failure.CausalRole;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what a log lacks if neither an entry nor the log itself explains why the job ended. */
final class MissingSearch {
  private static final int MAX_RANKS = 16;
  private static final int KILL = 9;

  /** Words in lines that only one launcher prints. */
  private static final Map<Missing.Launcher, List<String>> WORDS =
      Map.of(
          // srun: error: node1: task 3: Exited with exit code 1
          Missing.Launcher.SRUN, List.of("srun: ", "slurmstepd: ", "StepId="),
          // mpirun noticed that process rank 1 with PID 39 on node n1 exited on signal 9 (Killed).
          Missing.Launcher.MPIRUN, List.of("mpirun", "mpiexec", "BAD TERMINATION", "MPI_ABORT"),
          // torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
          Missing.Launcher.TORCHRUN,
              List.of("torchrun", "distributed/elastic", "distributed.elastic", "(local_rank: "),
          // [pod/train-worker-0/pytorch] Traceback (most recent call last):
          Missing.Launcher.KUBERNETES, List.of("[pod/", "kubelet", "Exit Code: "));

  private static final List<Missing.Launcher> ORDER =
      List.of(
          Missing.Launcher.SRUN,
          Missing.Launcher.MPIRUN,
          Missing.Launcher.TORCHRUN,
          Missing.Launcher.KUBERNETES);

  private final Diagnosis diagnosis;
  private final FailureAnalysis failures;

  private MissingSearch(Diagnosis diagnosis) {
    this.diagnosis = diagnosis;
    this.failures = diagnosis.failure();
  }

  /** What is missing; empty if a cause was found or nothing failed. */
  static Optional<Missing> findIn(Diagnosis diagnosis) {
    boolean caused =
        diagnosis.findings().stream().anyMatch(finding -> finding.role() == Role.ROOT_CAUSE);
    boolean failed = diagnosis.failure().hasFailed() || diagnosis.isDiagnosed();
    return caused || !failed ? Optional.empty() : new MissingSearch(diagnosis).findMissing();
  }

  private Optional<Missing> findMissing() {
    Optional<FailureEvent> event = failures.event();
    boolean killed = event.filter(MissingSearch::isKill).isPresent();
    if (killed) {
      return Optional.of(
          new Missing.KernelLog(
              failures.rank().orElse(null), failures.node().orElse(null), findLauncher()));
    }
    if (failures.explainsItself()) {
      return Optional.empty();
    }
    return findAbsent().or(() -> event.flatMap(this::findOwnOutput));
  }

  private Optional<Missing> findAbsent() {
    Ranks ranks = diagnosis.ranks();
    Integer all = ranks == null ? null : ranks.view().worldSize();
    if (ranks == null || all == null || ranks.absent().isEmpty()) {
      return Optional.empty();
    }
    List<Integer> absent = ranks.absent();
    return Optional.of(
        new Missing.AbsentRanks(
            absent.stream().limit(MAX_RANKS).toList(),
            absent.size() > MAX_RANKS,
            all,
            findLauncher()));
  }

  /** Applies if a process ended with a code, or a launcher reports that one did. */
  private Optional<Missing> findOwnOutput(FailureEvent event) {
    boolean ended =
        event.failure() instanceof Failure.Exit
            || event.role() == CausalRole.EXIT
            || event.role() == CausalRole.REPORT;
    return ended
        ? Optional.of(new Missing.OwnOutput(failures.rank().orElse(null), findLauncher()))
        : Optional.empty();
  }

  private static boolean isKill(FailureEvent event) {
    return event.failure() instanceof Failure.Signal signal && signal.number() == KILL;
  }

  private Missing.Launcher findLauncher() {
    List<String> lines =
        Stream.concat(
                failures.lastLines(),
                diagnosis.findings().stream()
                    .flatMap(finding -> finding.evidence().stream())
                    .map(evidence -> evidence.line().text()))
            .toList();
    return ORDER.stream()
        .filter(
            launcher ->
                WORDS.getOrDefault(launcher, List.of()).stream()
                    .anyMatch(word -> lines.stream().anyMatch(line -> line.contains(word))))
        .findFirst()
        .orElse(Missing.Launcher.UNKNOWN);
  }
}
