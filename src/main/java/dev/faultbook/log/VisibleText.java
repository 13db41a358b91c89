package dev.faultbook.log;

/**
 * Text from strangers as it may be shown: without what steers a terminal, turns the direction of
 * writing around or cannot be seen.
 *
 * <p>The controls are C0 and C1 of ISO 6429 (U+009B is CSI and U+009D is OSC for xterm and the
 * Linux console); the marks of direction those of UAX #9.
 */
public final class VisibleText {

  private VisibleText() {}

  /**
   * The text on one line: escape sequences, control characters but tabs, marks of direction and
   * characters without width are left out; a line end becomes a blank.
   */
  public static String of(String text) {
    if (isPlain(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '\u001b') {
        i = sequenceEnd(text, i);
      } else {
        if (c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029') {
          out.append(' ');
        } else if (!isControl(c) && !isWithoutWidth(c)) {
          out.append(c);
        }
        i++;
      }
    }
    return out.toString();
  }

  /** Whether a character steers what shows it: controls but tabs, and marks of direction. */
  public static boolean isControl(char c) {
    return (c < 0x20 && c != '\t')
        || (c >= 0x7f && c <= 0x9f)
        || c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069');
  }

  /** Whether a character takes no place: U+200B, U+2060, a byte order mark, a soft hyphen. */
  public static boolean isWithoutWidth(char c) {
    return (c >= '\u200b' && c <= '\u200d')
        || (c >= '\u2060' && c <= '\u2064')
        || c == '\ufeff'
        || c == '\u00ad'
        || (c >= '\ufff9' && c <= '\ufffb');
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isControl(c) || isWithoutWidth(c)) {
        return false;
      }
    }
    return true;
  }

  /** One past {@code ESC [ … m}, or past the escape and the character that follows it. */
  private static int sequenceEnd(String text, int escape) {
    int i = escape + 1;
    if (i >= text.length() || text.charAt(i) != '[') {
      return Math.min(text.length(), i + 1);
    }
    i++;
    while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) < '@') {
      i++;
    }
    boolean complete = i < text.length() && text.charAt(i) >= '@' && text.charAt(i) <= '~';
    return complete ? i + 1 : i;
  }
}
