package dev.faultbook.matcher;

import java.util.Arrays;

/** The candidates of a chunk, sortable by position. */
final class CandidateList {
  private long[] items = new long[256];
  private int size;

  void add(int pattern, int at) {
    if (size == items.length) {
      items = Arrays.copyOf(items, size * 2);
    }
    items[size++] = (long) at << 32 | pattern;
  }

  void clear() {
    size = 0;
    // One hostile chunk must not take memory for the rest of the log.
    if (items.length > 1 << 20) {
      items = new long[256];
    }
  }

  int size() {
    return size;
  }

  void sort() {
    Arrays.sort(items, 0, size);
  }

  int positionAt(int i) {
    return (int) (items[i] >>> 32);
  }

  int patternAt(int i) {
    return (int) items[i];
  }

  /** Sorts the candidates {@code [from, to)} by pattern. */
  void sortByPattern(int from, int to) {
    for (int i = from; i < to; i++) {
      items[i] = items[i] & 0xFFFFFFFFL;
    }
    Arrays.sort(items, from, to);
  }
}
