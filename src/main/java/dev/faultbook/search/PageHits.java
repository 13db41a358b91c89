package dev.faultbook.search;

import java.util.List;
import java.util.Optional;

/**
 * The results of a search over pages.
 *
 * @param hits the best results, best first
 * @param total total number of matching pages
 * @param suggestion the query with misspelled words corrected; empty if every word is known or none
 *     is similar
 */
public record PageHits(List<PageHit> hits, int total, Optional<String> suggestion) {
  static final PageHits NONE = new PageHits(List.of(), 0, Optional.empty());

  public PageHits {
    hits = List.copyOf(hits);
  }
}
