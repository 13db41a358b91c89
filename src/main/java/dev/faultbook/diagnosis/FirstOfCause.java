package dev.faultbook.diagnosis;

import dev.faultbook.diagnosis.RankStatement.Kind;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines which lane failed first if a cause was found: the one with the earliest line on the
 * common clock. If half of the lanes report the cause and a few of them differ from the rest in a
 * fact that the cause depends on, those failed first.
 */
final class FirstOfCause {
  /** Milliseconds; lines often have no time of their own but inherit that of an earlier line. */
  private static final long CLEAR_LEAD = 1000;

  private final RankEvidence evidence;

  FirstOfCause(RankEvidence evidence) {
    this.evidence = evidence;
  }

  /**
   * The lane of the earliest of a cause's lines.
   *
   * @param telling the lines that decide
   * @param all all lines that show the cause, including time-outs
   */
  Ranks.First findEarliest(List<RankEvent> telling, List<RankEvent> all) {
    List<RankEvent> own = telling.stream().filter(event -> !event.shared()).toList();
    List<RankEvent> causes = withRank(own.isEmpty() ? telling : own);
    RankEvent first = causes.getFirst();
    long showing = RankEvidence.countLanes(causes);
    boolean one = showing == 1;
    boolean ordered = first.at() != null || evidence.log.evidence().sources().size() == 1;
    RankStatement because;
    if (one) {
      because = RankStatement.of(kindForOnlyOne(first, telling, all));
    } else if (own.isEmpty()) {
      because = RankStatement.of(Kind.REASON_EARLIEST_TOGETHER, showing);
    } else {
      because = RankStatement.of(ordered ? Kind.REASON_EARLIEST : Kind.REASON_UNTIMED, showing);
    }
    boolean ahead = ordered && (one || !own.isEmpty() && isClearlyAhead(causes));
    return evidence.toFirst(first, ahead && !isContested(first), because);
  }

  /** Whether another lane shows another cause that may have come earlier. */
  private boolean isContested(RankEvent first) {
    return evidence
        .events()
        .filter(event -> event.role() == Role.CONTRIBUTING && !event.watchdog())
        .anyMatch(
            event ->
                event.lane() != first.lane()
                    && (first.at() == null
                        || event.at() == null
                        || event.at() - first.at() < CLEAR_LEAD));
  }

  private static Kind kindForOnlyOne(
      RankEvent first, List<RankEvent> telling, List<RankEvent> all) {
    if (telling.stream().anyMatch(event -> event.lane() != first.lane() && event.shared())) {
      return Kind.REASON_ONLY_ITSELF;
    }
    return all.stream().anyMatch(event -> event.lane() != first.lane() && event.watchdog())
        ? Kind.REASON_ONLY_TIMEOUT
        : Kind.REASON_ONLY;
  }

  /**
   * If a node's line names no rank, attributes it to the rank that the next line of the node names.
   */
  private List<RankEvent> withRank(List<RankEvent> causes) {
    RankLane first = evidence.lane(causes.getFirst().lane());
    if (evidence.view.by() != RankView.By.RANK || first.rank() != null) {
      return causes;
    }
    List<RankEvent> named =
        causes.stream().filter(event -> evidence.lane(event.lane()).rank() != null).toList();
    boolean here =
        !named.isEmpty()
            && first.node() != null
            && first.node().equals(evidence.lane(named.getFirst().lane()).node());
    return here ? named : causes;
  }

  /** Whether the earliest line is clearly ahead of the next lane. */
  private static boolean isClearlyAhead(List<RankEvent> causes) {
    RankEvent first = causes.getFirst();
    return causes.stream()
        .filter(event -> event.lane() != first.lane())
        .limit(1)
        .allMatch(
            next ->
                first.at() == null || next.at() == null || next.at() - first.at() >= CLEAR_LEAD);
  }

  /** The minority that differs from the rest in a fact that all ranks must agree on. */
  Optional<Ranks.First> findOddOne(Finding root, List<RankEvent> causes) {
    if (RankEvidence.countLanes(causes) < 2 || !root.entry().component().equals("nccl")) {
      return Optional.empty();
    }
    return evidence.view.findDifferences(RankAnalysis.COMPARED, RankAnalysis.NCCL_ENV).stream()
        .filter(difference -> RankAnalysis.isBinding(difference.fact()))
        .flatMap(difference -> findMinority(difference, root, causes).stream())
        .findFirst();
  }

  private Optional<Ranks.First> findMinority(
      RankView.Difference of, Finding root, List<RankEvent> causes) {
    int all = of.values().values().stream().mapToInt(Set::size).sum();
    return of.values().entrySet().stream()
        .filter(value -> value.getValue().size() * 2 < all)
        .min(
            Comparator.comparingInt((Map.Entry<String, Set<Integer>> v) -> v.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .map(
            minority -> {
              RankStatement because =
                  RankStatement.of(
                      Kind.REASON_DIFFERS, RankAnalysis.displayName(of.fact()), minority.getKey());
              Set<Integer> lanes = minority.getValue();
              // They differ from the start, so the order of their messages is irrelevant.
              return causes.stream()
                  .filter(event -> lanes.contains(event.lane()))
                  .min(Comparator.comparingInt(RankEvent::lane))
                  .map(event -> evidence.toFirst(event, false, because))
                  .orElseGet(
                      () ->
                          evidence.toQuietFirst(
                              lanes.iterator().next(), root.entry().id(), because));
            });
  }
}
