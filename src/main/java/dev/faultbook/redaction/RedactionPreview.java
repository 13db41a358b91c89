package dev.faultbook.redaction;

import java.util.List;
import java.util.Map;

/**
 * What would be taken out of a log before it is stored.
 *
 * @param counts how many different values of each type, as in {@link Redaction#counts}
 * @param changed how many lines lose something
 * @param lines the first of these, as they would be stored
 */
public record RedactionPreview(Map<String, Integer> counts, long changed, List<Line> lines) {
  /** Map and list cannot be changed. */
  public RedactionPreview {
    counts = Map.copyOf(counts);
    lines = List.copyOf(lines);
  }

  /**
   * A line without what is nobody's business.
   *
   * @param number from 1
   * @param text as it would be stored; of a very long line the part around its first placeholder
   * @param spans where placeholders stand, as character ranges
   */
  public record Line(long number, String text, List<int[]> spans) {
    /** The list cannot be changed. */
    public Line {
      spans = List.copyOf(spans);
    }
  }
}
