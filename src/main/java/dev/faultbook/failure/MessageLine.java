package dev.faultbook.failure;

/**
 * A line of the message of a failure.
 *
 * @param line its number in the log
 * @param text the line without its prefix, at most {@value #MAX_TEXT} characters
 */
public record MessageLine(long line, String text) {
  static final int MAX_TEXT = 600;

  static MessageLine of(LineText line) {
    return new MessageLine(line.number(), TextScan.limitLength(line.bare(), MAX_TEXT));
  }
}
