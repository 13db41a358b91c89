package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.log.VisibleText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Renders a report as Markdown, for an issue or a chat. Text from the log is put into code blocks
 * and code spans, so that images, mentions and links in it have no effect.
 */
public final class MarkdownReport {
  /** Names that call all members of a group; the last is DingTalk's and Feishu's. */
  private static final List<String> EVERYBODY =
      List.of("here", "channel", "everyone", "all", "\u6240\u6709\u4eba");

  /** Most lines of the short form. */
  static final int SHORT_LINES = 12;

  private static final int EVIDENCE = 5;
  private static final int LONGEST = 300;

  private final Report report;
  private final Phrases phrases;
  private final FailureText words;
  private final LinePlaces places;
  private final String base;
  private final boolean diagnosed;
  private final StringBuilder out = new StringBuilder();

  private MarkdownReport(Report report, Language language, String base) {
    this.report = report;
    this.phrases = Phrases.of(language);
    this.words = new FailureText(language);
    this.places = LinePlaces.ofReport(report, language);
    this.base = base;
    this.diagnosed = report.verdict().equals("diagnosed");
  }

  /**
   * The whole report.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toMarkdown(Report report, Language language, String base) {
    MarkdownReport markdown = new MarkdownReport(report, language, base);
    markdown.writeReport();
    return markdown.out.toString();
  }

  /**
   * The answer in at most 12 lines: headline, rank and time, evidence, restart, first step, link.
   */
  public static String toShortMarkdown(Report report, Language language, String base) {
    return ChatReport.toText(report, language, base, ChatDialect.MARKDOWN);
  }

  private void writeReport() {
    if (!diagnosed) {
      out.append("**").append(ChatReport.unmatchedTitle(report, phrases)).append("**\n");
    }
    for (Report.Found found : report.findings()) {
      if (found.rank() == 1 && diagnosed) {
        writeLead(found);
      } else {
        out.append("\n- ").append(phrases.say("role." + report.partOf(found)));
        out.append(colon());
        writeLink(found.title(), found);
      }
    }
    out.append('\n');
    writeLeadingCode(report.leadingCode());
    writeFailure();
    writeCodes();
    writeKernel();
    writeChecks();
    writeContradictions();
    writeFacts();
    if (report.permalink() != null) {
      out.append('\n').append(report.permalink()).append('\n');
    }
  }

  private void writeLead(Report.Found found) {
    String role = found.kind().equals("symptom") ? "symptom" : found.role();
    out.append("**").append(phrases.say("role." + role)).append(colon());
    writeLink(found.title(), found);
    out.append("** (").append(Math.round(found.confidence() * 100)).append(" %)\n\n");
    String who = words.who(report);
    if (!who.isEmpty()) {
      out.append(codeSpan(who)).append("\n\n");
    }
    // The summary can hold values of the log.
    out.append(withoutMentions(withoutLinks(found.summary()))).append("\n\n```text\n");
    for (Report.Line line : found.evidence().stream().limit(EVIDENCE).toList()) {
      writeFenced(places.shorten(line.line()) + ": " + line.text().strip());
    }
    out.append("```\n");
    writeSteps(found.remedies());
  }

  /** The first step with its command, the others by title. */
  private void writeSteps(List<Report.Fix> steps) {
    if (steps.isEmpty()) {
      return;
    }
    Report.Fix first = steps.getFirst();
    out.append("\n**").append(kindOf(first)).append("**").append(colon());
    out.append(first.title()).append('\n');
    if (!first.command().isEmpty()) {
      out.append("\n```bash\n").append(first.command()).append("\n```\n");
    }
    for (int i = 1; i < steps.size(); i++) {
      out.append(i == 1 ? "\n" : "").append(i + 1).append(". ").append(kindOf(steps.get(i)));
      out.append(colon()).append(steps.get(i).title()).append('\n');
    }
  }

  private String kindOf(Report.Fix step) {
    return phrases.say(step.check() ? "result.check" : "result.fix");
  }

  /** The failure if no entry explains its line, and whether to start the job again. */
  private void writeFailure() {
    FailureReport failure = report.failure();
    if (failure != null && failure.entry() == null) {
      out.append("\n**").append(phrases.say("failure.title")).append("**\n\n```text\n");
      writeFenced(places.shorten(failure.where().line()) + ": " + failure.text());
      // Names of ranks, files and functions also come from the log.
      writeFenced(words.who(report));
      words.originSentences(failure).forEach(this::writeFenced);
      out.append("```\n");
    }
    if (report.retry() != null) {
      out.append('\n').append(words.retry(report.retry())).append('\n');
    }
    if (report.search() != null) {
      out.append("\n[").append(phrases.say("nomatch.elsewhere")).append("](");
      out.append(report.search().url()).append(")\n");
    }
  }

  /** The table's data about the leading code, if no entry matched. */
  private void writeLeadingCode(@Nullable CodeReport code) {
    if (code == null) {
      return;
    }
    writeCode(code);
    out.append("- ").append(phrases.say("text.code.fault", phrases.say("layer." + code.layer())));
    out.append('\n');
    if (code.advice().hint() != null) {
      out.append("- ").append(phrases.say("text.code.hint", code.advice().hint())).append('\n');
    }
    if (code.entry() != null) {
      out.append("- ").append(base).append("/entries/").append(code.entry()).append('\n');
    }
  }

  /** The other codes of the log, each with its meaning, its action and its advisor. */
  private void writeCodes() {
    List<CodeReport> others = report.codes().stream().filter(code -> !code.leads()).toList();
    if (others.isEmpty()) {
      return;
    }
    out.append("\n**").append(phrases.say("code.list")).append("**\n");
    others.stream().limit(TextReport.MOST_ROWS).forEach(this::writeCode);
    if (others.size() > TextReport.MOST_ROWS) {
      int more = others.size() - TextReport.MOST_ROWS;
      out.append('\n').append(phrases.say("text.evidence.more", more)).append('\n');
    }
  }

  private void writeCode(CodeReport code) {
    out.append("\n- [").append(codeSpan(code.label())).append("](").append(base);
    out.append(code.url()).append(") (").append(codeSpan(places.shorten(code.line())));
    out.append(")").append(colon()).append(code.meaning());
    out.append("\n  → ").append(code.advice().sentence()).append('\n');
    String advised = code.advice().advised();
    if (code.advice().advisor() != null && advised != null) {
      String source = String.valueOf(code.advice().source());
      out.append("  ");
      out.append(
          phrases.say("text.code.advised", code.advice().advisor(), codeSpan(advised), source));
      out.append('\n');
    }
    if (code.repeated() != null) {
      out.append("  ").append(codeSpan(code.repeated().rule())).append('\n');
    }
  }

  /** Kernel events of the nodes, relative to the ends of the ranks. */
  private void writeKernel() {
    List<RankReport.KernelEvent> events =
        report.ranks() == null ? List.of() : report.ranks().kernel();
    if (events.isEmpty()) {
      return;
    }
    out.append("\n**").append(phrases.say("ranks.kernel")).append("**\n\n");
    for (RankReport.KernelEvent event : events.stream().limit(TextReport.MOST_ROWS).toList()) {
      // The node's name comes from the log.
      out.append("- ").append(codeSpan(event.text())).append(" (");
      out.append(codeSpan(places.shorten(event.line()))).append(")\n");
    }
  }

  private void writeChecks() {
    for (Report.Check check : report.checks()) {
      out.append("\n**").append(phrases.say("result.checks")).append("**\n\n```bash\n");
      out.append(check.command()).append("\n```\n");
      for (Report.Outcome outcome : check.outcomes()) {
        out.append("\n- ").append(outcome.text()).append(" → ").append(outcome.title());
      }
      out.append('\n');
    }
  }

  private void writeContradictions() {
    for (Report.Contradicting found : report.contradictions()) {
      out.append("\n**").append(phrases.say("result.contradictions")).append("**").append(colon());
      out.append(found.fact()).append(' ');
      out.append(
          String.join(
              " / ",
              found.values().stream()
                  .map(v -> codeSpan(v.value()) + " (" + codeSpan(places.shorten(v.line())) + ")")
                  .toList()));
      out.append('\n');
    }
  }

  private void writeFacts() {
    Map<String, List<String>> facts = report.facts();
    if (facts.isEmpty()) {
      return;
    }
    out.append('\n').append(phrases.say("result.facts")).append(colon());
    out.append(
        String.join(
            "; ",
            facts.entrySet().stream()
                .map(fact -> fact.getKey() + " " + joinValues(fact.getValue()))
                .toList()));
    out.append('\n');
  }

  private void writeLink(String title, Report.Found found) {
    out.append('[').append(title).append("](").append(base).append(found.url()).append(')');
  }

  private void writeFenced(String text) {
    String line = withoutMentions(VisibleText.of(text)).strip().replace("```", "'''");
    if (!line.isEmpty()) {
      out.append(LineWriter.cut(line, LONGEST)).append('\n');
    }
  }

  private String colon() {
    return phrases.say("list.colon");
  }

  private static String joinValues(List<String> values) {
    return String.join(" / ", values.stream().map(MarkdownReport::codeSpan).toList());
  }

  /**
   * A value from the log as a code span, in which images, mentions and links have no effect: {@code
   * ![x](http://…)@octocat}. The span is delimited by more backticks than the value contains.
   */
  public static String codeSpan(String value) {
    String text = withoutMentions(VisibleText.of(value)).strip();
    String fence = "`".repeat(longestRun(text) + 1);
    boolean apart = text.isEmpty() || text.startsWith("`") || text.endsWith("`");
    return apart ? fence + " " + text + " " + fence : fence + text + fence;
  }

  /**
   * The text without mentions that a chat would send to everybody, even in code: {@code
   * <!channel>}, {@code <@U024BE7LH>}, {@code @here}, {@code @Everyone}. A blank breaks them up.
   */
  static String withoutMentions(String text) {
    String calm = text.replace("<!", "< !").replace("<@", "< @");
    StringBuilder out = new StringBuilder(calm.length());
    int done = 0;
    for (int at = calm.indexOf('@'); at >= 0; at = calm.indexOf('@', at + 1)) {
      int name = at + 1;
      if (EVERYBODY.stream()
          .anyMatch(group -> calm.regionMatches(true, name, group, 0, group.length()))) {
        out.append(calm, done, name).append(' ');
        done = name;
      }
    }
    return out.append(calm, done, calm.length()).toString();
  }

  /** The text without links and images. A blank breaks them up. */
  static String withoutLinks(String text) {
    return text.replace("](", "] (").replace("://", ":// ").replace("www.", "www .");
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
