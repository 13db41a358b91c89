package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.search.SearchHit;
import dev.faultbook.search.SearchHits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/** The document of a search, in REST and on the command line. */
public final class Search {
  private Search() {}

  /** The results of a search, best first. */
  public record Hits(int total, @Nullable String suggestion, List<Hit> hits) {
    /**
     * Searches pages and codes.
     *
     * @param words words, a code, a variable, or a whole error message
     * @param limit most results
     */
    public static Hits find(String words, Knowledge knowledge, Language language, int limit) {
      SearchHits<SearchHit> found = knowledge.search(words, language, limit);
      return new Hits(
          found.total(),
          found.suggestion().orElse(null),
          SearchResult.listAll(found, knowledge, language).stream()
              .map(result -> Hit.fromResult(result, language))
              .toList());
    }
  }

  /** A page, or a row of a code table. */
  public record Hit(
      @Nullable String entry,
      Codes.@Nullable Brief code,
      String title,
      String kind,
      double score,
      String snippet,
      String url) {
    static Hit fromResult(SearchResult result, Language language) {
      return new Hit(
          result.entry().orElse(null),
          result.code().map(code -> Codes.Brief.fromCode(code, language)).orElse(null),
          result.title(),
          result.kind(),
          Math.round(result.score() * 100) / 100.0,
          result.snippet(),
          result.url());
    }

    /** The best passage as plain text, on one line. */
    public String passage() {
      String text = snippet.replace("<mark>", "").replace("</mark>", "");
      return HtmlUtils.htmlUnescape(text).replace('\n', ' ').strip();
    }
  }
}
