package dev.faultbook.search;

import java.util.List;
import java.util.Optional;

/**
 * What a search over pages and codes found.
 *
 * @param hits the best ones, best first
 * @param total how many pages and codes were found in all
 * @param suggestion the question with misspelled words corrected; empty when every word is known or
 *     none is near
 */
public record SearchHits(List<SearchHit> hits, int total, Optional<String> suggestion) {
  /** Copies the list. */
  public SearchHits {
    hits = List.copyOf(hits);
  }
}
