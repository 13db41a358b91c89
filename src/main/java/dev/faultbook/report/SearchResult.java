package dev.faultbook.report;

import dev.faultbook.codes.Code;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.search.PageHit;
import dev.faultbook.search.SearchHit;
import dev.faultbook.search.SearchHits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.web.util.HtmlUtils;

/**
 * A result of a search as readers see it.
 *
 * @param entry id of the entry; for a code, of the entry that explains it
 * @param code the code that the query names; empty for a page
 * @param kind {@code cause}, {@code symptom}, {@code benign} or {@code code}
 * @param score higher is more relevant; comparable within one search only
 * @param snippet an excerpt as HTML
 * @param url its address, without the host
 */
public record SearchResult(
    Optional<String> entry,
    Optional<Code> code,
    String title,
    String kind,
    double score,
    String snippet,
    String url) {

  /** The results of a search, best first, without entries that no longer exist. */
  public static List<SearchResult> listAll(
      SearchHits<SearchHit> found, Knowledge knowledge, Language language) {
    return found.hits().stream()
        .flatMap(
            hit ->
                switch (hit) {
                  case PageHit page ->
                      knowledge.findEntry(page.entry()).stream()
                          .map(entry -> ofPage(page, entry, language));
                  case SearchHit.Coded(Code code, double score) ->
                      Stream.of(ofCode(code, score, language));
                })
        .toList();
  }

  private static SearchResult ofPage(PageHit page, Entry entry, Language language) {
    return new SearchResult(
        Optional.of(entry.id()),
        Optional.empty(),
        entry.pageIn(language).title(),
        entry.kind().tag(),
        page.score(),
        page.snippet(),
        "/entries/" + entry.id());
  }

  private static SearchResult ofCode(Code code, double score, Language language) {
    return new SearchResult(
        code.entry(),
        Optional.of(code),
        CodeReport.title(code, language),
        "code",
        score,
        HtmlUtils.htmlEscape(code.meaning().in(language)),
        code.url());
  }
}
