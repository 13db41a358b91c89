package dev.faultbook.redaction;

import java.util.BitSet;

/** A set of ASCII characters, written as {@code A-Za-z0-9_-}. */
final class Alphabet {

  private final BitSet characters = new BitSet(128);

  private Alphabet() {}

  /** Parses ranges and single characters. A hyphen at the end is a literal hyphen. */
  static Alphabet of(String text) {
    Alphabet alphabet = new Alphabet();
    int i = 0;
    while (i < text.length()) {
      if (i + 2 < text.length() && text.charAt(i + 1) == '-') {
        alphabet.characters.set(text.charAt(i), text.charAt(i + 2) + 1);
        i += 3;
      } else {
        alphabet.characters.set(text.charAt(i));
        i++;
      }
    }
    return alphabet;
  }

  boolean contains(char c) {
    return c < 128 && characters.get(c);
  }

  boolean isEmpty() {
    return characters.isEmpty();
  }

  /**
   * Returns the end of the run of these characters that starts at {@code from}, exclusive; {@code
   * from} itself if the run is empty.
   */
  int runEnd(String line, int from) {
    int i = from;
    while (i < line.length() && contains(line.charAt(i))) {
      i++;
    }
    return i;
  }
}
