package dev.faultbook.failure;

import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * A line that is being read for failures: as it was written, and its message apart.
 *
 * @param number the line's number
 * @param stream id of the log stream that it belongs to
 * @param time what it states, or null
 * @param raw the line without what a carriage return had overwritten
 * @param body the message with its indentation
 * @param severity what the line says of its gravity
 */
record LineText(
    long number, int stream, @Nullable LogTime time, String raw, String body, Severity severity) {

  static LineText of(long number, int stream, @Nullable LogTime time, String line) {
    String raw = visiblePart(line).stripTrailing();
    MessageStart start = MessageStart.of(raw);
    Severity severity = start.severity();
    return new LineText(
        number,
        stream,
        time,
        raw,
        raw.substring(start.at()),
        severity == Severity.UNSTATED ? Severity.amongFields(raw) : severity);
  }

  /** What is left on the screen of {@code 10%|█ |\r 20%|██ |\rTraceback …}. */
  private static String visiblePart(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    int back = line.lastIndexOf('\r', end - 1);
    return line.substring(back + 1, end);
  }

  /** The same line with another message: behind a gutter that only the reader of a block knows. */
  LineText withBody(String text) {
    return new LineText(number, stream, time, raw, text, severity);
  }

  /** The message without blanks around it. */
  String bare() {
    return body.strip();
  }

  boolean isBlank() {
    return body.isBlank();
  }

  /** Number of blanks before the message; a tab counts as four. */
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
