package dev.faultbook.redaction;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Private key blocks, the one secret that goes over several lines. The lines between BEGIN and END
 * lose their Base64, whatever a launcher or a logger puts around it ({@code [1,3]<stdout>:MII…},
 * {@code {"log":"MII…\n"}}, {@code | MII… |}); the rest of the line stays. A block without an END
 * nearby ends with the first line that has no long run of Base64, and so does one whose BEGIN is
 * not the end of its line: the words of an error message may be all there is.
 */
final class PrivateKeyBlocks {

  private static final int MOST_LINES = 200;
  private static final int FULL_LINE = 40;
  private static final int LONG_RUN = 20;
  private static final String SECRET = "<" + SecretKind.SECRET.word() + "-";
  private static final int NEVER = Integer.MAX_VALUE;

  private final String text;
  private int lineNumber;

  /** The line of the END marker of the block that we are in; NEVER when the log cuts it short. */
  private int blockEnd;

  private boolean inBlock;

  /** Whether other lines may stand between those of the key: BEGIN ends its line, END is known. */
  private boolean mayHoldOthers;

  /** Where the Base64 of the last full line began; -1 before there was one. */
  private int column = -1;

  /** Whether the line before was a header of the key, which a line without content ends. */
  private boolean behindHeader;

  /** Where the lines of the keys begin whose BEGIN the log does not hold. */
  private final Deque<Integer> headless;

  private String blockName = "";

  private int knownEnd = -1;
  private int knownEndLine;

  PrivateKeyBlocks(String text) {
    this.text = text;
    this.headless = headlessStarts(text);
  }

  /** The END markers of private keys that no BEGIN opens, by where their Base64 begins. */
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

  /** Goes back from an END over the lines of Base64; -1 when none stands there. */
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

  /** Where the Base64 at the end of a text begins. */
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
   * @param start where the line starts in the text
   */
  String redactBody(String line, int start, Placeholders placeholders) {
    lineNumber++;
    if (!headless.isEmpty() && headless.peek() == start) {
      headless.remove();
      openBlock(start);
      mayHoldOthers = blockEnd != NEVER;
    }
    if (inBlock && lineNumber >= blockEnd) {
      inBlock = false;
    }
    if (!inBlock) {
      return line;
    }
    int shortest = blockEnd == NEVER ? FULL_LINE : LONG_RUN;
    String withoutRuns = replaceRuns(line, shortest, placeholders);
    return withoutRuns.equals(line) ? replaceLastWord(line, placeholders) : withoutRuns;
  }

  /** Replaces each run of Base64 that is long enough, wherever it stands. */
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

  /** Whether a run, which may be short, fills its place: no other word follows. */
  private boolean isLastRun(String line, int start, int end) {
    if (blockEnd == NEVER
        || start == end
        || (start > 0 && Placeholders.standsAt(line, start - 1))) {
      return false;
    }
    int next = TextRuns.skipBlanks(line, end);
    return next == line.length() || next == end || line.charAt(next) == '|';
  }

  /** Replaces Base64 that is the last word of the line, as that of the key's last line. */
  private String replaceLastWord(String line, Placeholders placeholders) {
    String trimmed = line.stripTrailing();
    int word = base64Start(trimmed);
    boolean alone = word == 0 || TextRuns.isBlank(trimmed.charAt(word - 1));
    int length = alone ? trimmed.length() - word : 0;
    boolean taken = mayHoldOthers ? length > 0 : length >= FULL_LINE;
    return taken ? trimmed.substring(0, word) + placeholder(placeholders) : line;
  }

  /**
   * Notes what the line opens, once it is redacted: so a second redaction sees the same blocks.
   *
   * @param start where the line starts in the text
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

  /** The line of the next END marker, looked for once however many BEGINs there are. */
  private int endLineAfter(int start) {
    if (knownEnd < start) {
      knownEnd = text.indexOf(PrivateKeyLines.END, start);
      knownEndLine = NEVER;
      if (knownEnd < 0) {
        knownEnd = NEVER;
      } else {
        knownEndLine = lineNumber;
        for (int i = start; i < knownEnd; i++) {
          knownEndLine += text.charAt(i) == '\n' || text.charAt(i) == '\r' ? 1 : 0;
        }
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

  /** Where the Base64 ends that starts here, its padding included. */
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
