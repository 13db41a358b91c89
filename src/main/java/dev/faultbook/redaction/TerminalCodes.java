package dev.faultbook.redaction;

/** Removes colours and other escape sequences of terminals from a line. */
final class TerminalCodes {

  private static final char ESC = '\u001b';
  private static final char BEL = '\u0007';

  private TerminalCodes() {}

  static String strip(String line) {
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
