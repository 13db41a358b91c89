package dev.faultbook.redaction;

/**
 * Classification of characters. Characters of other scripts do not count as letters: they end a
 * name.
 */
final class TextRuns {

  /** From here on, Unicode has the characters of Chinese, Japanese and Korean. */
  static final char FIRST_IDEOGRAPH = '\u2e80';

  private TextRuns() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether all characters from {@code start} to {@code end} are digits. */
  static boolean isNumber(String line, int start, int end) {
    for (int i = start; i < end; i++) {
      if (!isDigit(line.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  static boolean isLetterOrDigit(char c) {
    return isLetter(c) || isDigit(c);
  }

  /** A character of an identifier. */
  static boolean isWordPart(char c) {
    return isLetterOrDigit(c) || c == '_';
  }

  /** A character of a name such as {@code hf-token}, {@code HF_TOKEN}, {@code hub.token}. */
  static boolean isNamePart(char c) {
    return isWordPart(c) || isJoint(c);
  }

  /** Whether a character separates the words of a name. */
  static boolean isJoint(char c) {
    return c == '_' || c == '-' || c == '.';
  }

  static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  /**
   * Whether a character is a space, a control character, a no-break space or an ideographic space.
   */
  static boolean isBlank(char c) {
    return c <= ' ' || c == '\u00a0' || c == '\u3000';
  }
}
