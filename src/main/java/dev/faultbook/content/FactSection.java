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
  public Optional<String> findFact(String name) {
    String exact = facts.get(name);
    if (exact != null) {
      return Optional.of(exact);
    }
    return facts.entrySet().stream()
        .filter(rule -> rule.getKey().endsWith(REST))
        .filter(rule -> name.startsWith(prefixOf(rule.getKey())))
        .map(rule -> prefixOf(rule.getValue()) + name.substring(prefixOf(rule.getKey()).length()))
        .findFirst();
  }

  private static String prefixOf(String open) {
    return open.endsWith(REST) ? open.substring(0, open.length() - 1) : open;
  }
}
