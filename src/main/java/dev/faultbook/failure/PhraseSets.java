package dev.faultbook.failure;

import dev.faultbook.log.WordLists;
import dev.faultbook.matcher.TriggerFilter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Lists of phrases that are searched for in a text in one pass: a hundred separate searches took a
 * third of the time on a log in which every line fails. Ignores case.
 */
final class PhraseSets {
  /** Phrases that failures are told by, and names of exceptions. */
  static final WordLists LISTS = new WordLists(PhraseSets.class, "phrases.txt");

  private final TriggerFilter filter;
  private final int limit;

  /**
   * @param limit the number of characters of a text that are searched
   * @param lists names of lists of {@code phrases.txt}, of at least five ASCII characters a phrase;
   *     the bit of the first list is 1, of the second 2, of the third 4
   */
  PhraseSets(int limit, String... lists) {
    this.filter = new TriggerFilter(Arrays.stream(lists).map(LISTS::phrases).toList());
    this.limit = limit;
  }

  /** The bits of the lists with a phrase that occurs in the text. */
  long findIn(String text) {
    byte[] bytes = TextScan.limitLength(text, limit).getBytes(StandardCharsets.UTF_8);
    return filter.scan(bytes, 0, bytes.length);
  }

  /** The same for the bytes of a line. */
  long findIn(byte[] bytes, int from, int to) {
    return filter.scan(bytes, from, Math.min(to, from + limit));
  }
}
