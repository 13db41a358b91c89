package dev.faultbook.redaction;

import java.util.List;

/**
 * Codes for colours and other terminal functions whose escape character is written as text or lost:
 * {@code \u001b[36m}, {@code \x1b[0m}, {@code \e[1m}, {@code #033[32m}, {@code ^[[0m}, {@code
 * [32m}. They separate the name of a secret from its value.
 */
final class SpelledCodes {

  /** Spellings that occur as ordinary text as well, so that a code must follow. */
  private static final List<String> DOUBTFUL = List.of("\\e", "^[");

  private static final List<String> SURE =
      List.of("\\u001b", "\\x1b", "\\033", "#033", "&#27;", "&#x1b;", "%1b");

  private static final int LONGEST = 24;

  private SpelledCodes() {}

  /** Whether a line may have a code that no sign of another escape precedes. */
  static boolean occurIn(String line) {
    for (int at = line.indexOf('['); at >= 0; at = line.indexOf('[', at + 1)) {
      if (endOf(line, at) > at || (at > 0 && line.charAt(at - 1) == '^')) {
        return true;
      }
    }
    return false;
  }

  /** Returns the end of the code that starts at a position; the position if there is none. */
  static int endOf(String line, int at) {
    return switch (line.charAt(at)) {
      case '[' -> parametersEnd(line, at, true);
      case '\\', '#', '&', '%', '^' -> spelledEnd(line, at);
      default -> at;
    };
  }

  private static int spelledEnd(String line, int at) {
    for (String escape : SURE) {
      if (line.regionMatches(true, at, escape, 0, escape.length())) {
        return parametersEnd(line, at + escape.length(), false);
      }
    }
    for (String escape : DOUBTFUL) {
      int bracket = at + escape.length();
      if (line.startsWith(escape, at)) {
        int end = parametersEnd(line, bracket, false);
        return end > bracket ? end : at;
      }
    }
    return at;
  }

  /**
   * Returns the end of a bracket with numbers and a letter; {@code at} if there is none.
   *
   * @param colour whether the letter must be that of a colour, behind at least one number
   */
  private static int parametersEnd(String line, int at, boolean colour) {
    if (at >= line.length() || line.charAt(at) != '[') {
      return at;
    }
    int i = at + 1;
    int limit = Math.min(line.length(), at + LONGEST);
    while (i < limit && (TextRuns.isDigit(line.charAt(i)) || ";?".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    if (i == limit) {
      return at;
    }
    boolean ends = colour ? line.charAt(i) == 'm' && i > at + 1 : TextRuns.isLetter(line.charAt(i));
    return ends ? i + 1 : at;
  }
}
