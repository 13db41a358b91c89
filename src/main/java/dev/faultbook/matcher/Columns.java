package dev.faultbook.matcher;

import dev.faultbook.log.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of places in one very long line. Counts the characters before them in stretches that
 * it remembers, so that many matches on such a line cost no more than its length.
 */
final class Columns {
  private static final int STRETCH = 4096;

  /** Where stretches begin, and the columns there. */
  private final List<int[]> marks = new ArrayList<>();

  private int line = -1;

  /** The buffer holds other bytes from now on. */
  void resetBuffer() {
    line = -1;
    marks.clear();
  }

  /**
   * How many characters stand before a place in its line.
   *
   * @param from first byte of the line
   * @param place first byte of a character
   */
  int columnAt(byte[] bytes, int from, int place) {
    if (line != from) {
      resetBuffer();
      line = from;
      marks.add(new int[] {from, 0});
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
