package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/**
 * The text that a logger writes before each line of a traceback: {@code (Engine pid=7) ERROR 02-27
 * 07:45:04 [core.py:866] }. Two gutters are equal if they differ only in digits.
 */
record LoggerPrefix(String prefix) {
  static final LoggerPrefix NONE = new LoggerPrefix("");

  /** The gutter before an index of a line. */
  static LoggerPrefix before(String raw, int at) {
    return at <= 0 || at > 200 ? NONE : new LoggerPrefix(raw.substring(0, at));
  }

  /** The line after the gutter; null if it has another gutter. */
  @Nullable String stripFrom(String raw) {
    if (prefix.isEmpty()) {
      return null;
    }
    if (raw.length() < prefix.length()) {
      return sameGutter(raw, prefix.stripTrailing()) ? "" : null;
    }
    return sameGutter(raw.substring(0, prefix.length()), prefix)
        ? raw.substring(prefix.length())
        : null;
  }

  private static boolean sameGutter(String a, String b) {
    if (a.length() != b.length()) {
      return false;
    }
    for (int i = 0; i < a.length(); i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y && !(TextScan.isDigit(x) && TextScan.isDigit(y))) {
        return false;
      }
    }
    return true;
  }
}
