package dev.faultbook.signature;

import java.util.StringTokenizer;

/** Decides which literals are distinctive enough to find a line by. */
final class Literals {
  static final String HINT =
      "The signature has no literal word of four characters (three of them letters) that every"
          + " matching line must hold; add a fixed word of the message, without a blank in it";

  private Literals() {}

  /** Whether one of the words of a literal is distinctive. */
  static boolean hasDistinctiveWord(String literal) {
    StringTokenizer words = new StringTokenizer(literal, " ");
    while (words.hasMoreTokens()) {
      if (isDistinctive(words.nextToken())) {
        return true;
      }
    }
    return false;
  }

  static boolean isDistinctive(String literal) {
    int letters = 0;
    for (int i = 0; i < literal.length(); i++) {
      if (Character.isLetter(literal.charAt(i))) {
        letters++;
      }
    }
    return literal.length() >= 4 && letters >= 3 || letters >= 1 && isWide(literal);
  }

  /** Two Chinese characters take six bytes and are as distinctive as a Latin word. */
  private static boolean isWide(String literal) {
    return literal.codePoints().filter(c -> c >= 0x2E80).count() >= 2;
  }

  static boolean isName(String name) {
    if (name.isEmpty() || name.charAt(0) < 'a' || name.charAt(0) > 'z') {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_')) {
        return false;
      }
    }
    return true;
  }

  static String lowerAscii(String s) {
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      out.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return out.toString();
  }
}
