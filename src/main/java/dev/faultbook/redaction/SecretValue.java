package dev.faultbook.redaction;

/**
 * A value in a line: in quotes, in escaped quotes, or bare.
 *
 * @param start start of the content, after an opening quote
 * @param end end of the content, exclusive, before a closing quote
 * @param quoted whether it is in quotes
 */
record SecretValue(int start, int end, boolean quoted) {

  /**
   * Reads the value that starts at a position, which may be that of its opening quote.
   *
   * @param longest most characters to read; a longer value is truncated
   */
  static SecretValue at(String line, int from, int longest) {
    int limit = (int) Math.min(line.length(), (long) from + longest);
    int i = from;
    if (i + 1 < line.length()
        && "bfruBFRU".indexOf(line.charAt(i)) >= 0
        && TextRuns.isQuote(line.charAt(i + 1))) {
      i++; // Python's b'…'
    }
    if (i + 1 < line.length() && line.charAt(i) == '\\' && TextRuns.isQuote(line.charAt(i + 1))) {
      int start = Math.min(i + 2, limit);
      int end = line.indexOf(line.substring(i, i + 2), start, limit);
      return new SecretValue(start, end < 0 ? limit : end, true);
    }
    if (i < line.length() && TextRuns.isQuote(line.charAt(i))) {
      return new SecretValue(i + 1, closingQuote(line, i, limit), true);
    }
    return new SecretValue(i, bareEnd(line, i, limit), false);
  }

  private static int closingQuote(String line, int opening, int limit) {
    char quote = line.charAt(opening);
    int i = opening + 1;
    while (i < limit && line.charAt(i) != quote) {
      i += line.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(i, limit);
  }

  /** A bare value ends at a blank, at a closing quote, or before the next assignment. */
  private static int bareEnd(String line, int from, int limit) {
    int i = from;
    while (i < limit && !endsBare(line, i)) {
      i++;
    }
    while (i > from && ",;.)]}>".indexOf(line.charAt(i - 1)) >= 0) {
      i--;
    }
    return i;
  }

  private static boolean endsBare(String line, int i) {
    char c = line.charAt(i);
    if (TextRuns.isLetterOrDigit(c)) {
      return false;
    }
    if (TextRuns.isBlank(c) || "，。；、！？）】》」』”’".indexOf(c) >= 0) {
      return true;
    }
    if (TextRuns.isQuote(c)) {
      return i + 1 == line.length()
          || TextRuns.isBlank(line.charAt(i + 1))
          || TextRuns.isQuote(line.charAt(i + 1))
          || ",;:)]}\\<".indexOf(line.charAt(i + 1)) >= 0;
    }
    return (c == ',' || c == ';' || c == '&') && startsAssignment(line, i + 1);
  }

  private static boolean startsAssignment(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from < 40
        && (TextRuns.isLetterOrDigit(line.charAt(i)) || "_-.\"'".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i > from && i < line.length() && (line.charAt(i) == '=' || line.charAt(i) == ':');
  }

  int length() {
    return end - start;
  }
}
