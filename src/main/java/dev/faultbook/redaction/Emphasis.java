package dev.faultbook.redaction;

/** Emphasis around names and values in Markdown and HTML: {@code **password**}. */
final class Emphasis {

  private static final String SIGNS = "*_~";
  private static final int MOST_SIGNS = 3;
  private static final int LONGEST_TAG = 12;

  private Emphasis() {}

  /** Returns the position behind emphasis that ends at a position; the position if none ends. */
  static int end(String line, int from) {
    if (line.startsWith("</", from)) {
      int close = line.indexOf('>', from, Math.min(line.length(), from + LONGEST_TAG));
      return close < 0 ? from : close + 1;
    }
    int end = signs(line, from);
    boolean ends =
        end < line.length()
            && (TextRuns.isBlank(line.charAt(end)) || ":=\uff1a".indexOf(line.charAt(end)) >= 0);
    return ends ? end : from;
  }

  /**
   * Returns the position behind emphasis that starts at a position; the position if none starts.
   */
  static int start(String line, int from) {
    boolean tilde = line.startsWith("~", from) && !line.startsWith("~~", from);
    int end = tilde ? from : signs(line, from);
    return end < line.length() && TextRuns.isLetterOrDigit(line.charAt(end)) ? end : from;
  }

  private static int signs(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < MOST_SIGNS && SIGNS.indexOf(line.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }
}
