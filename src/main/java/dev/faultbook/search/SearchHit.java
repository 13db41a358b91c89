package dev.faultbook.search;

import dev.faultbook.codes.Code;

/** A result of a search: a page or a row of a code table. */
public sealed interface SearchHit permits PageHit, SearchHit.Coded {
  /**
   * A code that the query names.
   *
   * @param score comparable to that of a page, so that a list sorted by score keeps its order
   */
  record Coded(Code code, double score) implements SearchHit {}
}
