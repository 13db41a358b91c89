package dev.faultbook.web;

import dev.faultbook.compatibility.StatedSetUp;
import dev.faultbook.content.Content;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.log.TextParts;
import dev.faultbook.report.EntryMarkdown;
import dev.faultbook.report.Report;
import dev.faultbook.report.StatementText;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.store.DiagnosisStore;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The pages of the entries, as HTML and Markdown, and the feedback on them. */
@Controller
class EntryPages {
  /** Prefix of the parameters that fill the variables of a page. */
  static final String VALUE = "v.";

  private static final MediaType MARKDOWN = MediaType.parseMediaType("text/markdown;charset=UTF-8");

  /** Number of signatures that are shown at once; the others are folded. */
  private static final int SIGNATURES = 5;

  /** Most characters of a check that is shown at the top. */
  private static final int MAX_CHECK = 120;

  /** The parameter in the address of the page that confirms feedback. */
  private static final String THANKS = "thanks";

  private static final List<String> ANSWERS = List.of("yes", "no");

  private final Editions editions;
  private final DiagnosisStore archive;
  private final Throttle throttle;

  EntryPages(Editions editions, DiagnosisStore archive, Throttle throttle) {
    this.editions = editions;
    this.archive = archive;
    this.throttle = throttle;
  }

  /** An entry in a list, with its title. */
  public record Row(Entry entry, String title) {}

  /**
   * A section of a page.
   *
   * @param key its anchor
   * @param heading its heading
   * @param html its text as HTML
   */
  public record Part(String key, String heading, String html) {}

  /** Redirects the short code of an entry to its page: {@code /FB-0017}. */
  @GetMapping("/{code:[Ff][Bb]-[0-9]{4}}")
  ResponseEntity<Void> code(@PathVariable String code) {
    String id =
        editions
            .current()
            .entryOfCode(code)
            .map(Entry::id)
            .orElseThrow(() -> new RefusedException(RefusalReason.ENTRY));
    return ResponseEntity.status(HttpStatus.FOUND).location(URI.create("/entries/" + id)).build();
  }

  @GetMapping("/entries/{id}")
  String entry(
      @PathVariable String id,
      HttpServletRequest request,
      HttpServletResponse response,
      Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    Entry entry = findEntry(id);
    TemplateValues values = readValues(request, entry, language);
    Page page = entry.pageIn(language);
    String layer = editions.current().content().layerOf(id);
    model.addAttribute("entry", entry);
    model.addAttribute("layer", layer.equals(Content.SHIPPED) ? null : layer);
    model.addAttribute("title", page.title());
    model.addAttribute("summary", toSummary(page, values));
    model.addAttribute("written", page.language().tag());
    model.addAttribute("translated", page.language() == language);
    model.addAttribute("parts", toParts(page, values));
    model.addAttribute(
        "fixes", page.remedies().stream().map(remedy -> Report.Fix.of(remedy, values)).toList());
    model.addAttribute("message", page.message().orElse(null));
    model.addAttribute("check", findCheck(page, values));
    model.addAttribute("filled", !values.isEmpty());
    List<SignatureView> signatures = SignatureView.viewsOf(entry);
    int shown = Math.min(signatures.size(), SIGNATURES);
    model.addAttribute("signatures", signatures.subList(0, shown));
    model.addAttribute("moreSignatures", signatures.subList(shown, signatures.size()));
    model.addAttribute("explainedBy", findCauses(entry, language));
    model.addAttribute("explains", findResults(entry, language));
    model.addAttribute("longest", DiagnosisStore.MAX_COMMENT);
    model.addAttribute("thanks", QueryString.of(request).find(THANKS).isPresent());
    // The form at the end of the page must state its origin; other sites still learn nothing.
    OwnSite.allowFormOrigin(response);
    return "entry";
  }

  /** The page as Markdown, for a wiki or a run book. */
  @GetMapping("/entries/{id}.md")
  ResponseEntity<String> markdown(@PathVariable String id, HttpServletRequest request) {
    Language language = LanguageResolver.resolveLanguage(request);
    Entry entry = findEntry(id);
    return ResponseEntity.ok()
        .contentType(MARKDOWN)
        .header("Content-Language", language.tag())
        .body(
            EntryMarkdown.toMarkdown(
                entry,
                editions.current(),
                language,
                readValues(request, entry, language),
                ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString()));
  }

  /** Stores a reader's feedback on whether the entry was right. */
  @PostMapping("/entries/{id}/feedback")
  ResponseEntity<Void> takeFeedback(
      @PathVariable String id,
      @RequestParam(defaultValue = "") String helpful,
      @RequestParam(defaultValue = "") String actual,
      @RequestParam(defaultValue = "") String comment,
      HttpServletRequest request) {
    findEntry(id);
    OwnSite.requireOwnSite(request);
    boolean wrong = helpful.equals("no") && editions.current().findEntry(actual).isPresent();
    // A form sends a line end as two characters; its field counts one.
    String words = ((wrong ? "" : actual + "\n") + comment).replace("\r\n", "\n").strip();
    if (words.codePointCount(0, words.length()) > DiagnosisStore.MAX_COMMENT) {
      throw new RefusedException(RefusalReason.LONG, DiagnosisStore.MAX_COMMENT);
    }
    if (!ANSWERS.contains(helpful)) {
      throw new RefusedException(RefusalReason.UNANSWERED);
    }
    throttle.admit(Throttle.clientOf(request));
    archive.saveFeedback(null, id, helpful.equals("yes"), wrong ? actual : null, words);
    return ResponseEntity.status(303)
        .header("Location", "/entries/" + id + "?" + THANKS + "=1#feedback")
        .build();
  }

  private Entry findEntry(String id) {
    return editions
        .current()
        .findEntry(id)
        .orElseThrow(() -> new RefusedException(RefusalReason.ENTRY));
  }

  /**
   * The values in the link. Ignores names that the page does not use and values of the wrong form.
   */
  private TemplateValues readValues(HttpServletRequest request, Entry entry, Language language) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Map.Entry<String, String> value : QueryString.of(request).toMap().entrySet()) {
      if (value.getKey().startsWith(VALUE)) {
        values.put(value.getKey().substring(VALUE.length()), value.getValue());
      }
    }
    Map<String, CaptureType> types = new HashMap<>(editions.current().factTypes());
    types.putAll(entry.captureTypes());
    TemplateValues valid = TemplateValues.ofLink(values, types);
    return valid.withComputed(
        new StatementText(language)
            .computeValues(editions.current().compatibility(), readSetUp(valid)));
  }

  /** The machine described by a link, for lookups in the tables. */
  private static StatedSetUp readSetUp(TemplateValues values) {
    return new StatedSetUp(
        values.proseValue("gpu").stream().toList(),
        values.proseValue("compute_capability").stream().toList(),
        values.proseValue("driver"),
        values.proseValue("driver_cuda"),
        values.proseValue("torch"),
        values.proseValue("cuda"),
        values.proseValue("python"));
  }

  private List<Row> findCauses(Entry entry, Language language) {
    return toRows(editions.current().causesOf(entry), language);
  }

  private List<Row> findResults(Entry entry, Language language) {
    return toRows(
        entry.explains().stream().flatMap(other -> editions.current().findEntry(other).stream()),
        language);
  }

  private static List<Row> toRows(Stream<Entry> entries, Language language) {
    return entries
        .map(entry -> new Row(entry, entry.pageIn(language).title()))
        .sorted(Comparator.comparing(Row::title))
        .toList();
  }

  /** The command of a check that has one line; null if there is none that says enough alone. */
  private static @Nullable String findCheck(Page page, TemplateValues values) {
    return page.sections().stream()
        .filter(section -> section.key().equals("check"))
        .map(section -> PageTemplate.fill(section.markdown(), values))
        .flatMap(markdown -> TextParts.splitAt(markdown, '`').stream())
        .map(String::strip)
        .filter(block -> block.startsWith("bash\n"))
        .map(block -> block.substring("bash\n".length()))
        .findFirst()
        .filter(command -> command.indexOf('\n') < 0 && command.length() <= MAX_CHECK)
        .orElse(null);
  }

  /** The summary of a page as HTML. */
  static String toSummary(Page page, TemplateValues values) {
    return CodeWrapping.wrapHtml(Markdown.toInlineHtml(PageTemplate.fill(page.summary(), values)));
  }

  /** The sections of a page; the text of its fixes is blank, because they are told apart. */
  static List<Part> toParts(Page page, TemplateValues values) {
    return page.inReadingOrder().stream()
        .map(
            section ->
                new Part(
                    section.key(),
                    section.heading(),
                    section.key().equals("fix") && !page.remedies().isEmpty()
                        ? ""
                        : CodeWrapping.wrapHtml(
                            Markdown.toHtml(PageTemplate.fill(section.markdown(), values)))))
        .toList();
  }
}
