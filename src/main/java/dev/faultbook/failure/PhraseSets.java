package dev.faultbook.failure;

import dev.faultbook.matcher.TriggerFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sets of phrases that are searched for in a text in one pass: a hundred separate searches took a
 * third of the time on a log in which every line fails. Ignores case.
 */
final class PhraseSets {
  private final TriggerFilter filter;
  private final int limit;

  /**
   * @param limit the number of characters of a text that are searched
   * @param sets lower-case phrases of at least five ASCII characters each; the bit of the first set
   *     is 1, of the second 2, of the third 4
   */
  PhraseSets(int limit, List<List<String>> sets) {
    this.filter = new TriggerFilter(sets);
    this.limit = limit;
  }

  /** The bits of the sets with a phrase that occurs in the text. */
  long findIn(String text) {
    byte[] bytes = TextScan.limitLength(text, limit).getBytes(StandardCharsets.UTF_8);
    return filter.scan(bytes, 0, bytes.length);
  }
}
