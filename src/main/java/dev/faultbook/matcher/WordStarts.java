package dev.faultbook.matcher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the beginnings of words: after a blank or an opening parenthesis, a letter or another
 * character in the letter columns of ASCII or beyond ASCII; never a digit and hardly ever
 * punctuation. If a literal contains one, with the byte before it, every text with the literal has
 * one at the same position.
 */
final class WordStarts {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH = 0x8080808080808080L;

  /**
   * All bits except the one in which blank and parenthesis differ, and the one that marks
   * non-ASCII.
   */
  private static final long ALIKE = 0x7777777777777777L;

  private static final long BLANKS = 0x2020202020202020L;
  private static final int GROUP = 64;

  /** Number of words that most groups do not exceed. */
  private static final int FEW = 6;

  private WordStarts() {}

  static boolean beginsWord(byte[] b, int at) {
    return at > 0 && (b[at - 1] & 0x77) == 0x20 && (b[at] & 0x40) != 0;
  }

  /**
   * Finds the words that begin in {@code b[from, to)}.
   *
   * @param from at least 1
   * @param to at most the end of the readable bytes
   * @param starts receives the positions, unordered; no two are adjacent, so half as many elements
   *     as bytes and a few more are sufficient
   * @return the number of words
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
      // Unconditional for the first few: that branch would be hard to predict.
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
