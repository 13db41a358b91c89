package dev.faultbook.content;

import java.util.Map;
import java.util.Optional;

/**
 * An output whose {@code name: value} lines state facts.
 *
 * @param ends the line that stands behind the last of them
 * @param facts names of facts by the names in the output; one that ends in {@code *} stands for all
 *     that begin so
 */
public record FactSection(String ends, Map<String, String> facts) {
  private static final String REST = "*";

  /** The map cannot be changed. */
  public FactSection {
    facts = Map.copyOf(facts);
  }

  /** The fact that a name in the output states. */
  public Optional<String> fact(String name) {
    String exact = facts.get(name);
    if (exact != null) {
      return Optional.of(exact);
    }
    return facts.entrySet().stream()
        .filter(rule -> rule.getKey().endsWith(REST))
        .filter(rule -> name.startsWith(start(rule.getKey())))
        .map(rule -> start(rule.getValue()) + name.substring(start(rule.getKey()).length()))
        .findFirst();
  }

  private static String start(String open) {
    return open.endsWith(REST) ? open.substring(0, open.length() - 1) : open;
  }
}
