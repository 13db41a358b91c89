package dev.faultbook.redaction;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a line whose arguments are a list of texts in quotes, in the form of a shell:
 * {@code ['mysql', '-uroot', '-pSECRET']}, {@code "mysql" "-pSECRET"}, and {@code a0="mysql"
 * a1="-pSECRET"} of auditd.
 */
final class ArgumentLists {

  private static final int LONGEST_ARGUMENT = 4096;

  private final String line;
  private final StringBuilder text = new StringBuilder();

  /** Position in the line of each character of the text. */
  private int[] starts = new int[64];

  private ArgumentLists(String line) {
    this.line = line;
  }

  /** Reads the lists of a line; null if it has none. */
  static @Nullable ArgumentLists of(String line) {
    int i = 0;
    while (i < line.length() && !opensList(line, i)) {
      i++;
    }
    if (i == line.length()) {
      return null; // as most lines: nothing is allocated for them
    }
    ArgumentLists lists = new ArgumentLists(line);
    while (i < line.length()) {
      i = opensList(line, i) ? lists.readList(i) : i + 1;
    }
    return lists.text.isEmpty() ? null : lists;
  }

  /** The commands, with a semicolon behind each. */
  String text() {
    return text.toString();
  }

  /** Returns the range in the line of a range of the text, which is not empty. */
  TextRange sourceOf(TextRange range) {
    return new TextRange(starts[range.start()], starts[range.end() - 1] + 1);
  }

  /** Whether a quote at a position may be that of a command: behind a bracket or a blank. */
  private static boolean opensList(String line, int at) {
    char quote = line.charAt(at);
    if (quote != '"' && quote != '\'') {
      return false;
    }
    char before = at > 0 ? line.charAt(at - 1) : ' ';
    return "[({".indexOf(before) >= 0
        || (quote == '"' && (TextRuns.isBlank(before) || line.startsWith("a0=", at - 3)));
  }

  /** Reads the list at a position if it has two arguments, and returns where to continue. */
  private int readList(int from) {
    int length = text.length();
    int arguments = 0;
    int i = from;
    int next = from + 1;
    while (i < line.length() && isQuote(line.charAt(i))) {
      int close = closingQuote(i);
      if (close < 0) {
        break;
      }
      appendArgument(i, close);
      arguments++;
      next = close + 1;
      i = TextRuns.skipBlanks(line, next);
      if (i < line.length() && line.charAt(i) == ',') {
        i = TextRuns.skipBlanks(line, i + 1);
      }
      i = behindNumber(line, i);
    }
    if (arguments < 2) {
      text.setLength(length);
      return from + 1;
    }
    append(" ; ", from);
    return next;
  }

  /** Returns the position behind the number of an argument, {@code a1=}; otherwise the position. */
  private static int behindNumber(String line, int at) {
    int i = at + 1;
    if (at >= line.length() || line.charAt(at) != 'a') {
      return at;
    }
    while (i < line.length() && TextRuns.isDigit(line.charAt(i))) {
      i++;
    }
    return i > at + 1 && i < line.length() && line.charAt(i) == '=' ? i + 1 : at;
  }

  private void appendArgument(int open, int close) {
    boolean blanks = false;
    for (int i = open + 1; i < close; i++) {
      blanks |= TextRuns.isBlank(line.charAt(i)) || TextRuns.isQuote(line.charAt(i));
    }
    for (int i = blanks ? open : open + 1; i < (blanks ? close + 1 : close); i++) {
      append(line.charAt(i), i);
    }
    append(' ', close);
  }

  private void append(String signs, int at) {
    for (int i = 0; i < signs.length(); i++) {
      append(signs.charAt(i), at);
    }
  }

  private void append(char c, int at) {
    if (text.length() == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    starts[text.length()] = at;
    text.append(c);
  }

  private int closingQuote(int open) {
    int limit = Math.min(line.length(), open + LONGEST_ARGUMENT);
    for (int i = open + 1; i < limit; i++) {
      if (line.charAt(i) == line.charAt(open)) {
        return i;
      }
      i += line.charAt(i) == '\\' ? 1 : 0;
    }
    return -1;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }
}
