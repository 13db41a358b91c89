package dev.faultbook.failure;

/** Recognizes what tracebacks draw around and below their lines: rules, marks, rich's boxes. */
final class TracebackMarks {
  private static final String MARKS = "^~ │└─┌|.-+*";
  private static final int MAX_PROMPT = 120;

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

  /** {@code (base) ann@box:~/w$ python train.py}: what a person types behind a failure. */
  static boolean isPrompt(String bare) {
    int at = bare.indexOf('@');
    int dollar = bare.indexOf("$ ", at + 1);
    int end = dollar < 0 ? bare.indexOf("# ", at + 1) : dollar;
    return dollar == 0
        || at > 0
            && end > at
            && end < MAX_PROMPT
            && bare.lastIndexOf(' ', at) <= bare.indexOf(')') + 1
            && bare.chars().limit(at).allMatch(c -> c < 128 && isInName((char) c));
  }

  private static boolean isInName(char c) {
    return Character.isLetterOrDigit(c) || "()[]._- ".indexOf(c) >= 0;
  }

  /** {@code │ /work/train.py:88 in collate │} without its borders. */
  static String stripBorders(String body) {
    int bar = TextScan.blanksEnd(body, 0);
    if (bar >= body.length() || body.charAt(bar) != '│') {
      return body;
    }
    int end = body.length();
    if (end > bar + 1 && body.charAt(end - 1) == '│') {
      end--;
    }
    return body.substring(bar + 1, end).stripTrailing();
  }

  /**
   * Whether a line is a row of source code in the box of a traceback: {@code │ ❱ 245 │ raise
   * ChildFailedError( │}.
   *
   * @param raw the line with whatever prefix stands before the box
   */
  static boolean isSourceRow(String raw) {
    int bar = raw.indexOf('│');
    if (bar < 0) {
      return false;
    }
    int at = TextScan.blanksEnd(raw, bar + 1);
    if (at < raw.length() && raw.charAt(at) == '❱') {
      at = TextScan.blanksEnd(raw, at + 1);
    }
    int end = TextScan.digitsEnd(raw, at);
    int close = TextScan.blanksEnd(raw, end);
    return end > at && close < raw.length() && raw.charAt(close) == '│';
  }
}
