package dev.faultbook.log;

/**
 * Numbers the lines of a text for ascending positions: each newline is counted once, and none after
 * the last position that was requested. An instance serves one reader of one text.
 */
public final class LineNumbers {
  private final byte[] bytes;
  private int counted;
  private long number;

  /**
   * @param bytes the text
   * @param from index of the first byte, which begins a line
   * @param first the number of that line
   */
  public LineNumbers(byte[] bytes, int from, long first) {
    this.bytes = bytes;
    this.counted = from;
    this.number = first;
  }

  /**
   * The number of the line that contains a byte.
   *
   * @param at index of the byte; not below that of the previous call
   */
  public long numberAt(int at) {
    number += Lines.countNewlines(bytes, counted, at);
    counted = at;
    return number;
  }
}
