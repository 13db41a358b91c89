package dev.faultbook.log;

/**
 * The numbers of a text's lines, asked for from the top down: each newline is counted once, and
 * none after the last place that was asked for. Serves one reader of one text.
 */
public final class LineNumbers {
  private final byte[] bytes;
  private int counted;
  private long number;

  /**
   * @param bytes the text
   * @param from its first byte, where a line begins
   * @param first the number of that line
   */
  public LineNumbers(byte[] bytes, int from, long first) {
    this.bytes = bytes;
    this.counted = from;
    this.number = first;
  }

  /**
   * The number of the line that holds a byte.
   *
   * @param at the byte; not before the one that was asked for last
   */
  public long numberAt(int at) {
    number += Lines.countNewlines(bytes, counted, at);
    counted = at;
    return number;
  }
}
