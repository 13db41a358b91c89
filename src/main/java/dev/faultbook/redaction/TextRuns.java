package dev.faultbook.redaction;

/**
 * Classification of characters and search in ASCII text. Characters of other scripts do not count
 * as letters: they end a name.
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

  /**
   * Returns the start of the name that ends at {@code end}, of at most {@code longest} characters.
   */
  static int nameStart(String line, int end, int longest) {
    int i = end;
    while (i > 0 && end - i < longest && isNamePart(line.charAt(i - 1))) {
      i--;
    }
    return i;
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

  static int skipBlanks(String line, int from) {
    int i = from;
    while (i < line.length() && isBlank(line.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Returns the end of the text from {@code start} to {@code end} without trailing blanks. */
  static int trimmedEnd(String line, int start, int end) {
    int i = end;
    while (i > start && isBlank(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  /** Whether the line contains the word, ignoring case; the word is given in lower case. */
  static boolean containsIgnoringCase(String line, String word) {
    return indexOfIgnoringCase(line, word, 0) >= 0;
  }

  /**
   * Like {@link String#indexOf(String, int)}, but ignores case. The word is given in lower case and
   * is not empty.
   */
  static int indexOfIgnoringCase(String line, String word, int from) {
    char small = word.charAt(0);
    char capital = Character.toUpperCase(small);
    int rest = word.length() - 1;
    char last = word.charAt(rest);
    char lastCapital = Character.toUpperCase(last);
    for (int i = from; i <= line.length() - word.length(); i++) {
      char c = line.charAt(i);
      if (c != small && c != capital) {
        continue;
      }
      char end = line.charAt(i + rest);
      if ((end == last || end == lastCapital)
          && line.regionMatches(true, i, word, 0, word.length())) {
        return i;
      }
    }
    return -1;
  }
}
