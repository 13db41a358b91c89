package dev.faultbook.redaction;

import java.util.List;
import java.util.Map;

/**
 * Shows what would be redacted in a log before it is stored.
 *
 * @param counts number of distinct redacted values by type, as in {@link Redaction#counts}
 * @param changed number of lines with redactions
 * @param lines the first 200 of these lines
 */
public record RedactionPreview(Map<String, Integer> counts, long changed, List<Line> lines) {
  public RedactionPreview {
    counts = Map.copyOf(counts);
    lines = List.copyOf(lines);
  }

  /**
   * A redacted line.
   *
   * @param number line number, from 1
   * @param text the line as it would be stored; of a line over 1,000 characters, a part that
   *     contains its first placeholder
   * @param spans character ranges of the placeholders in the text: start, and end exclusive
   */
  public record Line(long number, String text, List<int[]> spans) {
    public Line {
      spans = List.copyOf(spans);
    }
  }
}
