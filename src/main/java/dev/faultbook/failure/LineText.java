package dev.faultbook.failure;

import dev.faultbook.log.LogTime;
import dev.faultbook.stream.LinePrefix;
import dev.faultbook.stream.Severity;
import org.jspecify.annotations.Nullable;

/**
 * A line that is read for failures, with its message separated.
 *
 * @param number the line's number
 * @param stream id of its log stream
 * @param time the time that it states, or null
 * @param raw the line without text overwritten after a carriage return
 * @param body the message with its indentation
 * @param severity the level that the line states
 */
record LineText(
    long number, int stream, @Nullable LogTime time, String raw, String body, Severity severity) {

  private static final int MAX_NAME = 40;

  static LineText of(long number, int stream, @Nullable LogTime time, String line) {
    String raw = visiblePart(line).stripTrailing();
    LinePrefix prefix = LinePrefix.of(raw);
    String body = raw.substring(prefix.messageStart());
    Severity severity = isDebugging(body) ? Severity.DEBUG : prefix.severity();
    return new LineText(number, stream, time, raw, body, severity);
  }

  /** {@code debug2: _file_read_content: unable to open …} of Slurm's daemons. */
  private static boolean isDebugging(String body) {
    int digit = "debug".length();
    return body.startsWith("debug")
        && body.length() > digit
        && TextScan.isDigit(body.charAt(digit))
        && body.startsWith(": ", digit + 1);
  }

  /** The visible part of {@code 10%|█ |\r 20%|██ |\rTraceback …}. */
  private static String visiblePart(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    int back = line.lastIndexOf('\r', end - 1);
    return line.substring(back + 1, end);
  }

  /**
   * The same line with another message, found behind a gutter that only the reader of a block
   * knows.
   */
  LineText withBody(String text) {
    return new LineText(number, stream, time, raw, text, severity);
  }

  /** The message without surrounding blanks. */
  String bare() {
    return body.strip();
  }

  boolean isBlank() {
    return body.isBlank();
  }

  /**
   * What the line gives as the name of its program, in front of the message or at the end of the
   * prefix; empty if nothing stands there.
   */
  String speaker() {
    // slurmd: error: …    nvcc fatal   : …    ERROR: …
    String named = nameBefore(body, TextScan.blanksEnd(body, 0));
    if (!named.isEmpty() && Severity.of(named) == null) {
      return named;
    }
    // Nov 20 12:00:13 gpu-01 slurmd[1234]: error: …
    int start = raw.length() - body.length();
    int blank = raw.stripTrailing().lastIndexOf(' ', Math.max(0, start - 2));
    return start < 3 || !raw.endsWith(body) ? "" : nameBefore(raw, blank + 1);
  }

  /** The name that begins at an index and ends before a colon, a process id or a severity. */
  private static String nameBefore(String text, int from) {
    int end = from;
    while (end < text.length() && end - from <= MAX_NAME && isNamePart(text.charAt(end))) {
      end++;
    }
    boolean name =
        end > from + 1
            && end - from <= MAX_NAME
            && (text.startsWith(": ", end)
                || text.startsWith("[", end)
                || text.startsWith(" fatal", end)
                || text.startsWith(" error", end)
                || text.startsWith(" ERROR", end)
                || text.startsWith(" Error", end));
    return name ? text.substring(from, end) : "";
  }

  private static boolean isNamePart(char c) {
    return c < 128 && (Character.isLetterOrDigit(c) || "._-+/".indexOf(c) >= 0);
  }

  /** The number of blanks before the message; a tab counts as four. */
  int countIndent() {
    int width = 0;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c != ' ' && c != '\t') {
        return width;
      }
      width += c == ' ' ? 1 : 4;
    }
    return width;
  }
}
