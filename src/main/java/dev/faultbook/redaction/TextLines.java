package dev.faultbook.redaction;

/**
 * The lines of a text, in order. A line ends at a line feed, at carriage returns before a line
 * feed, or at a carriage return alone, because progress bars overwrite their line with it.
 */
final class TextLines {

  /** Characters that are searched at once for the end of a line. */
  private static final int STEP = 256;

  private static final int LONGEST_LABEL = 500;

  private final String text;
  private int start;
  private int end = -1;
  private int next;

  /** End of the carriage returns that were looked at last, if no line feed follows them. */
  private int lonelyReturns;

  private String name = "";
  private String nameBefore = "";

  TextLines(String text) {
    this.text = text;
  }

  /** Moves to the next line; false behind the last one. The first call moves to the first line. */
  boolean advance() {
    if (next > text.length()) {
      return false;
    }
    nameBefore = name;
    start = next;
    end = endOfLine(text, start);
    next = end == text.length() ? end + 1 : breakEnd(end);
    name = nameAt(start, end);
    return true;
  }

  private String nameAt(int from, int to) {
    return LineLabels.name(text.substring(from, Math.min(to, from + LONGEST_LABEL)));
  }

  String line() {
    return text.substring(start, end);
  }

  /** Offset of the line in the text. */
  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Whether the line starts with a name that a line beside it starts with as well. */
  boolean startsWithLabel() {
    if (name.isEmpty()) {
      return false;
    }
    return name.equals(nameBefore)
        || (next <= text.length() && name.equals(nameAt(next, endOfLine(text, next))));
  }

  /** The characters that end the line; empty for the last one. */
  String lineBreak() {
    return end == text.length() ? "" : text.substring(end, next);
  }

  private int breakEnd(int at) {
    if (text.charAt(at) == '\n' || at < lonelyReturns) {
      return at + 1;
    }
    int i = at;
    while (i < text.length() && text.charAt(i) == '\r') {
      i++;
    }
    if (i < text.length() && text.charAt(i) == '\n') {
      return i + 1;
    }
    lonelyReturns = i;
    return at + 1;
  }

  private static int endOfLine(String text, int from) {
    // In steps: where all lines end with one of the signs, a search for the other reads far ahead.
    for (int at = from; at < text.length(); at += STEP) {
      int limit = Math.min(text.length(), at + STEP);
      int feed = text.indexOf('\n', at, limit);
      int carriageReturn = text.indexOf('\r', at, feed < 0 ? limit : feed);
      if (carriageReturn >= 0 || feed >= 0) {
        return carriageReturn >= 0 ? carriageReturn : feed;
      }
    }
    return text.length();
  }

  /** Returns the number of line breaks in a part of a text. */
  static int countBreaks(String text, int from, int to) {
    int breaks = 0;
    int returns = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '\r') {
        returns++;
      } else {
        breaks += c == '\n' ? 1 : returns;
        returns = 0;
      }
    }
    return breaks + returns;
  }
}
