package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A redacted text. Only {@link Redactor} makes one, so that whoever holds one needs not redact
 * again. It has the same number of lines as the original.
 */
public final class RedactedText {
  private final String text;
  private final Map<String, Integer> counts;

  RedactedText(String text, Map<String, Integer> counts) {
    this.text = text;
    this.counts = Map.copyOf(counts);
  }

  /** The text with placeholders. */
  public String text() {
    return text;
  }

  /**
   * Number of distinct redacted values by kind: {@code secret}, {@code email}, {@code ip}, {@code
   * user}, and {@code removed} for words that the reader struck out; kinds without any are missing.
   */
  public Map<String, Integer> counts() {
    return counts;
  }

  /**
   * The text in parts, each with the counts of the whole.
   *
   * @param lines number of lines of each part; the last part has all that are left
   */
  public List<RedactedText> splitLines(List<Long> lines) {
    List<RedactedText> parts = new ArrayList<>();
    int from = 0;
    for (int part = 0; part < lines.size(); part++) {
      int to = from;
      for (long line = 0; line < lines.get(part); line++) {
        to = text.indexOf('\n', to) + 1;
      }
      int end = part + 1 == lines.size() ? text.length() : to;
      parts.add(new RedactedText(text.substring(from, end), counts));
      from = end;
    }
    return parts;
  }

  /** Joins the parts of one text in another order; they have the same counts. */
  public static RedactedText join(List<RedactedText> parts) {
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(part.text));
    return new RedactedText(text.toString(), parts.getFirst().counts);
  }
}
