package dev.faultbook.api;

import dev.faultbook.content.Entry;
import dev.faultbook.language.Language;
import dev.faultbook.search.KnowledgeIndex;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Full-text search over the pages. */
@RestController
@Tag(name = "search", description = "Find pages by words, error numbers or whole messages.")
class SearchController {
  private static final int LONGEST = 4000;

  private final KnowledgeIndex index;

  SearchController(KnowledgeIndex index) {
    this.index = index;
  }

  /** What a search found, best first. */
  record Hits(
      @Schema(description = "How many hits are listed.", example = "1") int total,
      List<Hit> hits) {}

  /** A page. */
  record Hit(
      @Schema(example = "nccl-shared-memory") String entry,
      String title,
      @Schema(allowableValues = {"cause", "symptom", "benign"}) String kind,
      @Schema(description = "Higher is nearer; comparable within one answer.") double score,
      @Schema(description = "HTML: the best place of the page, escaped, hits in `<mark>`.")
          String snippet,
      @Schema(example = "/entries/nccl-shared-memory") String url) {}

  @GetMapping(value = "/api/v1/search", produces = "application/json")
  @Operation(
      summary = "Search the pages",
      parameters = {
        @Parameter(
            name = "q",
            in = ParameterIn.QUERY,
            required = true,
            description = "Words, an error number, a variable, or a whole message.",
            example = "shared memory no space left",
            schema = @Schema(type = "string")),
        @Parameter(
            name = "lang",
            in = ParameterIn.QUERY,
            schema = @Schema(allowableValues = {"en", "zh"})),
        @Parameter(
            name = "limit",
            in = ParameterIn.QUERY,
            schema = @Schema(type = "integer", defaultValue = "10", minimum = "1", maximum = "100"))
      })
  ResponseEntity<Hits> search(@Parameter(hidden = true) HttpServletRequest request) {
    Query query = Query.of(request);
    Language language = query.language();
    int limit = query.number("limit", 10, 1, 100);
    String words =
        query.text("q").orElseThrow(() -> ApiException.bad("q is missing: what to search for."));
    if (words.length() > LONGEST) {
      throw ApiException.bad(
          "q is longer than " + LONGEST + " characters; send a log as a diagnosis.");
    }
    KnowledgeIndex.State state = index.current();
    List<Hit> hits =
        state.pages().search(words, language, limit).stream()
            .flatMap(
                hit ->
                    state.edition().entry(hit.entry()).stream()
                        .map(
                            (Entry entry) ->
                                new Hit(
                                    entry.id(),
                                    entry.page(language).title(),
                                    entry.kind().tag(),
                                    Math.round(hit.score() * 100) / 100.0,
                                    hit.snippet(),
                                    "/entries/" + entry.id())))
            .toList();
    return ResponseEntity.ok()
        .header("Content-Language", language.tag())
        .header("Vary", "Accept-Language")
        .body(new Hits(hits.size(), hits));
  }
}
