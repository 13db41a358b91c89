package dev.faultbook.signature;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** What a typed capture takes from a line. All are ASCII and greedy, without backtracking. */
public enum CaptureType {
  /** The shortest text up to the literal that follows, at most 512 bytes. */
  TEXT,
  /** A whole number, with or without a sign. */
  INT,
  /** Hexadecimal digits, with or without {@code 0x}. */
  HEX,
  /** A number with a unit of bytes: {@code 2.00 GiB}, {@code 9637888 bytes}, {@code 64MB}. */
  SIZE,
  /** Numbers joined by dots, with an optional suffix: {@code 2.14.3+cuda11.8}. */
  VERSION,
  /** A path or file name: no blank, no quote. */
  PATH,
  /** A host name or address, with or without a port. */
  HOST,
  /** Letters, digits, {@code _} and {@code -}. */
  WORD;

  static final int LONGEST = 512;

  static Optional<CaptureType> named(String name) {
    for (CaptureType type : values()) {
      if (type != TEXT && type.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /**
   * One past the last byte of this type's text at {@code from}; {@code from} when there is none.
   */
  int end(byte[] b, int from, int to) {
    int most = Math.min(to, from + LONGEST);
    return switch (this) {
      case INT -> digits(b, sign(b, from, most), most, from);
      case HEX -> hex(b, from, most);
      case SIZE -> size(b, from, most);
      case VERSION -> version(b, from, most);
      case PATH -> trimmed(b, from, run(b, from, most, "/\\:._-+~@=,%#<>", true), ".:,");
      case HOST -> trimmed(b, from, run(b, from, most, ".:_-[]%<>", true), ".:<");
      case WORD -> run(b, from, most, "_-", false);
      case TEXT -> throw new IllegalStateException("text captures end at the next literal");
    };
  }

  private static int sign(byte[] b, int from, int to) {
    return from < to && (b[from] == '-' || b[from] == '+') ? from + 1 : from;
  }

  private static int digits(byte[] b, int at, int to, int none) {
    int i = at;
    while (i < to && isDigit(b[i])) {
      i++;
    }
    return i > at ? i : none;
  }

  private static int hex(byte[] b, int from, int to) {
    boolean marked = from + 1 < to && b[from] == '0' && (b[from + 1] == 'x' || b[from + 1] == 'X');
    int at = marked ? from + 2 : from;
    int i = at;
    while (i < to && Character.digit(b[i], 16) >= 0) {
      i++;
    }
    return i > at ? i : from;
  }

  private static int size(byte[] b, int from, int to) {
    int i = digits(b, from, to, from);
    if (i == from) {
      return from;
    }
    if (i + 1 < to && b[i] == '.' && isDigit(b[i + 1])) {
      i = digits(b, i + 1, to, i);
    }
    int unit = i;
    while (unit < to && b[unit] == ' ') {
      unit++;
    }
    int end = unit;
    while (end < to && isLetter(b[end])) {
      end++;
    }
    return Sizes.unit(new String(b, unit, end - unit, StandardCharsets.US_ASCII)) > 0 ? end : i;
  }

  private static int version(byte[] b, int from, int to) {
    int i = digits(b, from, to, from);
    if (i == from) {
      return from;
    }
    int end = i;
    while (end + 1 < to && isVersionJoin(b[end]) && isLetterOrDigit(b[end + 1])) {
      end++;
      while (end < to && isLetterOrDigit(b[end])) {
        end++;
      }
    }
    return end;
  }

  private static boolean isVersionJoin(byte c) {
    return c == '.' || c == '+' || c == '-' || c == '_';
  }

  private static int run(byte[] b, int from, int to, String others, boolean unicode) {
    int i = from;
    while (i < to
        && (isLetterOrDigit(b[i]) || unicode && b[i] < 0 || others.indexOf((char) b[i]) >= 0)) {
      i++;
    }
    return i;
  }

  private static int trimmed(byte[] b, int from, int end, String tail) {
    int i = end;
    while (i > from && tail.indexOf((char) b[i - 1]) >= 0) {
      i--;
    }
    return i;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(byte c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isLetterOrDigit(byte c) {
    return isDigit(c) || isLetter(c);
  }
}
