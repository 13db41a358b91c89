package dev.faultbook.web;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.codes.CodeTables;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.CodeReport;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The tables of codes, and a page for each code. */
@Controller
class CodePages {
  private static final int MAX_FILTER = 300;

  private final Editions editions;

  CodePages(Editions editions) {
    this.editions = editions;
  }

  /**
   * A row of a table.
   *
   * @param code the code
   * @param meaning what happened
   * @param advice what to do
   * @param entry title of the entry that explains it; empty if there is none
   */
  public record Row(Code code, String meaning, String advice, String entry) {}

  /** The list of families. */
  @GetMapping("/codes")
  String families(Model model) {
    List<CodeFamily> families = editions.current().codes().families();
    model.addAttribute("families", families);
    model.addAttribute("total", families.stream().mapToInt(one -> one.codes().size()).sum());
    return "codes";
  }

  /** The table of a family, filtered by the words of {@code q}. */
  @GetMapping("/codes/{family}")
  String family(@PathVariable String family, HttpServletRequest request, Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    CodeFamily found = findFamily(family);
    String asked = QueryString.of(request).find("q").orElse("").strip();
    String q = asked.length() > MAX_FILTER ? asked.substring(0, MAX_FILTER) : asked;
    List<Row> rows =
        found.codes().stream()
            .map(code -> toRow(code, language))
            .filter(row -> matchesQuery(row, q))
            .toList();
    model.addAttribute("family", found);
    model.addAttribute("filter", q);
    model.addAttribute("rows", rows.isEmpty() ? findSpelled(found, q, language) : rows);
    model.addAttribute(
        "renumbered",
        found.codes().stream().anyMatch(code -> code.spelling().former().isPresent()));
    return "code-family";
  }

  /** The page of a code by its number; a name redirects to the number. */
  @GetMapping("/codes/{family}/{code}")
  String code(
      @PathVariable String family,
      @PathVariable String code,
      HttpServletRequest request,
      Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    CodeFamily found = findFamily(family);
    Code row = found.findCode(code).orElseThrow(() -> new RefusedException(RefusalReason.PAGE));
    if (!row.slug().equals(code)) {
      return "redirect:" + row.url();
    }
    model.addAttribute("family", found);
    model.addAttribute("row", toRow(row, language));
    model.addAttribute("label", CodeReport.label(row, language));
    model.addAttribute("verdict", row.advice().verdict().orElse(row.advice().action().verdict()));
    return "code";
  }

  private CodeFamily findFamily(String family) {
    return editions
        .current()
        .codes()
        .findFamily(family)
        .orElseThrow(() -> new RefusedException(RefusalReason.PAGE));
  }

  private Row toRow(Code code, Language language) {
    return new Row(
        code,
        code.meaning().in(language),
        code.advice().action().text().in(language),
        code.entry()
            .flatMap(editions.current()::findEntry)
            .map(entry -> entry.pageIn(language).title())
            .orElse(""));
  }

  /**
   * Whether a row contains every word; the page's script filters by the same rule while the user
   * types.
   */
  private static boolean matchesQuery(Row row, String q) {
    Code.Spelling spelling = row.code().spelling();
    String text =
        String.join(
                " ",
                row.code().code(),
                spelling.name(),
                String.join(" ", spelling.aliases()),
                spelling.former().orElse(""),
                row.meaning(),
                row.advice(),
                row.entry())
            .toLowerCase(Locale.ROOT);
    return Collections.list(new StringTokenizer(q.toLowerCase(Locale.ROOT))).stream()
        .allMatch(word -> text.contains(word.toString()));
  }

  /** The rows for a query such as {@code xid79} in the table of Xids. */
  private List<Row> findSpelled(CodeFamily family, String q, Language language) {
    return new CodeSearch(new CodeTables(List.of(family)))
        .findCodes(q, family.codes().size()).stream().map(code -> toRow(code, language)).toList();
  }
}
