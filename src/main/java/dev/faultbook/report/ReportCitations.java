package dev.faultbook.report;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Source;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Knowledge;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a report rests on, in a few lines for a model that repeats it: how sure the answer is, what
 * would decide, and the pages with their lines of the log and their sources.
 */
public final class ReportCitations {
  private static final int MAX_FINDINGS = 5;
  private static final int MAX_LINES = 5;
  private static final int MAX_SOURCES = 4;

  private final Report report;
  private final Knowledge knowledge;
  private final Phrases phrases;
  private final String base;
  private final StringBuilder out = new StringBuilder();

  private ReportCitations(Report report, Knowledge knowledge, Language language, String base) {
    this.report = report;
    this.knowledge = knowledge;
    this.phrases = Phrases.of(language);
    this.base = base;
  }

  /**
   * Writes the lines.
   *
   * @param base put before the paths of pages
   */
  public static String toText(Report report, Knowledge knowledge, Language language, String base) {
    return new ReportCitations(report, knowledge, language, base).write();
  }

  private String write() {
    Report.Found lead = report.lead();
    String sure =
        lead != null
            ? lead.certainty().tag()
            : report.verdict() == Conclusion.HEALTHY ? "healthy" : "none";
    say("cite.sure." + sure);
    if (lead == null || lead.certainty() != Certainty.PROVEN) {
      decider(lead).ifPresent(step -> say("cite.decide", step));
    }
    report.findings().stream().limit(MAX_FINDINGS).forEach(this::cite);
    report.suggestions().stream()
        .limit(MAX_FINDINGS)
        .forEach(page -> say("cite.near", page.title(), base + page.url()));
    return out.toString();
  }

  /** The command that tells the possible causes apart, else the first thing to look at. */
  private Optional<String> decider(Report.@Nullable Found lead) {
    Optional<String> check = report.checks().stream().map(Report.Check::command).findFirst();
    if (check.isEmpty() && lead != null) {
      check = lead.remedies().stream().filter(Report.Fix::check).map(Report.Fix::title).findFirst();
    }
    return check.or(() -> report.collect().stream().map(Report.Step::text).findFirst());
  }

  private void cite(Report.Found found) {
    List<String> lines =
        report.proofOf(found).stream()
            .map(line -> Long.toString(line.line()))
            .distinct()
            .limit(MAX_LINES)
            .toList();
    String name = found.code() == null ? found.entry() : found.code() + " " + found.entry();
    String word = phrases.say("certainty." + found.certainty().tag());
    say(
        "cite.page",
        name,
        word,
        lines.isEmpty() ? "–" : String.join(", ", lines),
        base + found.url(),
        lines.size());
    out.append(
        knowledge.findEntry(found.entry()).map(Entry::sources).orElse(List.of()).stream()
            .limit(MAX_SOURCES)
            .map(Source::url)
            .map(url -> "    " + url + "\n")
            .collect(Collectors.joining()));
  }

  private void say(String key, Object... values) {
    out.append(phrases.say(key, values)).append('\n');
  }
}
