package dev.faultbook.search;

import dev.faultbook.codes.Code;

/** What a search found: a page or a row of a code table. */
public sealed interface SearchHit {
  /** A page of an entry. */
  record Page(PageHit page) implements SearchHit {}

  /**
   * A code that the question names.
   *
   * @param score as if it were a page, so that a list sorted by score keeps its order
   */
  record Coded(Code code, double score) implements SearchHit {}
}
