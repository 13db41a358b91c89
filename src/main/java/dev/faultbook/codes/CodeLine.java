package dev.faultbook.codes;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line that is scanned for codes character by character, in linear time and without regular
 * expressions. Counts the scanned characters. Not thread-safe.
 */
final class CodeLine {
  private static final int MAX_DIGITS = 10;

  /** Longest text that belongs to one code; a line of 8 KB may contain hundreds of codes. */
  private static final int MAX_REST = 800;

  private final String text;
  private final String lower;
  private long steps;

  private CodeLine(String text, String lower) {
    this.text = text;
    this.lower = lower;
  }

  static CodeLine of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    // A letter whose lower case is longer would shift all following positions.
    return new CodeLine(text, lower.length() == text.length() ? lower : text);
  }

  String text() {
    return text;
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

  char at(int i) {
    steps++;
    return i >= 0 && i < text.length() ? text.charAt(i) : '\0';
  }

  boolean containsWord(String word) {
    return findLower(word) >= 0;
  }

  boolean contains(String part) {
    return find(part) >= 0;
  }

  /** The index of a text, case-sensitive; -1 if it is missing. */
  int find(String part) {
    return passOver(0, text.indexOf(part));
  }

  /** The index of a text at or after {@code from}, case-sensitive; -1 if it is missing. */
  int find(String part, int from) {
    return passOver(from, text.indexOf(part, from));
  }

  /** The index of a character at or after {@code from}; -1 if it is missing. */
  int find(char c, int from) {
    return passOver(from, text.indexOf(c, from));
  }

  /** The last index of a text; -1 if it is missing. */
  int findLast(String part) {
    return passBack(length(), text.lastIndexOf(part));
  }

  /** The last index, at or before {@code from}, of a text in lower case; -1 if it is missing. */
  int findLastLower(String part, int from) {
    return passBack(from, lower.lastIndexOf(part, from));
  }

  /** The index of a word in lower case; -1 if it is missing. */
  int findLower(String word) {
    return passOver(0, lower.indexOf(word));
  }

  /** The index of a word in lower case at or after {@code from}; -1 if it is missing. */
  int findLower(String word, int from) {
    return passOver(from, lower.indexOf(word, from));
  }

  private int passBack(int from, int found) {
    steps += Math.max(0, from) - Math.max(0, found) + 1;
    return found;
  }

  private int passOver(int from, int found) {
    steps += (found < 0 ? length() : found) - Math.min(from, length()) + 1;
    return found;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNamePart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_';
  }

  /** Whether no letter or digit precedes an index. */
  boolean beginsWord(int i) {
    return !isNamePart(at(i - 1));
  }

  /** The index after the characters of a set that begin at {@code from}. */
  int skipAny(int from, String set) {
    int i = from;
    while (i < length() && set.indexOf(text.charAt(i)) >= 0) {
      i++;
      steps++;
    }
    return i;
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

  /**
   * The number after a word, with the characters of {@code between} skipped; null if there is none.
   */
  @Nullable String numberAfter(String word, String between) {
    int at = findLower(word);
    return at < 0 ? null : numberAt(skipAny(at + word.length(), between));
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
