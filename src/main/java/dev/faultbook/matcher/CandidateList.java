package dev.faultbook.matcher;

import java.util.Arrays;

/** The patterns that may match lines, sortable by line. */
final class CandidateList {
  private long[] items = new long[256];
  private int size;

  /**
   * Adds a candidate.
   *
   * @param line index of the first byte of the line
   */
  void add(int pattern, int line) {
    if (size == items.length) {
      items = Arrays.copyOf(items, size * 2);
    }
    items[size++] = (long) line << 32 | pattern;
  }

  void clear() {
    size = 0;
  }

  /** Number of candidates for which there is memory. */
  int capacity() {
    return items.length;
  }

  int size() {
    return size;
  }

  /** Sorts by line, and the candidates of a line by pattern. */
  void sort() {
    Arrays.sort(items, 0, size);
  }

  int lineAt(int i) {
    return (int) (items[i] >>> 32);
  }

  int patternAt(int i) {
    return (int) items[i];
  }
}
