package dev.faultbook.redaction;

import dev.faultbook.log.EscapeSequences;
import dev.faultbook.log.VisibleText;

/**
 * Removes invisible text from a line: terminal escape sequences, zero-width characters and marks of
 * direction.
 */
final class TerminalCodes {

  private TerminalCodes() {}

  /**
   * Removes zero-width characters (the zero-width space and joiners, the soft hyphen, the byte
   * order mark) and marks of direction, and then escape sequences, which such characters may
   * interrupt.
   */
  static String stripHidden(String line) {
    int hidden = firstHidden(line);
    if (hidden == line.length()) {
      return line;
    }
    StringBuilder out = new StringBuilder(line.length()).append(line, 0, hidden);
    for (int i = hidden; i < line.length(); i++) {
      if (!hasNoWidth(line.charAt(i))) {
        out.append(line.charAt(i));
      }
    }
    return stripSequences(out.toString());
  }

  /** Whether a text has anything that {@link #stripHidden} removes. */
  static boolean hasHidden(String text) {
    return firstHidden(text) < text.length();
  }

  private static String stripSequences(String line) {
    StringBuilder out = new StringBuilder(line.length());
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (EscapeSequences.isIntroducer(c)) {
        i = EscapeSequences.sequenceEnd(line, i);
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  private static int firstHidden(String line) {
    int i = 0;
    while (i < line.length() && !isHidden(line.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isHidden(char c) {
    return c == EscapeSequences.ESCAPE
        || (c >= 0x80 && (EscapeSequences.isIntroducer(c) || hasNoWidth(c)));
  }

  private static boolean hasNoWidth(char c) {
    return c >= 0x80 && (VisibleText.isWithoutWidth(c) || VisibleText.isDirectionMark(c));
  }
}
