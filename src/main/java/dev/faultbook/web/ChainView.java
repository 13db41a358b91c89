package dev.faultbook.web;

import dev.faultbook.content.EntryKind;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.report.Report.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A finding with its consequences.
 *
 * @param next its consequences, in the order of the findings
 */
public record ChainView(Found found, List<ChainView> next) {
  private static final String NO_PARENT = "";

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
      return found.kind() == EntryKind.SYMPTOM ? "symptom" : "root_cause";
    }
    return top && found.role() == Role.CONSEQUENCE ? "apart" : found.role().tag();
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
  static List<ChainView> drawAll(Found lead, List<Found> others, List<Found> follows) {
    List<Found> all = new ArrayList<>(List.of(lead));
    all.addAll(others);
    all.addAll(follows);
    Map<String, List<Found>> next = new HashMap<>();
    for (Found follower : follows) {
      next.computeIfAbsent(findParent(follower, all), entry -> new ArrayList<>()).add(follower);
    }
    List<Found> roots = new ArrayList<>(List.of(lead));
    roots.addAll(next.getOrDefault(NO_PARENT, List.of()));
    others.stream().filter(other -> next.containsKey(other.entry())).forEach(roots::add);
    // Findings that explain each other in a circle have no root.
    roots.addAll(follows);
    return drawChains(roots, next, new HashSet<>());
  }

  private static String findParent(Found follower, List<Found> all) {
    return all.stream()
        .filter(from -> explains(from, follower) && !explains(follower, from))
        .min(Comparator.comparingInt(from -> from.explains().size()))
        .map(Found::entry)
        .orElse(NO_PARENT);
  }

  private static boolean explains(Found from, Found to) {
    return from.explains().contains(to.entry());
  }

  private static List<ChainView> drawChains(
      List<Found> roots, Map<String, List<Found>> next, Set<String> drawn) {
    List<ChainView> chains = new ArrayList<>();
    for (Found root : roots) {
      if (drawn.add(root.entry())) {
        List<Found> after = next.getOrDefault(root.entry(), List.of());
        chains.add(new ChainView(root, drawChains(after, next, drawn)));
      }
    }
    return chains;
  }
}
