package dev.faultbook.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.Risk;
import dev.faultbook.content.Source;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.signature.Signature;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the entries of the current edition. */
@RestController
@RequestMapping("/api/v1/entries")
@Tag(name = "entries", description = "The faults in the knowledge base.")
class EntriesController {
  private final Editions editions;

  EntriesController(Editions editions) {
    this.editions = editions;
  }

  /** A list of entries. */
  record Entries(int total, List<Brief> entries) {}

  /** Identifies an entry. */
  record Identity(
      String id, String kind, String component, String severity, LocalDate reviewed, String url) {
    static Identity fromEntry(Entry entry) {
      return new Identity(
          entry.id(),
          entry.kind().tag(),
          entry.component(),
          entry.severity(),
          entry.reviewed(),
          "/entries/" + entry.id());
    }
  }

  /**
   * An entry in a list.
   *
   * @param layer the layer of a cluster in which its fault lies
   */
  record Brief(@JsonUnwrapped Identity identity, String layer, String title, String summary) {}

  /** The links of an entry to other entries. */
  record Links(List<String> explains, @JsonProperty("explained_by") List<String> explainedBy) {}

  /**
   * An entry with all data of its page.
   *
   * @param layer the layer of content from which the entry comes
   * @param faultLayer the layer of a cluster in which its fault lies
   */
  record Full(
      @JsonUnwrapped Identity identity,
      String layer,
      @JsonProperty("fault_layer") String faultLayer,
      String lang,
      String title,
      String summary,
      List<Part> sections,
      List<Fix> remedies,
      List<String> signatures,
      @JsonUnwrapped Links links,
      List<Source> sources) {}

  /** A section of the page. */
  record Part(String key, String heading, String markdown, String html) {}

  /** A remedy; the list has the most likely first. */
  record Fix(String title, String text, String command, List<String> risks) {}

  @GetMapping(produces = "application/json")
  ResponseEntity<Entries> list(HttpServletRequest request) {
    Query query = Query.fromRequest(request);
    Language language = query.requestedLanguage();
    Optional<String> component = query.readText("component");
    Optional<String> layer = query.readText("layer");
    Optional<String> kind =
        query.readChoice("kind", Arrays.stream(EntryKind.values()).map(EntryKind::tag).toList());
    List<Brief> entries =
        editions.current().entries().stream()
            .filter(entry -> component.map(entry.component()::equals).orElse(true))
            .filter(entry -> layer.map(entry.layer()::equals).orElse(true))
            .filter(entry -> kind.map(entry.kind().tag()::equals).orElse(true))
            .map(entry -> toBrief(entry, language))
            .toList();
    return Query.startResponse(language).body(new Entries(entries.size(), entries));
  }

  @GetMapping(value = "/{id}", produces = "application/json")
  ResponseEntity<Full> entry(@PathVariable String id, HttpServletRequest request) {
    Language language = Query.fromRequest(request).requestedLanguage();
    Entry entry =
        editions
            .current()
            .findEntry(id)
            .orElseThrow(() -> ApiException.notFound("There is no entry with this id."));
    return Query.startResponse(language).body(toFull(entry, editions.current(), language));
  }

  private static Brief toBrief(Entry entry, Language language) {
    Page page = entry.pageIn(language);
    return new Brief(
        Identity.fromEntry(entry), entry.layer(), page.title(), fillDefaults(page.summary()));
  }

  private static Full toFull(Entry entry, Knowledge knowledge, Language language) {
    Page page = entry.pageIn(language);
    return new Full(
        Identity.fromEntry(entry),
        knowledge.content().layerOf(entry.id()),
        entry.layer(),
        page.language().tag(),
        page.title(),
        fillDefaults(page.summary()),
        page.sections().stream()
            .map(
                section -> {
                  String markdown = fillDefaults(section.markdown());
                  return new Part(
                      section.key(), section.heading(), markdown, Markdown.toHtml(markdown));
                })
            .toList(),
        page.remedies().stream().map(EntriesController::toFix).toList(),
        entry.signatures().stream().map(Signature::source).toList(),
        new Links(entry.explains(), knowledge.causesOf(entry).map(Entry::id).toList()),
        entry.sources());
  }

  private static Fix toFix(Remedy remedy) {
    return new Fix(
        fillDefaults(remedy.title()),
        fillDefaults(remedy.text()),
        remedy.command().fill(TemplateValues.NONE),
        remedy.risks().stream().map(Risk::tag).toList());
  }

  private static String fillDefaults(String text) {
    return PageTemplate.fill(text, TemplateValues.NONE);
  }
}
