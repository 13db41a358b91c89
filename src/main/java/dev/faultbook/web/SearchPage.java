package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.SearchResult;
import dev.faultbook.search.SearchHit;
import dev.faultbook.search.SearchHits;
import dev.faultbook.server.QueryString;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The results of a search. */
@Controller
class SearchPage {
  private static final int MAX_HITS = 20;
  private static final int MAX_QUERY = 1000;

  private final Knowledge knowledge;

  SearchPage(Knowledge knowledge) {
    this.knowledge = knowledge;
  }

  @GetMapping("/search")
  String search(HttpServletRequest request, Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    String asked = QueryString.of(request).find("q").orElse("");
    String q = asked.length() > MAX_QUERY ? asked.substring(0, MAX_QUERY) : asked;
    SearchHits<SearchHit> found = knowledge.search(q, language, MAX_HITS);
    model.addAttribute("q", q);
    model.addAttribute("hits", SearchResult.listAll(found, knowledge, language));
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
}
