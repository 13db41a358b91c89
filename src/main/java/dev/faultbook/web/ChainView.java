package dev.faultbook.web;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A finding with what follows from it.
 *
 * @param view the finding
 * @param next what it led to, in the order of the findings
 */
public record ChainView(FindingView view, List<ChainView> next) {
  /** The list cannot be changed. */
  public ChainView {
    next = List.copyOf(next);
  }

  /**
   * What the finding is called, as the end of a message key.
   *
   * @param lead whether it is the answer
   * @param top whether nothing that was found led to it
   */
  public String role(boolean lead, boolean top) {
    if (lead) {
      return view.found().kind().equals("symptom") ? "symptom" : "root_cause";
    }
    String role = view.found().role();
    return top && role.equals("consequence") ? "apart" : role;
  }

  /**
   * Draws from each finding one arrow to what it explains: the nearest explanation is the one that
   * itself explains least. So a cause that explains everything does not hide the steps between.
   *
   * @param lead the answer
   * @param others findings that may explain the rest as well
   * @param follows the rest
   * @return the lead's chain first, then one for each finding that nothing explains and each of the
   *     others that explains something
   */
  static List<ChainView> drawAll(
      FindingView lead, List<FindingView> others, List<FindingView> follows) {
    List<FindingView> all = new ArrayList<>(List.of(lead));
    all.addAll(others);
    all.addAll(follows);
    Map<FindingView, List<FindingView>> next = new HashMap<>();
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
    Set<FindingView> drawn = new HashSet<>();
    List<ChainView> chains = new ArrayList<>();
    roots.forEach(root -> chains.add(drawChain(root, next, drawn)));
    // Two that explain each other hang nowhere.
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
      FindingView view, Map<FindingView, List<FindingView>> next, Set<FindingView> drawn) {
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
