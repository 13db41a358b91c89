package dev.faultbook.matcher;

import java.util.List;
import java.util.Map;

/**
 * All that was found in one log.
 *
 * @param matches signatures that match, in the order in which their last lines stand in the log
 * @param counts how many lines matched, by entry; more than are listed in {@code matches}
 * @param facts facts, in the order of their lines
 * @param lines how many lines the log has
 * @param bytes how many bytes of text
 */
public record LogMatches(
    List<SignatureMatch> matches,
    Map<String, Long> counts,
    List<FactReading> facts,
    long lines,
    long bytes) {
  /** Copies the collections. */
  public LogMatches {
    matches = List.copyOf(matches);
    counts = Map.copyOf(counts);
    facts = List.copyOf(facts);
  }
}
