package dev.faultbook.hang;

import dev.faultbook.failure.StackFrame;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a stack or of a recorded call, and where the log shows it.
 *
 * @param stream id of the log stream
 * @param line number of that line
 * @param text the line, cut if it is long
 */
public record Frame(StackFrame at, int stream, long line, String text) {
  private static final int MAX_TEXT = 300;

  public Frame {
    text = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
  }

  /** A line that shows something without naming code. */
  public static Frame ofLine(int stream, long line, String text) {
    return new Frame(new StackFrame("", 0, "", "unknown"), stream, line, text);
  }

  String file() {
    return at.file();
  }

  String function() {
    return at.function();
  }

  boolean isOwn() {
    return at.isOwn();
  }

  /** Whether two frames stand at the same line of the same code. */
  static boolean samePlace(@Nullable Frame one, @Nullable Frame other) {
    return one == null || other == null ? one == other : one.at.equals(other.at);
  }
}
