package dev.faultbook.matcher;

import dev.faultbook.content.Entry;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.LogSource;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.LogStream;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.StreamEvidence;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that was found in one log.
 *
 * @param matches signatures that match, in the order in which their last lines stand in the log
 * @param witnesses lines of signatures whose lines may be of any rank, by {@link #signatureKey}:
 *     each part's first by each origin, because a match holds one line of a part only
 * @param forbidden signatures that a line forbids wherever it stands, by {@link #signatureKey}
 * @param counts how many lines matched, by entry; more than are listed in {@code matches}
 * @param evidence what the lines say about who wrote them
 * @param size how much was read
 */
public record LogMatches(
    List<SignatureMatch> matches,
    Map<String, List<MatchedLine>> witnesses,
    Set<String> forbidden,
    Map<String, Long> counts,
    StreamEvidence evidence,
    LogReader.Size size) {
  /** The collections cannot be changed. */
  public LogMatches {
    matches = List.copyOf(matches);
    witnesses = Map.copyOf(witnesses);
    forbidden = Set.copyOf(forbidden);
    counts = Map.copyOf(counts);
  }

  /** How many lines the log has. */
  public long lines() {
    return size.lines();
  }

  /** How many bytes of text the log has. */
  public long bytes() {
    return size.bytes();
  }

  /** Whether a line of the log forbids a signature of an entry, wherever that line stands. */
  public boolean isForbidden(Entry entry, int number) {
    return forbidden.contains(signatureKey(entry, number));
  }

  /** Facts, in the order of their lines. */
  public List<FactReading> facts() {
    return evidence.facts();
  }

  /** Where the lines come from, by their ids. */
  public List<LogStream> logStreams() {
    return evidence.streams();
  }

  /** The files. */
  public List<LogSource> sources() {
    return evidence.sources();
  }

  /** Ids of the streams that state a value, by fact and value. */
  public Map<String, Map<String, Set<Integer>>> stated() {
    return evidence.stated();
  }

  /** The lines that tell a match's cause together, of whatever ranks; none where one rank's do. */
  public List<MatchedLine> witnessLines(SignatureMatch match) {
    return witnesses.getOrDefault(signatureKey(match.entry(), match.number()), List.of());
  }

  static String signatureKey(Entry entry, int number) {
    return entry.id() + "/" + number;
  }
}
