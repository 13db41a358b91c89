package dev.faultbook.web;

import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.FailureReport;

/**
 * What to look for elsewhere when no page explains a failure: its exact message, as far as it says
 * nothing of the reader, and short enough for a search field.
 */
final class SearchPhrase {
  /** GitHub's search takes no more than 256 characters; the class and the quotes count too. */
  private static final int LONGEST = 120;

  private static final int SHORTEST = 8;

  private SearchPhrase() {}

  /**
   * The phrase, without quotes; empty when the message says too little.
   *
   * @param redactor takes secrets and names out; the phrase ends before the first of them
   */
  static String of(FailureReport failure, Redactor redactor) {
    String line = failure.text().lines().findFirst().orElse("");
    String safe = redactor.redact(line).text();
    int end = Math.min(safe.length(), firstDifference(line, safe));
    String words = safe.substring(0, end).replace('"', ' ').strip();
    String phrase = shorten(words);
    return phrase.length() < SHORTEST ? "" : phrase;
  }

  /** Where a placeholder begins: both texts are the same before it. */
  private static int firstDifference(String line, String safe) {
    int i = 0;
    while (i < line.length() && i < safe.length() && line.charAt(i) == safe.charAt(i)) {
      i++;
    }
    return i;
  }

  /** Whole words only: a cut word is found nowhere. */
  private static String shorten(String words) {
    StringBuilder phrase = new StringBuilder();
    int from = 0;
    while (from < words.length()) {
      int blank = words.indexOf(' ', from);
      int to = blank < 0 ? words.length() : blank;
      if (phrase.length() + to - from >= LONGEST) {
        return phrase.toString().strip();
      }
      if (to > from) {
        phrase.append(words, from, to).append(' ');
      }
      from = to + 1;
    }
    return phrase.toString().strip();
  }
}
