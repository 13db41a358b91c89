package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.language.Language;
import dev.faultbook.search.KnowledgeIndex;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** What a search found. */
@Controller
class SearchPage {
  private static final int MOST = 20;
  private static final int LONGEST = 1000;

  private final KnowledgeIndex index;

  SearchPage(KnowledgeIndex index) {
    this.index = index;
  }

  /**
   * A hit.
   *
   * @param entry the entry
   * @param title its title
   * @param snippet HTML
   */
  public record Hit(Entry entry, String title, String snippet) {}

  @GetMapping("/search")
  String search(HttpServletRequest request, Model model) {
    Language language = LanguageResolver.of(request);
    String asked = QueryString.value(request, "q").orElse("");
    String q = asked.length() > LONGEST ? asked.substring(0, LONGEST) : asked;
    KnowledgeIndex.State state = index.current();
    List<Hit> hits =
        q.isEmpty()
            ? List.of()
            : state.pages().search(q, language, MOST).stream()
                .flatMap(
                    hit ->
                        state.edition().entry(hit.entry()).stream()
                            .map(
                                entry ->
                                    new Hit(entry, entry.page(language).title(), hit.snippet())))
                .toList();
    model.addAttribute("q", q);
    model.addAttribute("hits", hits);
    return "search";
  }
}
