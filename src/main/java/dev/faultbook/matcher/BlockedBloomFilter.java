package dev.faultbook.matcher;

/**
 * A blocked Bloom filter: a gram has two bits of its hash in one word, so that one load decides
 * whether it may be present. It has few false positives and no false negatives.
 */
final class BlockedBloomFilter {
  /** Most words, as a power of two: two mebibytes, half of which stays in the L2 cache. */
  private static final int MAX = 18;

  private static final int MIN = 9;

  private final long[] words;
  private final int shift;

  /**
   * @param grams number of grams that will be added; with a word per two to four of them, one probe
   *     in 250 to one in 60 is a false positive
   */
  BlockedBloomFilter(int grams) {
    int bits = Math.clamp(30L - Integer.numberOfLeadingZeros(grams), MIN, MAX);
    this.words = new long[1 << bits];
    this.shift = Long.SIZE - bits;
  }

  void add(long hash) {
    words[(int) (hash >>> shift)] |= bits(hash);
  }

  /** Whether a hash may have been added. */
  boolean mayHold(long hash) {
    long bits = bits(hash);
    return (words[(int) (hash >>> shift)] & bits) == bits;
  }

  /** The same as 1 or 0, for counting without a branch. */
  int countHeld(long hash) {
    long missing = ~words[(int) (hash >>> shift)] & bits(hash);
    return 1 - (int) ((missing | -missing) >>> 63);
  }

  /** The bits that a hash sets in its word. */
  private static long bits(long hash) {
    return 1L << (hash >>> 20) | 1L << (hash >>> 26);
  }
}
