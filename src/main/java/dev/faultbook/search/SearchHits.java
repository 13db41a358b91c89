package dev.faultbook.search;

import java.util.List;
import java.util.Optional;

/**
 * The results of a search over pages and codes, or over pages alone.
 *
 * @param hits the best results, best first
 * @param total total number of matching pages and codes
 * @param suggestion the query with misspelled words corrected; empty if every word is known or none
 *     is similar
 */
public record SearchHits<H extends SearchHit>(
    List<H> hits, int total, Optional<String> suggestion) {
  public SearchHits {
    hits = List.copyOf(hits);
  }
}
