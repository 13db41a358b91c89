package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** Steps through a line by single characters: what patterns would be for, in linear time. */
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

  /** One past the digits that begin at {@code from}. */
  static int digitsEnd(String s, int from) {
    int i = from;
    while (i < s.length() && isDigit(s.charAt(i))) {
      i++;
    }
    return i;
  }

  /** One past the letters that begin at {@code from}. */
  static int lettersEnd(String s, int from) {
    int i = from;
    while (i < s.length() && isLetter(s.charAt(i))) {
      i++;
    }
    return i;
  }

  /** One past the blanks and tabs that begin at {@code from}. */
  static int blanksEnd(String s, int from) {
    int i = from;
    while (i < s.length() && (s.charAt(i) == ' ' || s.charAt(i) == '\t')) {
      i++;
    }
    return i;
  }

  /** The number that begins at {@code from}, with its sign; null when it is none or no int. */
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

  /** The number that follows a text, blanks apart, or null. */
  static @Nullable Integer numberAfter(String s, String text) {
    int at = s.indexOf(text);
    return at < 0 ? null : parseNumber(s, blanksEnd(s, at + text.length()));
  }

  /** What stands between two texts, or null. */
  static @Nullable String textBetween(String s, String before, String after) {
    int from = s.indexOf(before);
    if (from < 0) {
      return null;
    }
    int to = s.indexOf(after, from + before.length());
    return to < 0 ? null : s.substring(from + before.length(), to);
  }

  /** The text cut to a length that a report can bear. */
  static String limitLength(String s, int most) {
    return s.length() <= most ? s : s.substring(0, most);
  }
}
