package dev.faultbook.web;

import dev.faultbook.content.EntryKind;
import dev.faultbook.diagnosis.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A finding with its consequences.
 *
 * @param view the finding
 * @param next its consequences, in the order of the findings
 */
public record ChainView(FindingView view, List<ChainView> next) {
  public ChainView {
    next = List.copyOf(next);
  }

  /**
   * The suffix of the message key for the finding's role.
   *
   * @param lead whether it is the answer
   * @param top whether no other finding led to it
   */
  public String role(boolean lead, boolean top) {
    if (lead) {
      return view.found().kind() == EntryKind.SYMPTOM ? "symptom" : "root_cause";
    }
    Role role = view.found().role();
    return top && role == Role.CONSEQUENCE ? "apart" : role.tag();
  }

  /**
   * Links each finding to the closest finding that explains it: the one that itself explains the
   * fewest. So a cause that explains everything does not hide the steps in between.
   *
   * @param lead the answer
   * @param others further findings that may explain others
   * @param follows the remaining findings
   * @return the lead's chain first, then one for each finding that nothing explains and for each of
   *     {@code others} that explains something
   */
  static List<ChainView> drawAll(
      FindingView lead, List<FindingView> others, List<FindingView> follows) {
    List<FindingView> all = new ArrayList<>(List.of(lead));
    all.addAll(others);
    all.addAll(follows);
    IdentityHashMap<FindingView, List<FindingView>> next = new IdentityHashMap<>();
    List<FindingView> roots = new ArrayList<>(List.of(lead));
    for (FindingView follower : follows) {
      Optional<FindingView> from = findParent(follower, all);
      if (from.isPresent()) {
        next.computeIfAbsent(from.get(), view -> new ArrayList<>()).add(follower);
      } else {
        roots.add(follower);
      }
    }
    others.stream().filter(next::containsKey).forEach(roots::add);
    Set<FindingView> drawn = Collections.newSetFromMap(new IdentityHashMap<>());
    List<ChainView> chains = new ArrayList<>();
    roots.forEach(root -> chains.add(drawChain(root, next, drawn)));
    // Two findings that explain each other have no parent.
    follows.stream()
        .filter(follower -> !drawn.contains(follower))
        .forEach(follower -> chains.add(drawChain(follower, next, drawn)));
    return chains;
  }

  private static Optional<FindingView> findParent(FindingView follower, List<FindingView> all) {
    return all.stream()
        .filter(
            from ->
                from != follower
                    && explainsFinding(from, follower)
                    && !explainsFinding(follower, from))
        .min(Comparator.comparingInt(from -> from.found().explains().size()));
  }

  private static boolean explainsFinding(FindingView from, FindingView to) {
    return from.found().explains().contains(to.found().entry());
  }

  private static ChainView drawChain(
      FindingView view,
      IdentityHashMap<FindingView, List<FindingView>> next,
      Set<FindingView> drawn) {
    drawn.add(view);
    List<ChainView> after = new ArrayList<>();
    for (FindingView follower : next.getOrDefault(view, List.of())) {
      if (!drawn.contains(follower)) {
        after.add(drawChain(follower, next, drawn));
      }
    }
    return new ChainView(view, after);
  }
}
