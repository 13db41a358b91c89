package dev.faultbook.diagnosis;

import java.util.ArrayList;
import java.util.List;

/**
 * Advises what to collect next, and how, if nothing in a log of many lanes explains the failure.
 */
final class RankCollectionAdvice {
  private static final int MOST_RANKS = 16;

  private final RankEvidence evidence;
  private final List<Finding> findings;
  private final Ranks.First first;

  private RankCollectionAdvice(RankEvidence evidence, List<Finding> findings, Ranks.First first) {
    this.evidence = evidence;
    this.findings = findings;
    this.first = first;
  }

  /**
   * The steps, most useful first; none if the cause is shown by more than a time-out.
   *
   * @param first the first failure, or null
   */
  static List<RankStep> adviseSteps(
      RankEvidence evidence, List<Finding> findings, Ranks.First first) {
    return new RankCollectionAdvice(evidence, findings, first).collectSteps();
  }

  private List<RankStep> collectSteps() {
    boolean failing = evidence.events().allEvents().findAny().isPresent();
    if (isExplained() || !failing) {
      return List.of();
    }
    List<RankStep> collect = new ArrayList<>();
    List<Integer> absent = evidence.quiet().absent();
    if (!absent.isEmpty()) {
      collect.add(
          new RankStep.AbsentLogs(
              absent.stream().limit(MOST_RANKS).toList(), absent.size() > MOST_RANKS));
    }
    if (firstSaysNothing()) {
      collect.add(new RankStep.KernelLog(first.node(), first.rank()));
      collect.add(new RankStep.StandardError());
    }
    if (evidence.events().anyTimeout()) {
      collect.add(new RankStep.FlightRecorder());
      collect.add(new RankStep.Stacks());
    }
    if (evidence.view().span() == null) {
      collect.add(new RankStep.Times());
    }
    return collect;
  }

  private boolean isExplained() {
    return first != null
        && first.entry() != null
        && findings.stream().anyMatch(f -> f.role() == Role.ROOT_CAUSE)
        && evidence
            .events()
            .allEvents()
            .anyMatch(e -> e.role() == Role.ROOT_CAUSE && !e.watchdog());
  }

  /** Whether the lane that failed first became silent, or has no line in the log. */
  private boolean firstSaysNothing() {
    return first != null && (first.lane() < 0 || evidence.quiet().silent().contains(first.lane()));
  }
}
