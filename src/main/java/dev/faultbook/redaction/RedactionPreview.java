package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shows what would be redacted in a log before it is stored.
 *
 * @param counts number of distinct redacted values by kind, as in {@link RedactedText#counts}
 * @param changed number of lines with redactions
 * @param lines the first 200 of these lines
 * @param beginning the first 100,000 characters of the text as it would be stored, in whole lines
 */
public record RedactionPreview(
    Map<String, Integer> counts, long changed, List<Line> lines, String beginning) {
  private static final int MAX_LINES = 200;
  private static final int MAX_LENGTH = 1000;
  private static final int MAX_BEGINNING = 100_000;
  private static final int BEFORE = 200;

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

  /**
   * Compares a text with its redaction, and lists the lines that differ. The removal of invisible
   * characters is no difference.
   */
  static RedactionPreview of(String original, RedactedText redacted) {
    String before = HiddenText.strip(original);
    String text = redacted.text();
    List<Line> lines = new ArrayList<>();
    long changed = 0;
    long number = 1;
    int from = 0;
    int at = 0;
    while (at < text.length()) {
      int to = lineEnd(text, at);
      int stop = lineEnd(before, from);
      if (to - at != stop - from || !text.regionMatches(at, before, from, to - at)) {
        changed++;
        if (lines.size() < MAX_LINES) {
          lines.add(toLine(number, text.substring(at, to)));
        }
      }
      number++;
      at = to + 1;
      from = stop + 1;
    }
    int end =
        text.length() <= MAX_BEGINNING ? text.length() : text.lastIndexOf('\n', MAX_BEGINNING);
    return new RedactionPreview(
        redacted.counts(), changed, lines, text.substring(0, Math.max(0, end)));
  }

  private static Line toLine(long number, String line) {
    String part = line;
    List<int[]> spans = findSpans(line);
    if (line.length() > MAX_LENGTH) {
      int from = spans.isEmpty() ? 0 : Math.max(0, spans.getFirst()[0] - BEFORE);
      part = line.substring(from, Math.min(line.length(), from + MAX_LENGTH));
      spans = findSpans(part);
    }
    return new Line(number, part, spans);
  }

  private static List<int[]> findSpans(String line) {
    List<int[]> spans = new ArrayList<>();
    for (int i = line.indexOf('<'); i >= 0; i = line.indexOf('<', i + 1)) {
      int end = Placeholders.endAt(line, i);
      if (end >= 0) {
        spans.add(new int[] {i, end});
      }
    }
    return spans;
  }

  private static int lineEnd(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }
}
