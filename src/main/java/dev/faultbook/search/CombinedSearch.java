package dev.faultbook.search;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.language.Language;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages and codes in one list. A code that the question names comes first, unless the best page is
 * the entry that explains it: an entry outranks a code.
 */
final class CombinedSearch {
  /** Codes never take more than this part of a list. */
  private static final int SHARE = 2;

  private static final double SCORE = 1;

  private final PageIndex pages;
  private final CodeSearch codes;

  CombinedSearch(PageIndex pages, CodeSearch codes) {
    this.pages = pages;
    this.codes = codes;
  }

  List<SearchHit> find(String text, Language language, int limit) {
    List<PageHit> found = pages.search(text, language, limit);
    List<Code> named = codes.find(text, Math.max(1, found.isEmpty() ? limit : limit / SHARE));
    List<SearchHit> hits = new ArrayList<>();
    int above = outranking(found, named);
    found.subList(0, above).forEach(page -> hits.add(new SearchHit.Page(page)));
    double score = scoreAt(found, above);
    named.forEach(code -> hits.add(new SearchHit.Coded(code, score)));
    found.subList(above, found.size()).forEach(page -> hits.add(new SearchHit.Page(page)));
    return List.copyOf(hits.subList(0, Math.min(limit, hits.size())));
  }

  private static int outranking(List<PageHit> found, List<Code> named) {
    boolean explained =
        !found.isEmpty()
            && named.stream()
                .flatMap(code -> code.entry().stream())
                .anyMatch(found.getFirst().entry()::equals);
    return explained || named.isEmpty() && !found.isEmpty() ? 1 : 0;
  }

  private static double scoreAt(List<PageHit> found, int above) {
    return found.isEmpty() ? SCORE : found.get(Math.max(0, above - 1)).score();
  }
}
