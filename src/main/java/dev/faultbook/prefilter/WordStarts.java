package dev.faultbook.prefilter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The beginnings of words: behind a blank or an opening parenthesis a letter, or what else stands
 * in the columns of letters in ASCII or beyond ASCII; no digit and hardly a mark. Where a literal
 * holds one, with the byte before it, every text that holds the literal has one at the same place.
 */
final class WordStarts {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH = 0x8080808080808080L;

  /** All bits but that in which blank and parenthesis differ, and that of what is not ASCII. */
  private static final long ALIKE = 0x7777777777777777L;

  private static final long BLANKS = 0x2020202020202020L;
  private static final int GROUP = 64;

  /** Words that most groups do not exceed. */
  private static final int FEW = 6;

  private WordStarts() {}

  static boolean beginsWord(byte[] b, int at) {
    return at > 0 && (b[at - 1] & 0x77) == 0x20 && (b[at] & 0x40) != 0;
  }

  /**
   * Finds the words that begin in {@code b[from, to)}.
   *
   * @param from at least 1
   * @param to at most the end of what may be read
   * @param starts takes the places, in no order; no two are side by side, so it has room enough
   *     with half as many as there are bytes and a few beyond
   * @return how many
   */
  static int findStarts(byte[] b, int from, int to, int[] starts) {
    int n = 0;
    int i = from;
    for (; i + GROUP <= to; i += GROUP) {
      long found =
          startFlags(b, i) >>> 7
              | startFlags(b, i + 8) >>> 6
              | startFlags(b, i + 16) >>> 5
              | startFlags(b, i + 24) >>> 4
              | startFlags(b, i + 32) >>> 3
              | startFlags(b, i + 40) >>> 2
              | startFlags(b, i + 48) >>> 1
              | startFlags(b, i + 56);
      int at = n;
      n += Long.bitCount(found);
      // The first few without asking whether there are so many: that branch is hard to foretell.
      for (int k = 0; k < FEW; k++) {
        starts[at++] = placeOf(i, found);
        found &= found - 1;
      }
      while (found != 0) {
        starts[at++] = placeOf(i, found);
        found &= found - 1;
      }
    }
    for (; i < to; i++) {
      if (beginsWord(b, i)) {
        starts[n++] = i;
      }
    }
    return n;
  }

  /** Of a group's eight words, whose flags stand side by side, the byte of the lowest flag. */
  private static int placeOf(int group, long found) {
    int bit = Long.numberOfTrailingZeros(found);
    return group + (bit >>> 3) + ((bit & 7) << 3);
  }

  /** The highest bit of each of eight bytes where a word begins. */
  private static long startFlags(byte[] b, int at) {
    long before = (long) LONG.get(b, at - 1) & ALIKE ^ BLANKS;
    return ~(before + ~HIGH) & (long) LONG.get(b, at) << 1 & HIGH;
  }
}
