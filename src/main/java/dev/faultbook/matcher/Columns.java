package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes columns in very long lines. Stores the column at intervals of the line, so that many
 * matches on it cost no more than its length.
 *
 * <p>A line longer than a chunk comes in pieces; the characters of earlier pieces count.
 */
final class Columns {
  private static final int INTERVAL = 4096;

  /** The starts of intervals, and their columns. */
  private final List<int[]> marks = new ArrayList<>();

  private int line = -1;

  /** The start of the chunk, and the number of characters of its first line in earlier chunks. */
  private int chunkFrom = -1;

  private int earlier;

  /** Number of characters of the last line, if it continues in the next chunk. */
  private int open;

  /** Begins a chunk, which replaces the bytes in the buffer. */
  void beginChunk(Chunk chunk) {
    line = -1;
    chunkFrom = chunk.from();
    earlier = chunk.continued() ? open : 0;
    open = 0;
    byte[] bytes = chunk.bytes();
    if (chunk.to() > chunk.from() && bytes[chunk.to() - 1] != '\n') {
      int last = Lines.lineStart(bytes, chunk.from(), chunk.to());
      int piece = Lines.decodeText(bytes, last, chunk.to()).length();
      open = piece + (last == chunk.from() ? earlier : 0);
    }
  }

  /**
   * The number of characters before a position in its line.
   *
   * @param from first byte of the line, or of its piece in this chunk
   * @param place first byte of a character
   */
  int columnAt(byte[] bytes, int from, int place) {
    int before = from == chunkFrom ? earlier : 0;
    if (place == from) {
      return before;
    }
    if (line != from) {
      line = from;
      marks.clear();
      marks.add(new int[] {from, before});
    }
    int wanted = (place - from) / INTERVAL;
    while (marks.size() <= wanted) {
      int[] mark = marks.getLast();
      int next = MatchedLines.characterStart(bytes, from + marks.size() * INTERVAL, mark[0]);
      marks.add(new int[] {next, mark[1] + Lines.decodeText(bytes, mark[0], next).length()});
    }
    int[] mark = marks.get(wanted);
    return mark[1] + Lines.decodeText(bytes, mark[0], place).length();
  }
}
