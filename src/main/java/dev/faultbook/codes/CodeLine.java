package dev.faultbook.codes;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line that is scanned for codes in linear time. Counts the scanned characters. Not thread-safe.
 */
final class CodeLine {
  private static final int MAX_DIGITS = 10;

  /** Longest text that belongs to one code; a line of 8 KB may contain hundreds of codes. */
  private static final int MAX_REST = 800;

  private final String text;
  private final String lower;
  private long steps;

  CodeLine(String text) {
    String folded = text.toLowerCase(Locale.ROOT);
    this.text = text;
    // A letter whose lower case is longer would shift all following positions.
    this.lower = folded.length() == text.length() ? folded : text;
  }

  /** The line in lower case, character by character. */
  String lower() {
    return lower;
  }

  /** The number of scanned characters; the test of linear time checks it. */
  long steps() {
    return steps;
  }

  int length() {
    return text.length();
  }

  /** The character at an index; NUL outside of the line. */
  char at(int i) {
    steps++;
    return i >= 0 && i < text.length() ? text.charAt(i) : '\0';
  }

  /** Whether the line contains a text in lower case. */
  boolean contains(String part) {
    int found = lower.indexOf(part);
    steps += (found < 0 ? length() : found) + 1;
    return found >= 0;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNamePart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_';
  }

  /**
   * The number that begins at {@code from}, as written; null if there is none, if it is part of a
   * word, a version, a time or an address, or if it is too long for a code.
   */
  @Nullable String numberAt(int from) {
    int i = at(from) == '-' ? from + 1 : from;
    int end = i;
    while (isDigit(at(end))) {
      end++;
    }
    boolean whole = end > i && end - i <= MAX_DIGITS && endsNumber(end);
    return whole ? text.substring(from, end) : null;
  }

  private boolean endsNumber(int end) {
    char next = at(end);
    boolean fraction = (next == '.' || next == ':') && isDigit(at(end + 1));
    return !fraction && !isNamePart(next) && next != '/' && next != '%';
  }

  /** Matches a pattern, whose cost is linear in the line. */
  Matcher match(Pattern pattern) {
    steps += length();
    return pattern.matcher(text);
  }

  /** The text from an index on, as far as it can belong to the code before it. */
  String restFrom(int at) {
    String rest = text.substring(Math.min(at, length()), Math.min(at + MAX_REST, length()));
    steps += rest.length();
    return rest;
  }
}
