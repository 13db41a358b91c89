package dev.faultbook.search;

import java.util.List;
import java.util.Optional;

/**
 * What a search found.
 *
 * @param hits the best ones, best first
 * @param total how many pages were found in all
 * @param suggestion the question with misspelled words corrected; empty when every word is known or
 *     none is near
 */
public record PageHits(List<PageHit> hits, int total, Optional<String> suggestion) {
  static final PageHits NONE = new PageHits(List.of(), 0, Optional.empty());

  /** Copies the list. */
  public PageHits {
    hits = List.copyOf(hits);
  }
}
