package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Entry;
import dev.faultbook.stream.MatchedLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An entry that lines or facts of the log support.
 *
 * @param entry the entry
 * @param role its part
 * @param confidence 0 to 1, see {@link Confidence}
 * @param because why it stands where it stands
 * @param evidence the lines, in the order of the log; at most {@link Diagnoser#MOST_EVIDENCE}
 * @param occurrences how many lines of the log match the entry's signatures
 * @param captures what the lines captured; of several values the first
 * @param explains ids of the found entries that it accounts for
 * @param verdict of the compatibility tables, where it names or confirms the entry
 * @param telling the line that tells the failure; empty where the entry only follows from facts
 */
public record Finding(
    Entry entry,
    Role role,
    double confidence,
    Reason because,
    List<Evidence> evidence,
    long occurrences,
    Map<String, String> captures,
    List<String> explains,
    Optional<Verdict> verdict,
    Optional<MatchedLine> telling) {
  public Finding {
    evidence = List.copyOf(evidence);
    captures = Map.copyOf(captures);
    explains = List.copyOf(explains);
  }
}
