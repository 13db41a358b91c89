package dev.faultbook.search;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.content.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Searches pages and codes and merges them into one list. A code that the query names comes first,
 * unless the best page is the entry that explains it: an entry outranks a code. A code whose
 * message is only a part of the query ({@code not found}, {@code permission denied}) comes after
 * the best page, because the other words are more specific; so does every code in a whole message.
 */
public final class CombinedSearch {
  /** Codes take at most one {@code SHARE}th of a list. */
  private static final int SHARE = 2;

  /** A query of more words is a whole message. */
  private static final int MAX_WORDS = 8;

  private static final double SCORE = 1;

  private final PageIndex pages;
  private final CodeSearch codes;

  /** Searches these pages and codes. */
  public CombinedSearch(PageIndex pages, CodeSearch codes) {
    this.pages = pages;
    this.codes = codes;
  }

  /**
   * The best results.
   *
   * @param text words, a code, a variable, or a whole error message
   * @param limit most results
   */
  public SearchHits<SearchHit> findHits(String text, Language language, int limit) {
    SearchHits<PageHit> pageHits = pages.find(text, language, limit);
    List<PageHit> found = pageHits.hits();
    List<Code> all = codes.findCodes(text, Integer.MAX_VALUE);
    int most = Math.max(1, found.isEmpty() ? limit : limit / SHARE);
    List<Code> named = all.subList(0, Math.min(most, all.size()));
    List<SearchHit> hits = new ArrayList<>();
    int above = named.isEmpty() || isOutranked(text, found, named) ? Math.min(1, found.size()) : 0;
    hits.addAll(found.subList(0, above));
    double score = scoreAt(found, above);
    named.forEach(code -> hits.add(new SearchHit.Coded(code, score)));
    hits.addAll(found.subList(above, found.size()));
    return new SearchHits<>(
        hits.subList(0, Math.min(limit, hits.size())),
        pageHits.total() + all.size(),
        // The name of a code is not a misspelled word.
        all.isEmpty() ? pageHits.suggestion() : Optional.empty());
  }

  private boolean isOutranked(String text, List<PageHit> found, List<Code> named) {
    return !codes.isNamedIn(text)
        || Analyzers.splitWords(text, c -> !Character.isWhitespace(c)).size() > MAX_WORDS
        || !found.isEmpty()
            && named.stream()
                .flatMap(code -> code.entry().stream())
                .anyMatch(found.getFirst().entry()::equals);
  }

  private static double scoreAt(List<PageHit> found, int above) {
    return found.isEmpty() ? SCORE : found.get(Math.max(0, above - 1)).score();
  }
}
