package dev.faultbook.prefilter;

/**
 * For each pattern four bytes of another of its literals than the one that it is found by. A line
 * that holds the one and not the other, as most candidates' lines do, is dropped before anything of
 * the pattern has been fetched from memory.
 */
final class SecondaryLiterals {
  /** What stands for a pattern of one literal. */
  static final int NONE = 0;

  private final int[] bytes;

  SecondaryLiterals(int patterns) {
    this.bytes = new int[patterns];
  }

  /**
   * @param place where the four bytes begin in a literal that every matching line holds; none of
   *     them is a blank, which may stand for a run of white space
   */
  void setLiteral(int pattern, byte[] literal, int place) {
    bytes[pattern] = (int) GramScheme.fourBytes(literal, place);
  }

  /** The four bytes, ASCII letters without their case, or {@link #NONE}. */
  int bytesOf(int pattern) {
    return bytes[pattern];
  }
}
