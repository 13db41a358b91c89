package dev.faultbook.failure;

import dev.faultbook.prefilter.TriggerFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sets of phrases that a text is asked for, all of them in one pass over it: a hundred searches for
 * one phrase each were a third of the work on a log in which every line fails. Upper and lower case
 * are the same.
 */
final class PhraseSets {
  private final TriggerFilter filter;
  private final int limit;

  /**
   * @param limit characters of a text that are looked at
   * @param sets the phrases in lower case, each with five characters of ASCII or more; the bit of
   *     the first set is 1, of the second 2, of the third 4
   */
  PhraseSets(int limit, List<List<String>> sets) {
    this.filter = new TriggerFilter(sets);
    this.limit = limit;
  }

  /** The bits of the sets of which a text holds a phrase. */
  long findIn(String text) {
    byte[] bytes = TextScan.limitLength(text, limit).getBytes(StandardCharsets.UTF_8);
    return filter.scan(bytes, 0, bytes.length);
  }
}
