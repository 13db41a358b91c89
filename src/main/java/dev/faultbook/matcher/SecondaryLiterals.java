package dev.faultbook.matcher;

/**
 * Four bytes of a second required literal for each pattern. A candidate line without them, as most
 * are, is rejected before anything of the pattern has been loaded from memory.
 */
final class SecondaryLiterals {
  /** The value for a pattern with one literal. */
  static final int NONE = 0;

  private final int[] bytes;

  SecondaryLiterals(int patterns) {
    this.bytes = new int[patterns];
  }

  /**
   * @param place index of the four bytes in a literal that every matching line contains; none of
   *     them is a blank, which may represent a run of white space
   */
  void setLiteral(int pattern, byte[] literal, int place) {
    bytes[pattern] = (int) GramScheme.fourBytes(literal, place);
  }

  /** The four bytes, with ASCII letters case-folded, or {@link #NONE}. */
  int bytesOf(int pattern) {
    return bytes[pattern];
  }
}
