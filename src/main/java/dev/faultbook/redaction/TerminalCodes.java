package dev.faultbook.redaction;

/**
 * Removes from a line what does not show: escape sequences of terminals, characters without width.
 */
final class TerminalCodes {

  private static final char ESC = '\u001b';
  private static final char BEL = '\u0007';

  private TerminalCodes() {}

  /**
   * Removes escape sequences and characters without width: the zero-width space and joiners, marks
   * of direction, the soft hyphen, the byte-order mark.
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
    return strip(out.toString());
  }

  private static int firstHidden(String line) {
    int i = 0;
    while (i < line.length() && line.charAt(i) != ESC && !hasNoWidth(line.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean hasNoWidth(char c) {
    return c >= '\u00ad'
        && (c == '\u00ad'
            || c == '\u180e'
            || c == '\ufeff'
            || (c >= '\u200b' && c <= '\u200f')
            || (c >= '\u202a' && c <= '\u202e')
            || (c >= '\u2060' && c <= '\u2069'));
  }

  private static String strip(String line) {
    int escape = line.indexOf(ESC);
    if (escape < 0) {
      return line;
    }
    StringBuilder out = new StringBuilder(line.length());
    int i = 0;
    // One that never ends is looked for once, or a line full of openings would take for ever.
    boolean titleMayEnd = true;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (c != ESC) {
        out.append(c);
        i++;
      } else if (i + 1 < line.length() && line.charAt(i + 1) == '[') {
        i = afterControlSequence(line, i + 2);
      } else if (titleMayEnd && i + 1 < line.length() && line.charAt(i + 1) == ']') {
        int bell = line.indexOf(BEL, i);
        titleMayEnd = bell >= 0;
        i = bell < 0 ? i + 1 : bell + 1;
      } else {
        i++;
      }
    }
    return out.toString();
  }

  private static int afterControlSequence(String line, int from) {
    int i = from;
    while (i < line.length() && line.charAt(i) >= ' ' && line.charAt(i) < '@') {
      i++;
    }
    return i < line.length() && line.charAt(i) >= '@' && line.charAt(i) <= '~' ? i + 1 : i;
  }
}
