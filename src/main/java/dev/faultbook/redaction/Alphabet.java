package dev.faultbook.redaction;

import java.util.Arrays;

/** A set of ASCII characters, written as {@code A-Za-z0-9_-}. */
final class Alphabet {

  private final boolean[] characters = new boolean[128];
  private boolean empty = true;

  private Alphabet() {}

  /** Parses ranges and single characters. A hyphen at the end is a literal hyphen. */
  static Alphabet of(String text) {
    Alphabet alphabet = new Alphabet();
    int i = 0;
    while (i < text.length()) {
      if (i + 2 < text.length() && text.charAt(i + 1) == '-') {
        alphabet.add(text.charAt(i), text.charAt(i + 2));
        i += 3;
      } else {
        alphabet.add(text.charAt(i), text.charAt(i));
        i++;
      }
    }
    return alphabet;
  }

  private void add(char first, char last) {
    Arrays.fill(characters, first, last + 1, true);
    empty = false;
  }

  boolean contains(char c) {
    return c < 128 && characters[c];
  }

  boolean isEmpty() {
    return empty;
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
