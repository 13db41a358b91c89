package dev.faultbook.redaction;

/** Small questions about ASCII text. Other scripts are not letters here: they end a name. */
final class TextRuns {

  private TextRuns() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  static boolean isLetterOrDigit(char c) {
    return isLetter(c) || isDigit(c);
  }

  static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  /** Blank, control character or the wide blank of Chinese text. */
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

  /** Whether the line holds the word, which is given in lower case. */
  static boolean containsIgnoringCase(String line, String word) {
    return indexOfIgnoringCase(line, word, 0) >= 0;
  }

  /**
   * As {@link String#indexOf(String, int)}, but small letters of the word stand for capitals too.
   */
  static int indexOfIgnoringCase(String line, String word, int from) {
    char small = word.charAt(0);
    char capital = Character.toUpperCase(small);
    for (int i = from; i <= line.length() - word.length(); i++) {
      char c = line.charAt(i);
      if ((c == small || c == capital) && line.regionMatches(true, i, word, 0, word.length())) {
        return i;
      }
    }
    return -1;
  }
}
