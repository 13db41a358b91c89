package dev.faultbook.web;

import dev.faultbook.codes.Code;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.Phrases;
import dev.faultbook.search.PageHit;
import dev.faultbook.search.SearchHit;
import dev.faultbook.search.SearchHits;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.util.HtmlUtils;

/** The results of a search. */
@Controller
class SearchPage {
  private static final int MAX_HITS = 20;
  private static final int MAX_QUERY = 1000;

  private final Knowledge knowledge;

  SearchPage(Knowledge knowledge) {
    this.knowledge = knowledge;
  }

  /**
   * A hit.
   *
   * @param kind {@code cause}, {@code symptom}, {@code benign} or {@code code}
   * @param url its address
   * @param title its title
   * @param snippet an excerpt as HTML
   */
  public record Hit(String kind, String url, String title, String snippet) {}

  @GetMapping("/search")
  String search(HttpServletRequest request, Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    String asked = QueryString.readValue(request, "q").orElse("");
    String q = asked.length() > MAX_QUERY ? asked.substring(0, MAX_QUERY) : asked;
    SearchHits found = knowledge.search(q, language, MAX_HITS);
    List<Hit> hits = found.hits().stream().flatMap(hit -> toHit(hit, knowledge, language)).toList();
    model.addAttribute("q", q);
    model.addAttribute("hits", hits);
    model.addAttribute("total", found.total());
    model.addAttribute("suggestion", found.suggestion().orElse(null));
    model.addAttribute("hangs", asksAboutHang(q));
    return "search";
  }

  /** Whether a query contains a word, in either language, for a job that hangs. */
  static boolean asksAboutHang(String question) {
    StringBuilder words = new StringBuilder(" ");
    for (int i = 0; i < question.length(); i++) {
      char c = question.charAt(i);
      words.append(Character.isLetter(c) ? Character.toLowerCase(c) : ' ');
    }
    words.append(' ');
    return Arrays.stream(Language.values())
        .flatMap(
            language -> Arrays.stream(Phrases.of(language).say("search.hang.words").split(",")))
        .map(word -> Character.isIdeographic(word.charAt(0)) ? word : " " + word + " ")
        .anyMatch(word -> words.indexOf(word) >= 0);
  }

  /** A result as pages show it; empty if its entry no longer exists. */
  static Stream<Hit> toHit(SearchHit hit, Knowledge knowledge, Language language) {
    return switch (hit) {
      case SearchHit.Page(PageHit page) ->
          knowledge.findEntry(page.entry()).stream()
              .map(
                  entry ->
                      new Hit(
                          entry.kind().tag(),
                          "/entries/" + entry.id(),
                          entry.pageIn(language).title(),
                          page.snippet()));
      case SearchHit.Coded(Code code, double score) ->
          Stream.of(
              new Hit(
                  "code",
                  code.url(),
                  CodeReport.title(code, language),
                  HtmlUtils.htmlEscape(code.meaning().in(language))));
    };
  }
}
