package dev.faultbook.web;

import dev.faultbook.codes.Code;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.SearchResult;
import dev.faultbook.search.SearchHit;
import dev.faultbook.search.SearchHits;
import dev.faultbook.server.QueryString;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The results of a search. */
@Controller
class SearchPage {
  private static final int MAX_HITS = 20;
  private static final int MAX_QUERY = 1000;

  /** A query of more words asks for more than its code: {@code xid 79 after driver update}. */
  private static final int MAX_WORDS = 2;

  private final Editions editions;

  SearchPage(Editions editions) {
    this.editions = editions;
  }

  @GetMapping("/search")
  String search(HttpServletRequest request, Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    String asked = QueryString.of(request).find("q").orElse("");
    String q = asked.length() > MAX_QUERY ? asked.substring(0, MAX_QUERY) : asked;
    SearchHits<SearchHit> found = editions.current().search(q, language, MAX_HITS);
    Optional<String> asks = findOnlyPage(q.strip(), found);
    if (asks.isPresent()) {
      return "redirect:" + asks.get();
    }
    model.addAttribute("q", q);
    List<SearchResult> hits = SearchResult.listAll(found, editions.current(), language);
    model.addAttribute("hits", hits);
    model.addAttribute("messages", findMessages(hits, language));
    model.addAttribute("total", found.total());
    model.addAttribute("suggestion", found.suggestion().orElse(null));
    model.addAttribute("hangs", asksAboutHang(q));
    return "search";
  }

  /** The page of the code of which a query consists: {@code FB-0017}, {@code xid 79}. */
  private Optional<String> findOnlyPage(String q, SearchHits<SearchHit> found) {
    // "broken pipe" is the message of a code, but words that people also search for.
    boolean spellsCode =
        q.chars().anyMatch(c -> c == '_' || Character.isDigit(c))
            || isCapital(q)
            || isName(q, found);
    if (!spellsCode || q.split("\\s+", MAX_WORDS + 1).length > MAX_WORDS) {
      return Optional.empty();
    }
    List<Code> codes =
        found.hits().stream()
            .filter(SearchHit.Coded.class::isInstance)
            .map(hit -> ((SearchHit.Coded) hit).code())
            .toList();
    return editions
        .current()
        .entryOfCode(q)
        .map(entry -> "/entries/" + entry.id())
        .or(() -> codes.stream().findFirst().filter(first -> isOneFamily(codes)).map(Code::url));
  }

  /** The messages that the pages recognise, by address. */
  private Map<String, String> findMessages(List<SearchResult> hits, Language language) {
    Map<String, String> messages = new HashMap<>();
    for (SearchResult hit : hits) {
      hit.entry()
          .filter(id -> hit.code().isEmpty())
          .flatMap(editions.current()::findEntry)
          .flatMap(entry -> entry.pageIn(language).message())
          .ifPresent(message -> messages.put(hit.url(), message));
    }
    return messages;
  }

  /** {@code ncclRemoteError}, {@code CrashLoopBackOff}: a name that is no word. */
  private static boolean isName(String q, SearchHits<SearchHit> found) {
    return q.chars().skip(1).anyMatch(Character::isUpperCase)
        && found.hits().stream()
            .anyMatch(
                hit ->
                    hit instanceof SearchHit.Coded(Code code, double _)
                        && code.spelling().name().equals(q));
  }

  private static boolean isCapital(String q) {
    return !q.isEmpty() && q.chars().allMatch(Character::isUpperCase);
  }

  /** Exit statuses have several notations: {@code SIGKILL} is 137, -9 and 0:9. */
  private static boolean isOneFamily(List<Code> codes) {
    return codes.stream().map(Code::family).distinct().count() == 1;
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
