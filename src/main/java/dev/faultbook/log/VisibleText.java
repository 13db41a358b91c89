package dev.faultbook.log;

/**
 * Makes untrusted text safe to show: drops what controls a terminal, reverses the writing direction
 * or is invisible.
 *
 * <p>The controls are C0 and C1 of ISO 6429 (U+009B is CSI and U+009D is OSC in xterm and the Linux
 * console); the direction marks are those of UAX #9.
 */
public final class VisibleText {

  private VisibleText() {}

  /**
   * The text on one line, without escape sequences, control characters except tabs, direction marks
   * and invisible characters; a line end becomes a blank.
   */
  public static String of(String text) {
    return isPlain(text, false) ? text : clean(text, false);
  }

  /** The same for several lines: line feeds and carriage returns are kept. */
  public static String ofLines(String text) {
    return isPlain(text, true) ? text : clean(text, true);
  }

  private static String clean(String text, boolean lines) {
    StringBuilder out = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      if (c <= 0xffff && EscapeSequences.isIntroducer((char) c)) {
        i = EscapeSequences.sequenceEnd(text, i);
        continue;
      }
      if (isLineEnd(c)) {
        out.append(lines && c < 0x20 ? (char) c : ' ');
      } else if (isShown(c, out)) {
        out.appendCodePoint(c);
      }
      i += Character.charCount(c);
    }
    return out.toString();
  }

  private static boolean isLineEnd(int c) {
    return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029;
  }

  private static boolean isShown(int c, CharSequence before) {
    if (isVariationSelector(c)) {
      return selectsVariant(before);
    }
    return !isHidden(c);
  }

  /**
   * Whether a character controls how text is shown, or shows nothing itself: controls except tabs,
   * direction marks, characters without width, variation selectors and hidden letters.
   *
   * @param c a code point
   */
  public static boolean isHidden(int c) {
    return c <= 0xffff && (isControl((char) c) || isWithoutWidth((char) c))
        || isVariationSelector(c)
        || isInvisible(c);
  }

  /**
   * Whether a variation selector is meaningful here: one, after a character beyond ASCII. Selectors
   * on their own, or many of them, are hidden text.
   */
  private static boolean selectsVariant(CharSequence before) {
    if (before.isEmpty()) {
      return false;
    }
    int last = Character.codePointBefore(before, before.length());
    return last > 0x7f && !isVariationSelector(last);
  }

  private static boolean isVariationSelector(int c) {
    return c >= 0xfe00 && c <= 0xfe0f || c >= 0xe0100 && c <= 0xe01ef;
  }

  /**
   * Whether a character shows nothing although it is neither a control nor zero-width: tags
   * (U+E0000 to U+E007F), Hangul fillers, Mongolian and Khmer signs, the grapheme joiner, marks of
   * musical notation.
   */
  private static boolean isInvisible(int c) {
    return c >= 0xe0000 && c <= 0xe007f
        || c >= 0x180b && c <= 0x180f
        || c == 0x3164
        || c == 0xffa0
        || c == 0x115f
        || c == 0x1160
        || c == 0x034f
        || c == 0x17b4
        || c == 0x17b5
        || c >= 0x1d173 && c <= 0x1d17a;
  }

  /** Whether a character controls how text is shown: controls except tabs, and direction marks. */
  public static boolean isControl(char c) {
    return (c < 0x20 && c != '\t')
        || (c >= 0x7f && c <= 0x9f)
        || c == '\u2028'
        || c == '\u2029'
        || isDirectionMark(c);
  }

  /** Whether a character changes the writing direction, such as U+200E and U+202E. */
  public static boolean isDirectionMark(char c) {
    return c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || (c >= '\u202a' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069');
  }

  /** Whether a character has no width: U+200B, U+2060, a byte order mark, a soft hyphen. */
  public static boolean isWithoutWidth(char c) {
    return (c >= '\u200b' && c <= '\u200d')
        || (c >= '\u2060' && c <= '\u2064')
        || c == '\ufeff'
        || c == '\u00ad'
        || (c >= '\ufff9' && c <= '\ufffb');
  }

  /** Whether a text holds only the most common characters, which are all visible. */
  private static boolean isPlain(String text, boolean lines) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isCommon(c)) {
        continue;
      }
      boolean lineEnd = lines && (c == '\n' || c == '\r');
      if (!lineEnd && (isControl(c) || isWithoutWidth(c) || mayHide(c))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a character is printable ASCII or a common Chinese one; pages consist of these. */
  private static boolean isCommon(char c) {
    return c >= ' ' && c <= '~' || c >= '\u4e00' && c <= '\u9fff';
  }

  /**
   * Whether a character is invisible, selects a variant, or is the first surrogate of such a
   * character: those are in U+E0000 to U+E03FF and in U+1D000 to U+1D3FF.
   */
  private static boolean mayHide(char c) {
    return c > 0x7f && (c == '\udb40' || c == '\ud834' || isVariationSelector(c) || isInvisible(c));
  }
}
