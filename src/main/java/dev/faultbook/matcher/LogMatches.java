package dev.faultbook.matcher;

import dev.faultbook.log.LogReader;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.StreamEvidence;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The matches and facts of one log.
 *
 * @param matches matching signatures, in the order of their last lines
 * @param witnesses for signatures whose lines may come from any rank, by {@link #signatureKey}: the
 *     first line of each stream for each part, because a match holds only one line per part
 * @param forbidden signatures that a line forbids anywhere in the log, by {@link #signatureKey}
 * @param counts number of lines that matched, by entry; may exceed the number in {@code matches}
 * @param evidence what the lines state about their writers
 * @param size the size of the log
 */
public record LogMatches(
    List<SignatureMatch> matches,
    Map<String, List<MatchedLine>> witnesses,
    Set<String> forbidden,
    Map<String, Long> counts,
    StreamEvidence evidence,
    LogReader.Size size) {
  public LogMatches {
    matches = List.copyOf(matches);
    witnesses = Map.copyOf(witnesses);
    forbidden = Set.copyOf(forbidden);
    counts = Map.copyOf(counts);
  }

  /** Whether a line forbids a signature of an entry anywhere in the log. */
  public boolean isForbidden(String entry, int number) {
    return forbidden.contains(signatureKey(entry, number));
  }

  /**
   * The lines that together show the cause of a match across ranks; empty if the lines of one rank
   * do.
   */
  public List<MatchedLine> witnessLines(SignatureMatch match) {
    return witnesses.getOrDefault(signatureKey(match.entry(), match.number()), List.of());
  }

  static String signatureKey(String entry, int number) {
    return entry + "/" + number;
  }
}
