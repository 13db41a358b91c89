package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/** Creates previews of redactions. */
public final class RedactionPreviews {
  private static final int MOST_LINES = 200;
  private static final int LONGEST = 1000;
  private static final int BEFORE = 200;

  private RedactionPreviews() {}

  /**
   * Compares a text with its redaction, and lists the lines that differ.
   *
   * @param original the text before redaction
   * @param redaction the redaction of this text
   */
  public static RedactionPreview previewOf(String original, Redaction redaction) {
    String text = redaction.text();
    List<RedactionPreview.Line> lines = new ArrayList<>();
    long changed = 0;
    long number = 1;
    int from = 0;
    int at = 0;
    while (at < text.length()) {
      int to = lineEnd(text, at);
      int stop = lineEnd(original, from);
      if (!sameLine(text, at, to, original.substring(from, stop))) {
        changed++;
        if (lines.size() < MOST_LINES) {
          lines.add(toLine(number, text.substring(at, to)));
        }
      }
      number++;
      at = to + 1;
      from = stop + 1;
    }
    return new RedactionPreview(redaction.counts(), changed, lines);
  }

  /** Compares without invisible characters, because their removal is not a redaction. */
  private static boolean sameLine(String text, int at, int to, String line) {
    String before = stripHidden(line);
    return before.length() == to - at && text.startsWith(before, at);
  }

  /**
   * Removes invisible characters separately from each part between carriage returns, like the
   * redactor.
   */
  private static String stripHidden(String line) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (int i = 0; i <= line.length(); i++) {
      if (i == line.length() || line.charAt(i) == '\r') {
        out.append(TerminalCodes.stripHidden(line.substring(from, i)));
        if (i < line.length()) {
          out.append('\r');
        }
        from = i + 1;
      }
    }
    return out.toString();
  }

  private static RedactionPreview.Line toLine(long number, String line) {
    String part = line;
    List<int[]> spans = findSpans(line);
    if (line.length() > LONGEST) {
      int from = spans.isEmpty() ? 0 : Math.max(0, spans.getFirst()[0] - BEFORE);
      part = line.substring(from, Math.min(line.length(), from + LONGEST));
      spans = findSpans(part);
    }
    return new RedactionPreview.Line(number, part, spans);
  }

  private static List<int[]> findSpans(String line) {
    List<int[]> spans = new ArrayList<>();
    for (int i = line.indexOf('<'); i >= 0; i = line.indexOf('<', i + 1)) {
      if (Placeholders.startsAt(line, i)) {
        spans.add(new int[] {i, line.indexOf('>', i) + 1});
      }
    }
    return spans;
  }

  private static int lineEnd(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }
}
