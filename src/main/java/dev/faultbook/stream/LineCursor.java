package dev.faultbook.stream;

import dev.faultbook.log.Lines;

/**
 * A position in the bytes of a line, with the search and parse methods of the prefix scanners.
 *
 * <p>It allocates no objects, because it runs on every line of a log. An instance is reused for
 * successive lines.
 */
final class LineCursor {
  /** Result of a search without a match and of parsing an invalid number. */
  static final int NONE = -1;

  /** The buffer that contains the line. */
  byte[] line = {};

  /** Index of the line's first byte. */
  int start;

  /** Index after the line's last byte. */
  int end;

  /** Index of the next byte to read. */
  int pos;

  /** Moves to the start of the line {@code bytes[from, to)}. */
  void startLine(byte[] bytes, int from, int to) {
    line = bytes;
    start = from;
    end = to;
    pos = from;
  }

  /** Moves to an index; returns true, so that a scanner may end with it. */
  boolean moveTo(int at) {
    pos = at;
    return true;
  }

  /** Moves to an index, or past a colon at this index. */
  boolean movePastColon(int at) {
    return moveTo(peek(at) == ':' ? at + 1 : at);
  }

  /** The byte at the current position; NUL at the end of the line. */
  char current() {
    return peek(pos);
  }

  /** The byte at an index; NUL outside of the line. */
  char peek(int at) {
    return at >= start && at < end ? (char) (line[at] & 0xff) : '\0';
  }

  /** Whether one of some ASCII characters stands at an index. */
  boolean isAt(int at, String characters) {
    return at >= start && at < end && characters.indexOf(line[at]) >= 0;
  }

  boolean startsWith(String word, int at) {
    int i = 0;
    while (i < word.length() && at + i < end && line[at + i] == word.charAt(i)) {
      i++;
    }
    return i == word.length();
  }

  /** Index of the first occurrence of a byte within a number of bytes; {@link #NONE} if missing. */
  int findNear(char c, int from, int most) {
    return findByte(c, from, Math.min(end, from + most));
  }

  /** Index of the first occurrence of a byte in {@code [from, to)}; {@link #NONE} if missing. */
  int findByte(char c, int from, int to) {
    int at = Lines.indexOf((byte) c, line, from, to);
    return at < to ? at : NONE;
  }

  /** Index of the first occurrence of a word in {@code [from, to)}; {@link #NONE} if missing. */
  int findWord(String word, int from, int to) {
    byte first = (byte) word.charAt(0);
    int last = to - word.length();
    for (int i = Lines.indexOf(first, line, from, to); i <= last; ) {
      if (startsWith(word, i)) {
        return i;
      }
      i = Lines.indexOf(first, line, i + 1, to);
    }
    return NONE;
  }

  /** Index of the last occurrence of a byte in {@code [from, to)}; {@link #NONE} if missing. */
  int findLast(char c, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (line[i] == c) {
        return i;
      }
    }
    return NONE;
  }

  /** The end of the blanks that begin at {@code from}. */
  int blanksEnd(int from) {
    int i = from;
    while (i < end && line[i] == ' ') {
      i++;
    }
    return i;
  }

  /** The end of the digits at the start of {@code [from, to)}; {@code from} if there are none. */
  int digitsEnd(int from, int to) {
    int i = from;
    while (i < to && isDigit(line[i])) {
      i++;
    }
    return i;
  }

  /** The end of the letters that begin at {@code from}; {@code from} if there are none. */
  int lettersEnd(int from) {
    int i = from;
    while (i < end && isLetter(line[i])) {
      i++;
    }
    return i;
  }

  /** The end of the name that begins at {@code from}, at most a number of bytes away. */
  int nameEnd(int from, int most) {
    int i = from;
    int to = Math.min(end, from + most);
    while (i < to && isNamePart(line[i])) {
      i++;
    }
    return i;
  }

  boolean isNumber(int from, int to) {
    return from < to && digitsEnd(from, to) == to;
  }

  /** Parses a range of one to eight digits; {@link #NONE} if the range is anything else. */
  int parseNumber(int from, int to) {
    if (to > end || to - from > 8 || !isNumber(from, to)) {
      return NONE;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      value = value * 10 + line[i] - '0';
    }
    return value;
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLower(int c) {
    return c >= 'a' && c <= 'z';
  }

  static boolean isLetter(int c) {
    return isLower(c) || c >= 'A' && c <= 'Z';
  }

  /** Letters, also those beyond ASCII, digits and the signs of host and logger names. */
  private static boolean isNamePart(byte c) {
    return isLetter(c) || isDigit(c) || c == '-' || c == '.' || c == '_' || c < 0;
  }
}
