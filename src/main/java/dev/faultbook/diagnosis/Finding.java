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
 * @param role its role
 * @param confidence 0 to 1, see {@link Confidence}
 * @param because the reason for its position and its role
 * @param proof the lines that support it
 * @param captures captured texts by name; the first of several values
 * @param explains ids of the found entries that it explains
 * @param verdict of the compatibility tables, if it identifies or confirms the entry
 */
public record Finding(
    Entry entry,
    Role role,
    double confidence,
    Reason because,
    Proof proof,
    Map<String, String> captures,
    List<String> explains,
    Optional<Verdict> verdict) {
  public Finding {
    captures = Map.copyOf(captures);
    explains = List.copyOf(explains);
  }

  /**
   * The lines that support an entry.
   *
   * @param evidence the lines, in the order of the log; at most {@link Diagnoser#MAX_EVIDENCE}
   * @param occurrences number of lines of the log that match the entry's signatures
   * @param telling the line that shows the failure; empty if the entry only follows from facts
   */
  public record Proof(List<Evidence> evidence, long occurrences, Optional<MatchedLine> telling) {
    public Proof {
      evidence = List.copyOf(evidence);
    }
  }

  /** See {@link Proof#evidence()}. */
  public List<Evidence> evidence() {
    return proof.evidence();
  }

  /** See {@link Proof#occurrences()}. */
  public long occurrences() {
    return proof.occurrences();
  }

  /** See {@link Proof#telling()}. */
  public Optional<MatchedLine> telling() {
    return proof.telling();
  }
}
