package dev.faultbook.diagnosis;

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
    int showing = (int) causes.stream().map(RankEvent::lane).distinct().count();
    boolean one = showing == 1;
    boolean ordered = first.at() != null || evidence.log().sources().size() == 1;
    RankReason because;
    if (one) {
      because = reasonForOnlyOne(first, telling, all);
    } else if (own.isEmpty()) {
      because = RankReason.of(RankReason.Kind.EARLIEST_TOGETHER, showing);
    } else {
      because =
          ordered
              ? RankReason.of(RankReason.Kind.EARLIEST, showing)
              : RankReason.of(RankReason.Kind.UNTIMED, showing);
    }
    boolean ahead = ordered && (one || !own.isEmpty() && isClearlyAhead(causes));
    return evidence.toFirst(first, ahead && !isContested(first), because);
  }

  /** Whether another lane shows another cause that may have come earlier. */
  private boolean isContested(RankEvent first) {
    return evidence
        .events()
        .allEvents()
        .filter(event -> event.role() == Role.CONTRIBUTING && !event.watchdog())
        .filter(event -> event.lane() != first.lane())
        .anyMatch(
            event ->
                first.at() == null || event.at() == null || event.at() - first.at() < CLEAR_LEAD);
  }

  private static RankReason reasonForOnlyOne(
      RankEvent first, List<RankEvent> telling, List<RankEvent> all) {
    if (telling.stream().anyMatch(event -> event.lane() != first.lane() && event.shared())) {
      return RankReason.of(RankReason.Kind.ONLY_ITSELF);
    }
    if (all.stream().anyMatch(event -> event.lane() != first.lane() && event.watchdog())) {
      return RankReason.of(RankReason.Kind.ONLY_TIMEOUT);
    }
    return RankReason.of(RankReason.Kind.ONLY);
  }

  /**
   * If a node's line names no rank, attributes it to the rank that the next line of the node names.
   */
  private List<RankEvent> withRank(List<RankEvent> causes) {
    RankLane first = evidence.view().lanes().get(causes.getFirst().lane());
    if (evidence.view().by() != RankView.By.RANK || first.rank() != null) {
      return causes;
    }
    List<RankEvent> named =
        causes.stream()
            .filter(event -> evidence.view().lanes().get(event.lane()).rank() != null)
            .toList();
    boolean here =
        !named.isEmpty()
            && first.node() != null
            && first.node().equals(evidence.view().lanes().get(named.getFirst().lane()).node());
    return here ? named : causes;
  }

  /** Whether the earliest line is clearly ahead of the next lane. */
  private static boolean isClearlyAhead(List<RankEvent> causes) {
    RankEvent first = causes.getFirst();
    return causes.stream()
        .filter(event -> event.lane() != first.lane())
        .findFirst()
        .map(
            next -> first.at() == null || next.at() == null || next.at() - first.at() >= CLEAR_LEAD)
        .orElse(true);
  }

  /** The minority that differs from the rest in a fact that all ranks must agree on. */
  Optional<Ranks.First> findOddOne(Finding root, List<RankEvent> causes) {
    long complaining = causes.stream().map(RankEvent::lane).distinct().count();
    if (complaining < 2 || !root.entry().component().equals("nccl")) {
      return Optional.empty();
    }
    for (RankView.Difference difference : evidence.differences()) {
      if (RankAnalysis.BINDING.contains(difference.fact())
          || difference.fact().startsWith(RankAnalysis.NCCL_ENV)) {
        Optional<Map.Entry<String, Set<Integer>>> minority = findMinority(difference);
        if (minority.isPresent()) {
          return Optional.of(firstOfMinority(difference, minority.get(), root, causes));
        }
      }
    }
    return Optional.empty();
  }

  private Ranks.First firstOfMinority(
      RankView.Difference difference,
      Map.Entry<String, Set<Integer>> minority,
      Finding root,
      List<RankEvent> causes) {
    RankReason because =
        RankReason.of(
            RankReason.Kind.DIFFERS,
            RankEvidence.displayName(difference.fact()),
            minority.getKey());
    // They differ from the start, so the order of their messages is irrelevant.
    return causes.stream()
        .filter(event -> minority.getValue().contains(event.lane()))
        .min(Comparator.comparingInt(RankEvent::lane))
        .map(event -> evidence.toFirst(event, false, because))
        .orElseGet(
            () ->
                evidence.toQuietFirst(
                    minority.getValue().iterator().next(), root.entry().id(), false, because));
  }

  private static Optional<Map.Entry<String, Set<Integer>>> findMinority(RankView.Difference of) {
    int all = of.values().values().stream().mapToInt(Set::size).sum();
    return of.values().entrySet().stream()
        .filter(value -> value.getValue().size() * 2 < all)
        .min(
            Comparator.comparingInt((Map.Entry<String, Set<Integer>> v) -> v.getValue().size())
                .thenComparing(Map.Entry::getKey));
  }
}
