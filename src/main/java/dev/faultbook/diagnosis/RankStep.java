package dev.faultbook.diagnosis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step to collect more evidence from the ranks of a job.
 *
 * @param ranks the ranks whose output is missing; at most 16 of them
 * @param more whether there are others
 * @param node the host; null if unknown
 */
public record RankStep(Kind kind, List<Integer> ranks, boolean more, @Nullable String node) {
  private static final int MAX_RANKS = 16;

  /** What to collect. */
  public enum Kind {
    /** The logs of ranks without a line. */
    ABSENT,
    /** The kernel log of the machine on which a rank ran. */
    KERNEL,
    /** The standard error of the processes. */
    STDERR,
    /** PyTorch's flight recorder. */
    RECORDER,
    /** The stacks of the processes while they hang. */
    STACKS,
    /** Times in the lines. */
    TIMES
  }

  public RankStep {
    ranks = List.copyOf(ranks);
  }

  private RankStep(Kind kind) {
    this(kind, List.of(), false, null);
  }

  /**
   * The steps if nothing in a log of many lanes explains the failure, most useful first; none if
   * the cause is shown by more than a time-out.
   *
   * @param first the first failure, or null
   */
  static List<RankStep> adviseSteps(
      RankEvidence evidence, List<Finding> findings, Ranks.@Nullable First first) {
    boolean failing = evidence.events().allEvents().findAny().isPresent();
    if (!failing || isExplained(evidence, findings, first)) {
      return List.of();
    }
    List<RankStep> steps = new ArrayList<>();
    List<Integer> absent = evidence.quiet().absent();
    if (!absent.isEmpty()) {
      List<Integer> some = absent.stream().limit(MAX_RANKS).toList();
      steps.add(new RankStep(Kind.ABSENT, some, absent.size() > MAX_RANKS, null));
    }
    // The lane that failed first became silent, or has no line in the log.
    if (first != null && (first.lane() < 0 || evidence.quiet().silent().contains(first.lane()))) {
      List<Integer> rank = first.rank() == null ? List.of() : List.of(first.rank());
      if (!rank.isEmpty() || first.node() != null) {
        steps.add(new RankStep(Kind.KERNEL, rank, false, first.node()));
      }
      steps.add(new RankStep(Kind.STDERR));
    }
    if (evidence.events().anyTimeout()) {
      steps.add(new RankStep(Kind.RECORDER));
      steps.add(new RankStep(Kind.STACKS));
    }
    if (evidence.view().span() == null) {
      steps.add(new RankStep(Kind.TIMES));
    }
    return steps;
  }

  private static boolean isExplained(
      RankEvidence evidence, List<Finding> findings, Ranks.@Nullable First first) {
    return first != null
        && first.entry() != null
        && findings.stream().anyMatch(f -> f.role() == Role.ROOT_CAUSE)
        && evidence
            .events()
            .allEvents()
            .anyMatch(e -> e.role() == Role.ROOT_CAUSE && !e.watchdog());
  }
}
