package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** Scans text character by character, in linear time and without regular expressions. */
final class TextScan {
  private TextScan() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  static boolean isNamePart(char c) {
    return isLetter(c) || isDigit(c) || c == '_' || c == '.' || c == '-';
  }

  static boolean isIdentifierPart(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
  }

  /** The index after the digits that begin at {@code from}. */
  static int digitsEnd(String s, int from) {
    int i = from;
    while (i < s.length() && isDigit(s.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The index after the letters that begin at {@code from}. */
  static int lettersEnd(String s, int from) {
    int i = from;
    while (i < s.length() && isLetter(s.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The index after the blanks and tabs that begin at {@code from}. */
  static int blanksEnd(String s, int from) {
    return skip(s, from, " \t");
  }

  /** The index after the characters of a set that begin at {@code from}. */
  static int skip(String s, int from, String set) {
    int i = from;
    while (i < s.length() && set.indexOf(s.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  /**
   * The signed number that begins at {@code from}; null if there is none or it does not fit an int.
   */
  static @Nullable Integer parseNumber(String s, int from) {
    boolean minus = from < s.length() && s.charAt(from) == '-';
    int start = minus ? from + 1 : from;
    int end = start < 0 || start > s.length() ? start : digitsEnd(s, start);
    if (end == start || end - start > 10) {
      return null;
    }
    long value = Long.parseLong(s, start, end, 10);
    long signed = minus ? -value : value;
    return signed == (int) signed ? Integer.valueOf((int) signed) : null;
  }

  /** The number that follows a text, after blanks; null if there is none. */
  static @Nullable Integer numberAfter(String s, String text) {
    int at = s.indexOf(text);
    return at < 0 ? null : parseNumber(s, blanksEnd(s, at + text.length()));
  }

  /** The text between two texts; null if either is missing. */
  static @Nullable String textBetween(String s, String before, String after) {
    int from = s.indexOf(before);
    if (from < 0) {
      return null;
    }
    int to = s.indexOf(after, from + before.length());
    return to < 0 ? null : s.substring(from + before.length(), to);
  }

  /** The text, cut to at most {@code most} characters. */
  static String limitLength(String s, int most) {
    return s.length() <= most ? s : s.substring(0, most);
  }
}
