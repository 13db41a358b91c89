package dev.faultbook.prefilter;

/**
 * A Bloom filter in which a gram has its bits in one word: two bits of a hash, so that one load
 * tells whether a gram may be there. Of those that are not, few pass; of those that are, all.
 */
final class BlockedBloomFilter {
  /** Most words, as a power of two: two mebibytes, the half of which stays in a second cache. */
  private static final int MOST = 18;

  private static final int FEWEST = 9;

  private final long[] words;
  private final int shift;

  /**
   * @param grams how many will be added; with a word for two to four of them, one look in 250 to
   *     one in 60 passes for nothing
   */
  BlockedBloomFilter(int grams) {
    int bits = Math.clamp(30L - Integer.numberOfLeadingZeros(grams), FEWEST, MOST);
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

  /** The same as 1 or 0, so that who counts places needs no branch. */
  int countHeld(long hash) {
    long missing = ~words[(int) (hash >>> shift)] & bits(hash);
    return 1 - (int) ((missing | -missing) >>> 63);
  }

  /** The bits that a hash sets in its word. */
  private static long bits(long hash) {
    return 1L << (hash >>> 20) | 1L << (hash >>> 26);
  }
}
