package dev.faultbook.api;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.Search;
import dev.faultbook.server.AcceptHeader;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Full-text search over pages and codes. */
@RestController
@Tag(name = "search", description = "Find pages by words, error numbers or whole messages.")
class SearchController {
  private static final int MAX_QUERY = 4000;

  private final Editions editions;

  SearchController(Editions editions) {
    this.editions = editions;
  }

  /** Pages, which need no key, call it at an address of their own. */
  @GetMapping(
      value = {"/api/v1/search", "/search.json"},
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
    Search.Hits found = Search.Hits.find(words, editions.current(), language, limit);
    ResponseEntity.BodyBuilder answer = Query.startResponse(language).header("Vary", "Accept");
    return AcceptHeader.namesMarkdown(request)
        ? answer.contentType(DiagnosesController.MARKDOWN).body(toMarkdown(found.hits()))
        : answer.contentType(MediaType.APPLICATION_JSON).body(found);
  }

  /** One line per result: its title with a link, and the best passage. */
  private static String toMarkdown(List<Search.Hit> hits) {
    String base = DiagnosesController.baseUrl();
    StringBuilder out = new StringBuilder();
    for (Search.Hit hit : hits) {
      out.append("- [").append(hit.title()).append("](").append(base).append(hit.url());
      out.append("): ").append(hit.passage()).append('\n');
    }
    return out.toString();
  }
}
