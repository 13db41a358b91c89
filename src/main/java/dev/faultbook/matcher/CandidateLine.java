package dev.faultbook.matcher;

import dev.faultbook.signature.LineMatch;
import org.jspecify.annotations.Nullable;

/**
 * A line with candidates, on which one pattern after another is tried. If it is used often, for
 * example because a hundred signatures share its text, it records which four-byte grams it
 * contains, so that it is not read again for each of them.
 */
public final class CandidateLine {
  /** Number of reads after which recording the grams is cheaper. */
  private static final int OFTEN = 4;

  private static final int MIX = (int) (GramScheme.MIX >>> 32);

  private final PatternIndex index;
  private final byte[] bytes;
  private final int from;
  private final int to;
  private int asked;
  private long @Nullable [] held;
  private int shift;

  CandidateLine(PatternIndex index, byte[] bytes, int from, int to) {
    this.index = index;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  /**
   * Matches a pattern on this line, which holds a candidate of it.
   *
   * @return the match, or {@code null}
   */
  public @Nullable LineMatch matchPattern(int pattern) {
    int companion = index.companionOf(pattern);
    return companion == ChosenLiterals.NONE || mayHold(companion)
        ? index.patternOf(pattern).findMatch(bytes, from, to)
        : null;
  }

  private boolean mayHold(int four) {
    if (asked++ < OFTEN) {
      for (int i = from; i + Integer.BYTES <= to; i++) {
        if ((int) GramScheme.fourBytes(bytes, i) == four) {
          return true;
        }
      }
      return false;
    }
    long[] grams = held;
    if (grams == null) {
      grams = collectGrams();
    }
    int bit = four * MIX >>> shift;
    return (grams[bit >>> 6] & 1L << bit) != 0;
  }

  /** With at least 32 bits per byte, one in forty absent grams is a false positive. */
  private long[] collectGrams() {
    int bits = Math.clamp(37L - Integer.numberOfLeadingZeros(to - from), 10, 24);
    long[] grams = new long[1 << bits - 6];
    shift = Integer.SIZE - bits;
    for (int i = from; i + Integer.BYTES <= to; i++) {
      int bit = (int) GramScheme.fourBytes(bytes, i) * MIX >>> shift;
      grams[bit >>> 6] |= 1L << bit;
    }
    held = grams;
    return grams;
  }
}
