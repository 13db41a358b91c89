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
    char lower = word.charAt(0);
    char upper = Character.toUpperCase(lower);
    for (int i = 0; i <= line.length() - word.length(); i++) {
      char c = line.charAt(i);
      if ((c == lower || c == upper) && line.regionMatches(true, i, word, 0, word.length())) {
        return true;
      }
    }
    return false;
  }
}
