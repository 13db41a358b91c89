package dev.faultbook.failure;

/** Lines of tracebacks that only point at others. */
final class Marks {
  private static final String MARKS = "^~ │└─┌|.-+*";

  private Marks() {}

  /** Whether a text is nothing but one character from a place on. */
  static boolean isRule(String bare, int from, char mark) {
    for (int i = from; i < bare.length(); i++) {
      if (bare.charAt(i) != mark) {
        return false;
      }
    }
    return bare.length() > from;
  }

  /** Whether a line holds nothing but {@code ~~~~^^^^} or the arms of loguru's values. */
  static boolean hasOnlyMarks(String bare) {
    if (bare.startsWith("└ ") || bare.startsWith("│ ") || bare.startsWith("...<")) {
      return true;
    }
    for (int i = 0; i < bare.length(); i++) {
      if (MARKS.indexOf(bare.charAt(i)) < 0) {
        return false;
      }
    }
    return !bare.isEmpty();
  }
}
