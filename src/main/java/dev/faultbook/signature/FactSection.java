package dev.faultbook.signature;

import java.util.Map;
import java.util.Optional;

/**
 * A section of output whose {@code name: value} lines state facts.
 *
 * @param ends the line that follows the last of them
 * @param facts names of facts by the names in the output; a name that ends in {@code *} matches
 *     every name with that prefix
 */
public record FactSection(String ends, Map<String, String> facts) {
  private static final String REST = "*";

  public FactSection {
    facts = Map.copyOf(facts);
  }

  /** The fact that a name in the output states; empty if none. */
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
