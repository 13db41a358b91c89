package dev.faultbook.log;

/**
 * A part of a log: whole lines, or a piece of one line that is longer than the buffer.
 *
 * @param bytes the buffer; valid only while the consumer runs, because the reader reuses it
 * @param from first byte of the chunk in the buffer
 * @param to one past the last byte of the chunk
 * @param firstLine number of the line that starts at {@code from}, from 1, counted across all files
 * @param continued whether the chunk continues a line that an earlier chunk began
 * @param file index of the file that it belongs to
 */
public record Chunk(byte[] bytes, int from, int to, long firstLine, boolean continued, int file) {
  /** The whole array as one chunk; its first line has number 1. */
  public static Chunk of(byte[] bytes) {
    return new Chunk(bytes, 0, bytes.length, 1, false, 0);
  }

  /** Receives a line. */
  public interface LineReader {
    /** Reads the line in {@code bytes[from, to)}, without its newline. */
    void readLine(long number, byte[] bytes, int from, int to);
  }

  /** Passes on the lines that begin in the chunk, in order. */
  public void forEachLine(LineReader reader) {
    long number = firstLine;
    for (int start = from; start < to; number++) {
      int end = Lines.lineEnd(bytes, start, to);
      if (start > from || !continued) {
        reader.readLine(number, bytes, start, end);
      }
      start = end + 1;
    }
  }
}
