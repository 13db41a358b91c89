package dev.faultbook.web;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.Places;
import dev.faultbook.content.Risk;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The pages of the entries. */
@Controller
class EntryPages {
  /** Begins the names of parameters that fill the places of a page. */
  static final String VALUE = "v.";

  private final Catalogue catalogue;

  EntryPages(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * An entry in a list.
   *
   * @param entry the entry
   * @param title its title
   * @param summary HTML; empty where the list has no room
   */
  public record Row(Entry entry, String title, String summary) {}

  /**
   * A choice that narrows the list.
   *
   * @param value what it asks for
   * @param count how many entries are left then
   * @param url its address
   * @param chosen whether it is in force; its address then lifts it
   */
  public record Narrowing(String value, long count, String url, boolean chosen) {}

  /**
   * A section of a page.
   *
   * @param key its anchor
   * @param heading its heading
   * @param html its text
   */
  public record Part(String key, String heading, String html) {}

  /**
   * A signature.
   *
   * @param pieces its text, with gaps and captures set apart
   * @param weak whether it hints only
   */
  public record Shown(List<Piece> pieces, boolean weak) {}

  @GetMapping("/entries")
  String browse(HttpServletRequest request, Model model) {
    Language language = Choice.of(request);
    Map<String, String> chosen = new LinkedHashMap<>();
    List<String> dimensions = List.of("kind", "component", "layer");
    for (String name : dimensions) {
      QueryString.value(request, name).ifPresent(value -> chosen.put(name, value));
    }
    Map<String, Function<Entry, String>> by =
        Map.of("kind", e -> e.kind().tag(), "component", Entry::component, "layer", Entry::layer);
    Edition edition = catalogue.current();
    Map<String, List<Narrowing>> narrowings = new LinkedHashMap<>();
    for (String name : dimensions) {
      Map<String, Long> counts =
          edition.entries().stream()
              .filter(entry -> fits(entry, chosen, by, name))
              .collect(Collectors.groupingBy(by.get(name), TreeMap::new, Collectors.counting()));
      List<Narrowing> all = new ArrayList<>();
      counts.forEach((value, count) -> all.add(narrowing(name, value, count, chosen)));
      narrowings.put(name, all);
    }
    Map<String, List<Row>> groups =
        edition.entries().stream()
            .filter(entry -> fits(entry, chosen, by, ""))
            .sorted(Comparator.comparing(Entry::id))
            .map(entry -> row(entry, language, true))
            .collect(
                Collectors.groupingBy(
                    row -> row.entry().layer(),
                    () -> new TreeMap<>(Comparator.comparingInt(EntryPages::place)),
                    Collectors.toList()));
    model.addAttribute("narrowings", narrowings);
    model.addAttribute("groups", groups);
    model.addAttribute("total", groups.values().stream().mapToInt(List::size).sum());
    return "entries";
  }

  @GetMapping("/entries/{id}")
  String entry(@PathVariable String id, HttpServletRequest request, Model model) {
    Language language = Choice.of(request);
    Edition edition = catalogue.current();
    Entry entry = edition.entry(id).orElseThrow(() -> new NotFoundException("entry"));
    Map<String, String> values = new LinkedHashMap<>();
    QueryString.all(request)
        .forEach(
            (name, value) -> {
              if (name.startsWith(VALUE)) {
                values.put(name.substring(VALUE.length()), value);
              }
            });
    Page page = entry.page(language);
    model.addAttribute("entry", entry);
    model.addAttribute("title", page.title());
    model.addAttribute("summary", Markdown.inline(Places.fill(page.summary(), values)));
    model.addAttribute("written", page.language().tag());
    model.addAttribute("translated", page.language() == language);
    model.addAttribute("parts", parts(page, values));
    model.addAttribute("fixes", fixes(page, values));
    model.addAttribute("filled", !values.isEmpty());
    model.addAttribute(
        "signatures",
        entry.signatures().stream()
            .map(signature -> new Shown(Signatures.pieces(signature.source()), signature.weak()))
            .toList());
    model.addAttribute(
        "explains",
        entry.explains().stream()
            .flatMap(other -> edition.entry(other).stream())
            .map(other -> row(other, language, false))
            .toList());
    model.addAttribute(
        "explainedBy",
        edition.entries().stream()
            .filter(other -> other.explains().contains(id))
            .map(other -> row(other, language, false))
            .toList());
    return "entry";
  }

  private static List<Part> parts(Page page, Map<String, String> values) {
    return page.sections().stream()
        .map(
            section ->
                new Part(
                    section.key(),
                    section.heading(),
                    section.key().equals("fix") && !page.remedies().isEmpty()
                        ? ""
                        : Markdown.html(Places.fill(section.markdown(), values))))
        .toList();
  }

  private static List<FindingView.FixView> fixes(Page page, Map<String, String> values) {
    return page.remedies().stream()
        .map(
            remedy ->
                new FindingView.FixView(
                    Markdown.inline(Places.fill(remedy.title(), values)),
                    Markdown.html(Places.fill(remedy.text(), values)),
                    Places.fill(remedy.command(), values),
                    remedy.risks().stream().map(Risk::tag).toList()))
        .toList();
  }

  private static Row row(Entry entry, Language language, boolean summary) {
    Page page = entry.page(language);
    return new Row(
        entry, page.title(), summary ? Markdown.inline(Places.fill(page.summary(), Map.of())) : "");
  }

  private static Narrowing narrowing(
      String name, String value, long count, Map<String, String> chosen) {
    Map<String, String> query = new LinkedHashMap<>(chosen);
    boolean inForce = value.equals(chosen.get(name));
    if (inForce) {
      query.remove(name);
    } else {
      query.put(name, value);
    }
    return new Narrowing(
        value, count, query.isEmpty() ? "/entries" : "/entries?" + QueryString.of(query), inForce);
  }

  private static boolean fits(
      Entry entry,
      Map<String, String> chosen,
      Map<String, Function<Entry, String>> by,
      String except) {
    return chosen.entrySet().stream()
        .filter(choice -> !choice.getKey().equals(except))
        .allMatch(choice -> by.get(choice.getKey()).apply(entry).equals(choice.getValue()));
  }

  private static int place(String layer) {
    return Entry.LAYERS.indexOf(layer);
  }
}
