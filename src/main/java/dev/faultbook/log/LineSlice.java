package dev.faultbook.log;

import org.jspecify.annotations.Nullable;

/**
 * A line in a buffer of the log.
 *
 * @param bytes the buffer; valid only while the consumer of its chunk runs
 * @param from first byte of the line in the buffer
 * @param to one past its last byte, without the newline
 * @param number the line's number in the log, from 1
 */
public record LineSlice(byte[] bytes, int from, int to, long number) {
  /** One past the last byte of the line's text, without a carriage return at its end. */
  public int textEnd() {
    return to > from && bytes[to - 1] == '\r' ? to - 1 : to;
  }

  /** The line without escape sequences and without a JSON wrapper. */
  public UnwrappedLine unwrapped() {
    return UnwrappedLine.of(bytes, from, textEnd());
  }

  /** The line unchanged. */
  public UnwrappedLine whole() {
    return new UnwrappedLine(bytes, from, textEnd(), null);
  }

  /**
   * The line before it in the buffer; null if it is the first.
   *
   * @param start index of the first byte that may be read
   */
  public @Nullable LineSlice previous(int start) {
    return from <= start
        ? null
        : new LineSlice(bytes, Lines.lineStart(bytes, start, from - 1), from - 1, number - 1);
  }
}
