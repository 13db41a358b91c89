package dev.faultbook.matcher;

import dev.faultbook.log.WordLists;
import java.util.Locale;

/** Text of ordinary log lines, some forty of them; words that occur in it are bad to search for. */
final class OrdinaryLines {
  private static final String TEXT = WordLists.readText(OrdinaryLines.class, "ordinary.txt");
  private static final int GRAM = 4;
  private static final int BITS = 14;

  /** How often each four characters occur, by their hash. */
  private static final short[] COUNTS = new short[1 << BITS];

  static {
    for (int i = 0; i + GRAM <= TEXT.length(); i++) {
      COUNTS[slot(TEXT, i)]++;
    }
  }

  private OrdinaryLines() {}

  private static int slot(String text, int at) {
    int hash = 0;
    for (int i = at; i < at + GRAM; i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash * 0x9E3779B1 >>> Integer.SIZE - BITS;
  }

  /** About how often the four characters at a position of a text in lower case occur. */
  static int countGram(String text, int at) {
    return COUNTS[slot(text, at)];
  }

  /** Whether a literal occurs; case is ignored. */
  static boolean contain(String literal) {
    String text = literal.toLowerCase(Locale.ROOT);
    for (int i = 0; i + GRAM <= text.length(); i++) {
      if (countGram(text, i) == 0) {
        return false;
      }
    }
    return TEXT.contains(text);
  }
}
