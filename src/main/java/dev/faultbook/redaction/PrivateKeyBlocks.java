package dev.faultbook.redaction;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Redacts private key blocks over several lines. It replaces the Base64 of the lines between BEGIN
 * and END, whatever a launcher or logger adds around it ({@code [1,3]<stdout>:MII…}, {@code
 * {"log":"MII…\n"}}, {@code | MII… |}), and keeps the rest of each line. A block without an END
 * nearby ends at the first line without a long run of Base64. So does a block whose BEGIN marker is
 * not at the end of its line, because it may be only part of an error message.
 */
final class PrivateKeyBlocks {

  private static final int MOST_LINES = 200;
  private static final int FULL_LINE = 40;
  private static final int LONG_RUN = 20;
  private static final String SECRET = "<" + SecretKind.SECRET.word() + "-";
  private static final int NEVER = Integer.MAX_VALUE;

  private final String text;
  private int lineNumber;

  /** Line number of the current block's END marker; NEVER if the log is truncated before it. */
  private int blockEnd;

  private boolean inBlock;

  /**
   * Whether unrelated lines may occur between those of the key: BEGIN ends its line and END is
   * known.
   */
  private boolean mayHoldOthers;

  /** Column at which the Base64 of the previous key line started; -1 before the first one. */
  private int column = -1;

  /** Whether the previous line was a header of the key. An empty line ends the headers. */
  private boolean behindHeader;

  /** Whether the text holds the start of a key, so that its lines must be searched for one. */
  private final boolean holdsKeyStart;

  /** Start offsets of the keys whose BEGIN marker is missing in the log. */
  private final Deque<Integer> headless;

  private String blockName = "";

  private int knownEnd = -1;
  private int knownEndLine;

  PrivateKeyBlocks(String text) {
    this.text = text;
    this.headless = headlessStarts(text);
    this.holdsKeyStart = PrivateKeyLines.holdsKeyStart(text);
  }

  /**
   * Finds the END markers of private keys without a BEGIN marker, and returns the offsets at which
   * their Base64 starts.
   */
  private static Deque<Integer> headlessStarts(String text) {
    Deque<Integer> starts = new ArrayDeque<>();
    int from = 0;
    int begin = text.indexOf(PrivateKeyLines.BEGIN);
    int end = text.indexOf(PrivateKeyLines.END);
    while (end >= 0) {
      while (begin >= 0 && begin < from) {
        begin = text.indexOf(PrivateKeyLines.BEGIN, from);
      }
      boolean opened = begin >= 0 && begin < end;
      int start = opened ? -1 : headlessStart(text, from, end);
      if (start >= 0) {
        starts.add(start);
      }
      from = end + PrivateKeyLines.END.length();
      end = text.indexOf(PrivateKeyLines.END, from);
    }
    return starts;
  }

  /**
   * Returns the offset of the first of the Base64 lines before an END marker; -1 if there are none.
   */
  private static int headlessStart(String text, int from, int end) {
    if (!PrivateKeyLines.isPrivateKeyEnd(text, end)) {
      return -1;
    }
    int first = -1;
    int lineEnd = text.lastIndexOf('\n', end);
    for (int lines = 0; lineEnd > from && lines < MOST_LINES; lines++) {
      int start = text.lastIndexOf('\n', lineEnd - 1) + 1;
      String line = text.substring(start, lineEnd);
      if (!hasFullRun(line) && lines > 0) {
        return first;
      }
      first = hasFullRun(line) ? start : first;
      lineEnd = start - 1;
    }
    return first;
  }

  private static boolean hasFullRun(String line) {
    int i = 0;
    while (i < line.length()) {
      int end = runEnd(line, i);
      if (end - i >= FULL_LINE && PrivateKeyLines.looksLikeBase64(line, i, end)) {
        return true;
      }
      i = Math.max(end, i + 1);
    }
    return false;
  }

  /** Returns the start of the Base64 at the end of a text. */
  private static int base64Start(String text) {
    int start = text.length();
    while (start > 0 && isBase64(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  /**
   * Redacts the next line of the text if it is part of a key.
   *
   * @param start offset of the line in the text
   */
  String redactBody(String line, int start, Placeholders placeholders) {
    lineNumber++;
    if (!headless.isEmpty() && headless.peek() == start) {
      headless.remove();
      openBlock(start);
      mayHoldOthers = blockEnd != NEVER;
    }
    if (!inBlock && holdsKeyStart && PrivateKeyLines.holdsKeyStart(line)) {
      openBlock(start);
      mayHoldOthers = false;
    }
    if (inBlock && lineNumber >= blockEnd) {
      inBlock = false;
    }
    if (!inBlock) {
      return line;
    }
    int shortest = blockEnd == NEVER ? FULL_LINE : LONG_RUN;
    String withoutRuns = replaceRuns(line, shortest, placeholders);
    // A second redaction finds a placeholder where the first one found a run.
    return withoutRuns.equals(line) && !line.contains(SECRET)
        ? replaceLastWord(line, placeholders)
        : withoutRuns;
  }

  /**
   * Replaces each run of Base64 of at least {@code shortest} characters, and a shorter one in the
   * column of the previous run, which may be the last line of the key.
   */
  private String replaceRuns(String line, int shortest, Placeholders placeholders) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    int i = 0;
    while (i < line.length()) {
      int start = i;
      int end = runEnd(line, start);
      if (isEscapedBreak(line, start)) {
        start++; // the n of \nMII…
      }
      boolean full = end - start >= shortest && PrivateKeyLines.looksLikeBase64(line, start, end);
      if (full || (column == start && isLastRun(line, start, end))) {
        column = start;
        out.append(line, done, start).append(placeholder(placeholders));
        done = end;
      }
      i = Math.max(end, i + 1);
    }
    return out.append(line, done, line.length()).toString();
  }

  private String placeholder(Placeholders placeholders) {
    return placeholders.placeholderFor(SecretKind.SECRET, blockName);
  }

  /** Whether a run of any length is the last word of the line or of its table cell. */
  private boolean isLastRun(String line, int start, int end) {
    if (blockEnd == NEVER
        || start == end
        || (start > 0 && Placeholders.startsAt(line, start - 1))) {
      return false;
    }
    int next = TextRuns.skipBlanks(line, end);
    return next == line.length() || next == end || line.charAt(next) == '|';
  }

  /** Replaces Base64 that is the last word of the line, such as the short last line of a key. */
  private String replaceLastWord(String line, Placeholders placeholders) {
    String trimmed = line.stripTrailing();
    int word = base64Start(trimmed);
    boolean alone = word == 0 || TextRuns.isBlank(trimmed.charAt(word - 1));
    int length = alone ? trimmed.length() - word : 0;
    boolean taken = mayHoldOthers ? length > 0 : length >= FULL_LINE;
    return taken ? trimmed.substring(0, word) + placeholder(placeholders) : line;
  }

  /**
   * Records the start or end of a block after a line. It reads the redacted line, so that a second
   * redaction finds the same blocks.
   *
   * @param start offset of the line in the text
   */
  void lineDone(String redacted, int start) {
    boolean header = redacted.contains("Proc-Type:") || redacted.contains("DEK-Info:");
    boolean other = !redacted.isBlank() && !redacted.contains(SECRET) && !header;
    if (inBlock && !mayHoldOthers && other && !behindHeader) {
      inBlock = false;
    }
    behindHeader = header;
    int key = inBlock ? -1 : PrivateKeyLines.openedKey(redacted);
    if (key < 0) {
      return;
    }
    openBlock(start);
    mayHoldOthers = blockEnd != NEVER && redacted.substring(key).isBlank();
  }

  private void openBlock(int start) {
    inBlock = true;
    column = -1;
    blockName = "block in line " + lineNumber;
    int end = endLineAfter(start);
    blockEnd = end - lineNumber > MOST_LINES ? NEVER : end;
  }

  /**
   * Returns the line number of the next END marker. The result is kept until the marker is passed,
   * so that many BEGIN markers do not make the search quadratic.
   */
  private int endLineAfter(int start) {
    if (knownEnd < start) {
      knownEnd = text.indexOf(PrivateKeyLines.END, start);
      knownEndLine = NEVER;
      if (knownEnd < 0) {
        knownEnd = NEVER;
      } else {
        knownEndLine = lineNumber + TextLines.countBreaks(text, start, knownEnd);
      }
    }
    return knownEndLine;
  }

  private static boolean isEscapedBreak(String line, int at) {
    return at > 0
        && at < line.length()
        && line.charAt(at - 1) == '\\'
        && "nr".indexOf(line.charAt(at)) >= 0;
  }

  /** Returns the end of the Base64 that starts at {@code start}, including its padding. */
  private static int runEnd(String line, int start) {
    int i = start;
    while (i < line.length() && line.charAt(i) != '=' && isBase64(line.charAt(i))) {
      i++;
    }
    int last = i;
    while (last > start && i < line.length() && i - last < 2 && line.charAt(i) == '=') {
      i++;
    }
    return i;
  }

  private static boolean isBase64(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '+' || c == '/' || c == '=';
  }
}
