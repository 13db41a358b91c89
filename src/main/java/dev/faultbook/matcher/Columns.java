package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of places in one very long line. Counts the characters before them in stretches that
 * it remembers, so that many matches on such a line cost no more than its length.
 *
 * <p>A line that is longer than a chunk comes in pieces; the characters of the earlier ones count.
 */
final class Columns {
  private static final int STRETCH = 4096;

  /** Where stretches begin, and the columns there. */
  private final List<int[]> marks = new ArrayList<>();

  private int line = -1;

  /** Where the chunk begins, and how many characters of its first line earlier chunks held. */
  private int chunkFrom = -1;

  private int earlier;

  /** Characters of the line that this chunk leaves open. */
  private int open;

  /** The buffer holds the bytes of another chunk from now on. */
  void beginChunk(Chunk chunk) {
    forgetLine();
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

  private void forgetLine() {
    line = -1;
    marks.clear();
  }

  /**
   * How many characters stand before a place in its line.
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
      forgetLine();
      line = from;
      marks.add(new int[] {from, before});
    }
    int wanted = (place - from) / STRETCH;
    while (marks.size() <= wanted) {
      int[] mark = marks.getLast();
      int next = MatchedLines.characterStart(bytes, from + marks.size() * STRETCH, mark[0]);
      marks.add(new int[] {next, mark[1] + Lines.decodeText(bytes, mark[0], next).length()});
    }
    int[] mark = marks.get(wanted);
    return mark[1] + Lines.decodeText(bytes, mark[0], place).length();
  }
}
