package dev.faultbook.log;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes text apart at a character. {@link String#split} reads its argument as a regular expression,
 * and none of java.util.regex is to see the text of a log.
 */
public final class TextParts {
  private TextParts() {}

  /**
   * The parts between the separators, empty ones included; the text itself where there is no
   * separator. Takes time in proportion to the text's length.
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
