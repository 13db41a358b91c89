package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.signin.CuratorSignIn;
import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.EntryVotes;
import dev.faultbook.store.FaultCounts;
import dev.faultbook.store.StoreUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Statistics: counts over time, by entry and by layer. */
@Controller
class StatsPage {
  /** The periods in days that can be selected; a year is drawn by week. */
  private static final List<Integer> SPANS = List.of(30, 90, 365);

  private static final int MAX_ENTRIES = 15;
  private static final int MAX_NODES = 10;

  private final FaultCounts counts;
  private final DiagnosisStore store;
  private final Editions editions;
  private final CuratorSignIn signIn;

  StatsPage(FaultCounts counts, DiagnosisStore store, Editions editions, CuratorSignIn signIn) {
    this.signIn = signIn;
    this.counts = counts;
    this.store = store;
    this.editions = editions;
  }

  /**
   * A bar of a ranking.
   *
   * @param entry the entry; null in a ranking of layers
   * @param name its title, or the layer
   * @param n the count
   * @param share length relative to the longest bar, in percent
   */
  public record Bar(@Nullable Entry entry, String name, long n, double share) {}

  /** An entry with the feedback on its page. */
  public record Verdict(Entry entry, String title, EntryVotes votes) {}

  @GetMapping("/stats")
  String stats(HttpServletRequest request, HttpServletResponse response, Model model) {
    int span =
        QueryString.of(request)
            .find("days")
            .flatMap(asked -> SPANS.stream().filter(s -> asked.equals(s.toString())).findFirst())
            .orElse(SPANS.getFirst());
    model.addAttribute("span", span);
    model.addAttribute("spans", SPANS);
    model.addAttribute("desk", signIn.isOpen());
    model.addAttribute("state", counts.isEnabled() ? "counted" : "off");
    response.setHeader("Cache-Control", "no-store");
    if (counts.isEnabled()) {
      try {
        fillModel(span, LanguageResolver.resolveLanguage(request), model);
      } catch (StoreUnavailableException away) {
        model.addAttribute("state", "away");
        response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
        response.setIntHeader(ErrorPages.RETRY_AFTER, ErrorPages.RETRY_SECONDS);
      }
    }
    return "stats";
  }

  private void fillModel(int span, Language language, Model model) {
    Knowledge knowledge = editions.current();
    LocalDate today = counts.today();
    LocalDate first = today.minusDays(span - 1L);
    List<FaultCounts.Count> all = counts.countsSince(first);
    long total = all.stream().mapToLong(FaultCounts.Count::n).sum();
    long unknown =
        all.stream().filter(c -> c.entry().isEmpty()).mapToLong(FaultCounts.Count::n).sum();
    long healthy =
        all.stream().filter(FaultCounts.Count::isHealthy).mapToLong(FaultCounts.Count::n).sum();
    long failed = total - healthy;
    model.addAttribute("state", total == 0 ? "empty" : "counted");
    model.addAttribute("total", total);
    model.addAttribute("healthy", healthy);
    model.addAttribute("unknown", unknown);
    // Rounded down, so that 100 % means all.
    model.addAttribute(
        "named", failed == 0 ? null : Math.floor(100.0 * (failed - unknown) / failed) / 100);
    model.addAttribute("nodes", store.worstNodesSince(first, MAX_NODES));
    model.addAttribute("timeline", StatsTimeline.fromCounts(all, first, today, span > 100 ? 7 : 1));
    List<FaultCounts.Count> named =
        all.stream().filter(count -> knowledge.findEntry(count.entry()).isPresent()).toList();
    Map<String, Long> byEntry = sumBy(named, FaultCounts.Count::entry);
    model.addAttribute("distinct", byEntry.size());
    model.addAttribute(
        "entries",
        toBars(
            byEntry,
            MAX_ENTRIES,
            knowledge::findEntry,
            id -> knowledge.findEntry(id).orElseThrow().pageIn(language).title()));
    model.addAttribute("verdicts", toVerdicts(store.votesSince(first), language));
    model.addAttribute(
        "layers",
        toBars(
            sumBy(named, count -> knowledge.findEntry(count.entry()).orElseThrow().layer()),
            Entry.LAYERS.size(),
            layer -> Optional.empty(),
            Function.identity()));
  }

  /** Pages with the most negative feedback come first, because they need work. */
  private List<Verdict> toVerdicts(List<EntryVotes> votes, Language language) {
    return votes.stream()
        .sorted(
            Comparator.comparingLong(EntryVotes::failed)
                .reversed()
                .thenComparing(Comparator.comparingLong(EntryVotes::helped).reversed())
                .thenComparing(EntryVotes::entry))
        .flatMap(
            vote ->
                editions.current().findEntry(vote.entry()).stream()
                    .map(entry -> new Verdict(entry, entry.pageIn(language).title(), vote)))
        .limit(MAX_ENTRIES)
        .toList();
  }

  private static Map<String, Long> sumBy(
      List<FaultCounts.Count> counts, Function<FaultCounts.Count, String> by) {
    return counts.stream()
        .collect(Collectors.groupingBy(by, Collectors.summingLong(FaultCounts.Count::n)));
  }

  static List<Bar> toBars(
      Map<String, Long> sums,
      int most,
      Function<String, Optional<Entry>> entry,
      Function<String, String> name) {
    long longest = sums.values().stream().mapToLong(n -> n).max().orElse(1);
    return sums.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(
            sum ->
                new Bar(
                    entry.apply(sum.getKey()).orElse(null),
                    name.apply(sum.getKey()),
                    sum.getValue(),
                    Math.round(1000.0 * sum.getValue() / longest) / 10.0))
        .toList();
  }
}
