package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.log.TextParts;
import dev.faultbook.server.QueryString;
import dev.faultbook.signature.Signature;
import dev.faultbook.store.FaultCounts;
import dev.faultbook.store.StoreUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Lists all entries, filtered by kind, component and layer. */
@Controller
class BrowsePage {
  /** Parameters of the address that filter the list. */
  static final List<String> DIMENSIONS = List.of("kind", "component", "layer");

  private static final Map<String, Function<Entry, String>> BY =
      Map.of("kind", e -> e.kind().tag(), "component", Entry::component, "layer", Entry::layer);

  /** Days of which it counts how often an entry led. */
  private static final int DAYS = 90;

  /** Most characters of a signature by which a row is found. */
  private static final int MAX_MESSAGE = 60;

  private static final int MESSAGES = 3;

  private final Editions editions;
  private final FaultCounts counts;

  BrowsePage(Editions editions, FaultCounts counts) {
    this.editions = editions;
    this.counts = counts;
  }

  /**
   * An entry in the list.
   *
   * @param title its title
   * @param text what the filter looks at, in lower case: id, code, keywords and messages; the title
   *     stands beside it
   * @param led how often it led an answer here lately
   */
  public record Row(Entry entry, String title, String text, long led) {
    boolean fits(List<String> words) {
      String all = title.toLowerCase(Locale.ROOT) + ' ' + text;
      return words.stream().allMatch(all::contains);
    }
  }

  /**
   * A filter of the list.
   *
   * @param value the value to filter by
   * @param count number of entries left with it
   * @param url address of the filtered list; removes the filter if it is active
   * @param chosen whether it is active
   */
  public record Narrowing(String value, long count, String url, boolean chosen) {}

  @GetMapping("/entries")
  String browse(HttpServletRequest request, Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String name : DIMENSIONS) {
      QueryString.of(request).find(name).ifPresent(value -> chosen.put(name, value));
    }
    Map<String, List<Narrowing>> narrowings = new LinkedHashMap<>();
    for (String name : DIMENSIONS) {
      TreeMap<String, Long> counts =
          editions.current().entries().stream()
              .filter(entry -> matchesChoices(entry, chosen, name))
              .collect(
                  Collectors.groupingBy(valueOf(name), sortedMapFor(name), Collectors.counting()));
      // An active filter can be removed even if no entry matches it.
      Optional.ofNullable(chosen.get(name)).ifPresent(value -> counts.putIfAbsent(value, 0L));
      List<Narrowing> all = new ArrayList<>();
      counts.forEach((value, count) -> all.add(toNarrowing(name, value, count, chosen)));
      narrowings.put(name, all);
    }
    String filter = QueryString.of(request).find("q").orElse("").strip();
    List<String> words =
        TextParts.splitAt(filter.toLowerCase(Locale.ROOT), ' ').stream()
            .filter(word -> !word.isEmpty())
            .toList();
    Map<String, Long> led = countLeads();
    Map<String, List<Row>> groups =
        editions.current().entries().stream()
            .filter(entry -> matchesChoices(entry, chosen, ""))
            .map(entry -> toRow(entry, language, led.getOrDefault(entry.id(), 0L)))
            .filter(row -> row.fits(words))
            .sorted(Comparator.comparingLong(Row::led).reversed().thenComparing(Row::title))
            .collect(
                Collectors.groupingBy(
                    row -> row.entry().layer(), sortedMapFor("layer"), Collectors.toList()));
    model.addAttribute("outdated", editions.problem().isPresent());
    model.addAttribute("narrowings", narrowings);
    model.addAttribute("groups", groups);
    model.addAttribute("total", groups.values().stream().mapToInt(List::size).sum());
    model.addAttribute("narrowed", !chosen.isEmpty() || !filter.isEmpty());
    model.addAttribute("filter", filter);
    model.addAttribute("chosen", chosen);
    return "entries";
  }

  private static Row toRow(Entry entry, Language language, long led) {
    String text =
        Stream.of(
                Stream.of(entry.id().replace('-', ' '), entry.code().orElse("")),
                entry.keywords().stream(),
                entry.signatures().stream().limit(MESSAGES).map(BrowsePage::messageOf))
            .flatMap(Function.identity())
            .collect(Collectors.joining(" "));
    return new Row(entry, entry.pageIn(language).title(), text.toLowerCase(Locale.ROOT), led);
  }

  private static String messageOf(Signature signature) {
    return signature.source().substring(0, Math.min(signature.source().length(), MAX_MESSAGE));
  }

  private Map<String, Long> countLeads() {
    try {
      return counts.countsSince(counts.today().minusDays(DAYS)).stream()
          .collect(
              Collectors.groupingBy(
                  FaultCounts.Count::entry, Collectors.summingLong(FaultCounts.Count::n)));
    } catch (StoreUnavailableException noDatabase) {
      return Map.of();
    }
  }

  private static Narrowing toNarrowing(
      String name, String value, long count, Map<String, String> chosen) {
    Map<String, String> query = new LinkedHashMap<>(chosen);
    boolean inForce = value.equals(chosen.get(name));
    if (inForce) {
      query.remove(name);
    } else {
      query.put(name, value);
    }
    return new Narrowing(
        value,
        count,
        query.isEmpty() ? "/entries" : "/entries?" + QueryString.toQuery(query),
        inForce);
  }

  private static boolean matchesChoices(Entry entry, Map<String, String> chosen, String except) {
    return chosen.entrySet().stream()
        .filter(choice -> !choice.getKey().equals(except))
        .allMatch(choice -> valueOf(choice.getKey()).apply(entry).equals(choice.getValue()));
  }

  private static Function<Entry, String> valueOf(String dimension) {
    return Objects.requireNonNull(BY.get(dimension));
  }

  /** Layers in order from the hardware upwards, kinds from causes to harmless ones. */
  @SuppressWarnings("NonApiType") // groupingBy takes the map that it is given.
  private static <T> Supplier<TreeMap<String, T>> sortedMapFor(String name) {
    List<String> known =
        switch (name) {
          case "layer" -> Entry.LAYERS;
          case "kind" -> Arrays.stream(EntryKind.values()).map(EntryKind::tag).toList();
          default -> List.of();
        };
    return () ->
        new TreeMap<>(
            Comparator.comparingInt(
                    (String value) -> known.contains(value) ? known.indexOf(value) : known.size())
                .thenComparing(Comparator.naturalOrder()));
  }
}
