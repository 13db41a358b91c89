package dev.faultbook.codes;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line that is read for codes, and steps through it by single characters: what patterns would be
 * for, in linear time.
 *
 * @param text the line
 * @param lower the same in lower case, character by character
 */
record CodeLine(String text, String lower) {
  private static final int MOST_DIGITS = 10;

  static CodeLine of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    // A letter whose lower case is longer would shift every place behind it.
    return new CodeLine(text, lower.length() == text.length() ? lower : text);
  }

  int length() {
    return text.length();
  }

  char at(int i) {
    return i >= 0 && i < text.length() ? text.charAt(i) : '\0';
  }

  boolean containsWord(String word) {
    return lower.contains(word);
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNamePart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_';
  }

  /** Whether no letter or digit stands before a place. */
  boolean beginsWord(int i) {
    return !isNamePart(at(i - 1));
  }

  /** One past the characters of a set that begin at a place. */
  int skipAny(int from, String set) {
    int i = from;
    while (i < length() && set.indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  /**
   * The number that begins at a place, as it is written; null when there is none, when it is part
   * of a word, a version, a time or an address, or when it is too long for a code.
   */
  @Nullable String numberAt(int from) {
    int i = at(from) == '-' ? from + 1 : from;
    int end = i;
    while (isDigit(at(end))) {
      end++;
    }
    boolean fraction = (at(end) == '.' || at(end) == ':') && isDigit(at(end + 1));
    boolean word = isNamePart(at(end)) || at(end) == '/' || at(end) == '%';
    return end == i || end - i > MOST_DIGITS || fraction || word ? null : text.substring(from, end);
  }

  /** The number behind a word, with {@code between} skipped; null when there is none. */
  @Nullable String numberAfter(String word, String between) {
    int at = lower.indexOf(word);
    return at < 0 ? null : numberAt(skipAny(at + word.length(), between));
  }

  /**
   * The address of the device in {@code (PCI:0000:3b:00 GPU-I:05)}, in lower case and without
   * {@code PCI:}; empty when none stands there.
   *
   * @param open index of the parenthesis
   * @param close index of the closing one
   */
  String deviceBetween(int open, int close) {
    String inside = lower.substring(open + 1, close);
    int from = inside.startsWith("pci:") ? 4 : 0;
    int blank = inside.indexOf(' ', from);
    return inside.substring(from, blank < 0 ? inside.length() : blank);
  }

  /** What stands from a place on. */
  String restFrom(int at) {
    return text.substring(Math.min(at, length()));
  }
}
