package dev.faultbook.redaction;

import java.util.Arrays;

/**
 * Which pairs of neighbouring characters occur in a line, whatever their case. Most words that the
 * finders look for are ruled out by one of their pairs, so that a line need not be searched for
 * each of them.
 */
final class LineGrams {

  private static final int BITS = 6;

  private final long[] pairs = new long[1 << (2 * BITS - 6)];

  /** Reads a line, in place of the one before. */
  void readLine(String line) {
    Arrays.fill(pairs, 0);
    for (int i = 1; i < line.length(); i++) {
      int pair = pair(line.charAt(i - 1), line.charAt(i));
      pairs[pair >>> 6] |= 1L << pair;
    }
  }

  private boolean contains(int pair) {
    return (pairs[pair >>> 6] & 1L << pair) != 0;
  }

  /** Characters that differ by case alone get the same bits; others may as well. */
  private static int pair(char first, char second) {
    return bits(first) << BITS | bits(second);
  }

  private static int bits(char c) {
    boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return letter ? c & 0x1f | 0x20 : c & 0x1f;
  }

  /** A word that is looked for. */
  static final class Trigger {
    private final int[] grams;

    Trigger(String word) {
      grams = new int[Math.max(0, word.length() - 1)];
      for (int i = 0; i < grams.length; i++) {
        grams[i] = pair(word.charAt(i), word.charAt(i + 1));
      }
    }

    /** False when the word does not occur in the line, in capitals or small letters. */
    boolean mayOccurIn(LineGrams line) {
      for (int gram : grams) {
        if (!line.contains(gram)) {
          return false;
        }
      }
      return true;
    }
  }
}
