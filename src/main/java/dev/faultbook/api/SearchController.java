package dev.faultbook.api;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.SearchResult;
import dev.faultbook.search.SearchHit;
import dev.faultbook.search.SearchHits;
import dev.faultbook.server.AcceptHeader;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Full-text search over pages and codes. */
@RestController
@Tag(name = "search", description = "Find pages by words, error numbers or whole messages.")
class SearchController {
  private static final int MAX_QUERY = 4000;

  private final Editions editions;

  SearchController(Editions editions) {
    this.editions = editions;
  }

  /** The results of a search, best first. */
  record Hits(int total, @Nullable String suggestion, List<Hit> hits) {}

  /** A page, or a row of a code table. */
  record Hit(
      @Nullable String entry,
      CodesController.@Nullable Brief code,
      String title,
      String kind,
      double score,
      String snippet,
      String url) {
    static Hit fromResult(SearchResult result, Language language) {
      return new Hit(
          result.entry().orElse(null),
          result.code().map(code -> CodesController.Brief.fromCode(code, language)).orElse(null),
          result.title(),
          result.kind(),
          Math.round(result.score() * 100) / 100.0,
          result.snippet(),
          result.url());
    }
  }

  @GetMapping(
      value = "/api/v1/search",
      produces = {"application/json", "text/markdown"})
  ResponseEntity<?> search(HttpServletRequest request) {
    Query query = Query.fromRequest(request);
    Language language = query.requestedLanguage();
    int limit = query.readNumber("limit", 10, 1, 100);
    String words =
        query
            .readText("q")
            .orElseThrow(() -> ApiException.badRequest("q is missing: what to search for."));
    if (words.length() > MAX_QUERY) {
      throw ApiException.badRequest(
          "q is longer than " + MAX_QUERY + " characters; send a log as a diagnosis.");
    }
    SearchHits<SearchHit> found = editions.current().search(words, language, limit);
    List<Hit> hits =
        SearchResult.listAll(found, editions.current(), language).stream()
            .map(result -> Hit.fromResult(result, language))
            .toList();
    ResponseEntity.BodyBuilder answer = Query.startResponse(language).header("Vary", "Accept");
    return AcceptHeader.namesMarkdown(request)
        ? answer.contentType(DiagnosesController.MARKDOWN).body(toMarkdown(hits))
        : answer
            .contentType(MediaType.APPLICATION_JSON)
            .body(new Hits(found.total(), found.suggestion().orElse(null), hits));
  }

  /** One line per result: its title with a link, and the best passage. */
  private static String toMarkdown(List<Hit> hits) {
    String base = DiagnosesController.baseUrl();
    StringBuilder out = new StringBuilder();
    for (Hit hit : hits) {
      String place =
          HtmlUtils.htmlUnescape(hit.snippet().replace("<mark>", "").replace("</mark>", ""));
      out.append("- [").append(hit.title()).append("](").append(base).append(hit.url());
      out.append("): ").append(place.replace('\n', ' ').strip()).append('\n');
    }
    return out.toString();
  }
}
