package dev.faultbook.log;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits text at a character. {@link String#split} takes a regular expression, and java.util.regex
 * must never process text of a log.
 */
public final class TextParts {
  private TextParts() {}

  /**
   * The parts between the separators, including empty ones; the text itself if it has no separator.
   * Linear in the length of the text.
   */
  public static List<String> splitAt(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
      parts.add(text.substring(from, at));
      from = at + 1;
    }
    parts.add(text.substring(from));
    return List.copyOf(parts);
  }
}
