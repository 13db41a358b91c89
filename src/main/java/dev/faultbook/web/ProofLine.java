package dev.faultbook.web;

import dev.faultbook.log.VisibleText;
import dev.faultbook.report.LineWriter;
import dev.faultbook.report.Report;
import java.util.List;

/**
 * A line that proves an answer, with its decisive part.
 *
 * @param line number of the line within the whole input
 * @param before text before the decisive part, shortened
 * @param decisive the decisive part; empty if none is known
 * @param after text after it, shortened
 */
public record ProofLine(long line, String before, String decisive, String after) {
  private static final int MAX_LINES = 3;
  private static final int MAX_AROUND = 160;
  private static final int MAX_DECISIVE = 300;

  /** The first lines of a finding, without control characters. */
  static List<ProofLine> fromEvidence(List<Report.Line> lines) {
    return lines.stream().limit(MAX_LINES).map(ProofLine::fromLine).toList();
  }

  private static ProofLine fromLine(Report.Line evidence) {
    String text = evidence.text();
    int start = 0;
    int end = 0;
    if (!evidence.spans().isEmpty()) {
      int[] span = evidence.spans().getFirst();
      start = Math.clamp(span[0], 0, text.length());
      end = Math.clamp(span[1], start, text.length());
    }
    String before = text.substring(0, start);
    return new ProofLine(
        evidence.line(),
        VisibleText.of(
            before.length() > MAX_AROUND
                ? "…" + before.substring(before.length() - MAX_AROUND)
                : before),
        VisibleText.of(LineWriter.cut(text.substring(start, end), MAX_DECISIVE)),
        VisibleText.of(LineWriter.cut(text.substring(end), MAX_AROUND)));
  }
}
