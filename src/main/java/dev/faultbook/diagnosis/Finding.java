package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Entry;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An entry that lines or facts of the log support.
 *
 * @param confidence 0 to 1, see {@link Confidence}
 * @param because the reason for its position and its role
 * @param evidence the lines that support it, in the order of the log; at most {@link
 *     Diagnoser#MAX_EVIDENCE}
 * @param occurrences number of lines of the log that match the entry's signatures
 * @param telling the line that shows the failure; empty if the entry only follows from facts
 * @param captures captured texts by name; the first of several values
 * @param explains ids of the found entries that it explains
 * @param verdict of the compatibility tables, if it identifies or confirms the entry
 */
public record Finding(
    Entry entry,
    Role role,
    double confidence,
    Reason because,
    List<Evidence> evidence,
    long occurrences,
    Optional<MatchedLine> telling,
    Map<String, String> captures,
    List<String> explains,
    Optional<Verdict> verdict) {

  /**
   * A line that supports a finding.
   *
   * @param signature the signature that it matches, as written in the entry
   */
  public record Evidence(MatchedLine line, String signature) {}

  /**
   * The same finding with the line of the event of which the answer speaks.
   *
   * @param proof that line, and the signature that it matches; it becomes part of the evidence
   * @param values the captures, those of that event first
   */
  Finding provenBy(Evidence proof, Map<String, String> values) {
    List<Evidence> lines = new ArrayList<>(evidence);
    if (lines.stream().noneMatch(known -> known.line().line() == proof.line().line())) {
      if (lines.size() >= Diagnoser.MAX_EVIDENCE) {
        lines.removeLast();
      }
      lines.add(proof);
      lines.sort(Comparator.comparingLong(known -> known.line().line()));
    }
    return new Finding(
        entry,
        role,
        confidence,
        because,
        lines,
        occurrences,
        Optional.of(proof.line()),
        values,
        explains,
        verdict);
  }
}
