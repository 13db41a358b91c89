package dev.faultbook.redaction;

import dev.faultbook.log.EscapeSequences;
import dev.faultbook.log.VisibleText;

/**
 * Removes invisible text, which could part a name from its value: terminal escape sequences,
 * characters without width and marks of direction.
 */
final class HiddenText {

  private HiddenText() {}

  /** Removes invisible text; returns the same text if it has none. Line ends stay. */
  static String strip(String text) {
    int from = firstHidden(text, 0);
    if (from == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      // An escape sequence must not take a line end.
      if (i == text.length() || text.charAt(i) == '\n' || text.charAt(i) == '\r') {
        stripLine(text.substring(start, i), out);
        out.append(text, i, Math.min(i + 1, text.length()));
        start = i + 1;
      }
    }
    return out.toString();
  }

  private static void stripLine(String line, StringBuilder out) {
    int hidden = firstHidden(line, 0);
    if (hidden == line.length()) {
      out.append(line);
      return;
    }
    // Characters without width go first, because they may interrupt an escape sequence.
    StringBuilder visible = new StringBuilder(line.length());
    line.chars().filter(c -> !hasNoWidth((char) c)).forEach(c -> visible.append((char) c));
    String text = visible.toString();
    int i = 0;
    while (i < text.length()) {
      if (EscapeSequences.isIntroducer(text.charAt(i))) {
        i = EscapeSequences.sequenceEnd(text, i);
      } else {
        out.append(text.charAt(i++));
      }
    }
  }

  private static int firstHidden(String text, int from) {
    int i = from;
    while (i < text.length() && !isHidden(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isHidden(char c) {
    return c < 0x80
        ? c == EscapeSequences.ESCAPE
        : EscapeSequences.isIntroducer(c) || hasNoWidth(c);
  }

  private static boolean hasNoWidth(char c) {
    return c >= 0x80 && (VisibleText.isWithoutWidth(c) || VisibleText.isDirectionMark(c));
  }
}
