package dev.faultbook.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The templates of one log: number of lines, first and last line, and writers of each. Open
 * addressing with primitive arrays, because a log can have as many templates as lines.
 */
final class TemplateTable {
  /** Most templates that are kept; the table then takes about 16 MB. */
  static final int MOST = 1 << 18;

  private static final int SMALLEST = 1 << 10;

  /** Templates beyond this number have no lanes: a run has few distinct steps, the rest is data. */
  private static final int MOST_WITH_LANES = 20_000;

  private long[] hashes = new long[SMALLEST];
  private int[] numbers = new int[SMALLEST];
  private int size;
  private final Growing counts = new Growing();
  private final Growing firsts = new Growing();
  private final Growing lasts = new Growing();
  private final Growing keys = new Growing();
  private final List<BitSet> lanes = new ArrayList<>();
  private boolean full;

  /** A growing array of longs, one per template. */
  private static final class Growing {
    private long[] values = new long[SMALLEST / 2];

    long get(int at) {
      return values[at];
    }

    void set(int at, long value) {
      if (at == values.length) {
        values = Arrays.copyOf(values, 2 * at);
      }
      values[at] = value;
    }
  }

  /**
   * Counts a line.
   *
   * @param hash its template
   * @param line its number
   * @param lane its writer, or -1
   */
  void countLine(long hash, long line, int lane) {
    int at = findSlot(hash);
    int number = numbers[at] - 1;
    if (number < 0) {
      if (size == MOST) {
        full = true;
        return;
      }
      number = size++;
      hashes[at] = hash;
      numbers[at] = size;
      keys.set(number, hash);
      firsts.set(number, line);
      counts.set(number, 0);
      if (number < MOST_WITH_LANES) {
        lanes.add(new BitSet());
      }
      if (2 * size > hashes.length) {
        grow();
      }
    }
    counts.set(number, counts.get(number) + 1);
    lasts.set(number, line);
    if (lane >= 0 && number < MOST_WITH_LANES) {
      lanes.get(number).set(lane);
    }
  }

  /** The template's number in the order of first lines; -1 if it was never seen. */
  int numberOf(long hash) {
    return numbers[findSlot(hash)] - 1;
  }

  int size() {
    return size;
  }

  /** Whether there were more templates than are kept. */
  boolean isFull() {
    return full;
  }

  long hashOf(int number) {
    return keys.get(number);
  }

  long countOf(int number) {
    return counts.get(number);
  }

  long firstLine(int number) {
    return firsts.get(number);
  }

  long lastLine(int number) {
    return lasts.get(number);
  }

  /** The writers of its lines; empty also if they were not kept. */
  BitSet lanesOf(int number) {
    return number < lanes.size() ? lanes.get(number) : new BitSet();
  }

  private int findSlot(long hash) {
    int mask = hashes.length - 1;
    int at = (int) (hash ^ hash >>> 32) & mask;
    while (numbers[at] != 0 && hashes[at] != hash) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] before = hashes;
    int[] old = numbers;
    hashes = new long[2 * before.length];
    numbers = new int[2 * before.length];
    for (int i = 0; i < before.length; i++) {
      if (old[i] != 0) {
        int at = findSlot(before[i]);
        hashes[at] = before[i];
        numbers[at] = old[i];
      }
    }
  }
}
