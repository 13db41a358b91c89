package dev.faultbook.diagnosis;

import dev.faultbook.diagnosis.Ranks.State.Kind;
import dev.faultbook.stream.RankLane;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ranks to look at: the first one, those with a cause of their own, those that are behind or
 * silent while others report the failure. If half of the ranks or more are among them, none stands
 * out.
 */
final class RankSuspects {
  private RankSuspects() {}

  /** The ranks, in order. */
  static List<Integer> of(RankEvidence evidence, Ranks.First first, List<Ranks.State> states) {
    Set<Integer> suspects = ranksOf(evidence, states, Set.of(Kind.FIRST, Kind.FAILED));
    if (first != null && first.rank() != null) {
      suspects.add(first.rank());
    }
    suspects.addAll(ranksOf(evidence, states, Set.of(Kind.BEHIND)));
    if (suspects.isEmpty()) {
      suspects.addAll(ranksOf(evidence, states, Set.of(Kind.SILENT)));
      suspects.addAll(evidence.quiet().absent());
    }
    long ranked = evidence.view().lanes().stream().filter(lane -> lane.rank() != null).count();
    boolean standOut = suspects.size() * 2L < ranked + evidence.quiet().absent().size();
    boolean only = suspects.size() == 1 && first != null && first.rank() != null;
    return standOut || only ? new ArrayList<>(suspects) : List.of();
  }

  private static Set<Integer> ranksOf(
      RankEvidence evidence, List<Ranks.State> states, Set<Kind> kinds) {
    Set<Integer> ranks = new TreeSet<>();
    for (int i = 0; i < states.size(); i++) {
      RankLane lane = evidence.view().lanes().get(i);
      if (lane.rank() != null && kinds.contains(states.get(i).kind())) {
        ranks.add(lane.rank());
      }
    }
    return ranks;
  }
}
