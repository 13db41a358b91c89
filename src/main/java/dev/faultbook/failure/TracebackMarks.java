package dev.faultbook.failure;

/** Recognizes lines of tracebacks that only underline or point at other lines. */
final class TracebackMarks {
  private static final String MARKS = "^~ │└─┌|.-+*";

  private TracebackMarks() {}

  /** Whether a text consists of one repeated character from an index on. */
  static boolean isRule(String bare, int from, char mark) {
    for (int i = from; i < bare.length(); i++) {
      if (bare.charAt(i) != mark) {
        return false;
      }
    }
    return bare.length() > from;
  }

  /** Whether a line consists of {@code ~~~~^^^^} or of the lines that loguru draws to values. */
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
