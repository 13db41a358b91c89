package dev.faultbook.diagnosis;

import dev.faultbook.content.Text;
import dev.faultbook.ranks.Lane;
import dev.faultbook.ranks.RankView;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which lane failed first where a cause was found. Its earliest line on the common clock decides,
 * but where half of the lanes complain together and a few differ from the rest in what the cause is
 * about, those are to blame.
 */
final class FirstOfCause {
  private final RankEvidence evidence;

  FirstOfCause(RankEvidence evidence) {
    this.evidence = evidence;
  }

  /** The lane of the earliest of a cause's lines. */
  Ranks.First earliest(List<RankEvent> all) {
    List<RankEvent> causes = withRank(all);
    RankEvent first = causes.getFirst();
    Set<Integer> lanes = causes.stream().map(RankEvent::lane).collect(Collectors.toSet());
    boolean timed = first.at() != null;
    boolean one = lanes.size() == 1;
    boolean ordered = timed || evidence.log().sources().size() == 1;
    Text because;
    if (one) {
      because = new Text("It is the only one that shows this cause.", "只有它出现了这一原因。");
    } else if (ordered) {
      because =
          new Text(
              "It is the earliest of the " + lanes.size() + " that show this cause.",
              "出现这一原因的共 " + lanes.size() + " 个，它最早。");
    } else {
      because =
          new Text(
              lanes.size()
                  + " show this cause, and their lines bear no times: which came first is open.",
              "共 " + lanes.size() + " 个出现这一原因，但日志行没有时间，无法确定先后。");
    }
    return evidence.at(first, ordered && (one || ahead(causes)), because);
  }

  /** A node's own line that names no rank is about the rank that the next one names. */
  private List<RankEvent> withRank(List<RankEvent> causes) {
    Lane first = evidence.view().lanes().get(causes.getFirst().lane());
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

  /** Whether the earliest is clearly ahead of the next lane. */
  private static boolean ahead(List<RankEvent> causes) {
    RankEvent first = causes.getFirst();
    return causes.stream()
        .filter(event -> event.lane() != first.lane())
        .findFirst()
        .map(next -> first.at() == null || next.at() == null || next.at() - first.at() >= 1000)
        .orElse(true);
  }

  /** Those few that differ from the rest in a thing that all must agree in. */
  Optional<Ranks.First> odd(Finding root, List<RankEvent> causes) {
    long complaining = causes.stream().map(RankEvent::lane).distinct().count();
    if (complaining < 2 || !root.entry().component().equals("nccl")) {
      return Optional.empty();
    }
    for (RankView.Difference difference : evidence.differences()) {
      if (RankAnalysis.BINDING.contains(difference.fact())
          || difference.fact().startsWith(RankAnalysis.NCCL_ENV)) {
        Optional<Map.Entry<String, Set<Integer>>> minority = minority(difference);
        if (minority.isPresent()) {
          return Optional.of(odd(difference, minority.get(), root, causes));
        }
      }
    }
    return Optional.empty();
  }

  private Ranks.First odd(
      RankView.Difference difference,
      Map.Entry<String, Set<Integer>> minority,
      Finding root,
      List<RankEvent> causes) {
    Text because =
        new Text(
            "It has "
                + RankEvidence.name(difference.fact())
                + " "
                + minority.getKey()
                + ", unlike most others, and this cause comes of such a difference.",
            "它的 "
                + RankEvidence.name(difference.fact())
                + " 为 "
                + minority.getKey()
                + "，与多数不同，而这一原因正源于这种不一致。");
    // They differ from the start: which of them spoke first says nothing.
    return causes.stream()
        .filter(event -> minority.getValue().contains(event.lane()))
        .min(Comparator.comparingInt(RankEvent::lane))
        .map(event -> evidence.at(event, false, because))
        .orElseGet(
            () ->
                evidence.quietLane(
                    minority.getValue().iterator().next(), root.entry().id(), false, because));
  }

  private static Optional<Map.Entry<String, Set<Integer>>> minority(RankView.Difference of) {
    int all = of.values().values().stream().mapToInt(Set::size).sum();
    return of.values().entrySet().stream()
        .filter(value -> value.getValue().size() * 2 < all)
        .min(
            Comparator.comparingInt((Map.Entry<String, Set<Integer>> v) -> v.getValue().size())
                .thenComparing(Map.Entry::getKey));
  }
}
