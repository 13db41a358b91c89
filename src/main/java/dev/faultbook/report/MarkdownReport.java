package dev.faultbook.report;

import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.log.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The whole report as Markdown, for an issue or a chat. Text from the log is put into code blocks
 * and code spans, so that images, mentions and links in it have no effect.
 */
final class MarkdownReport extends ReportWriter {
  private static final int MAX_EVIDENCE = 5;
  private static final int MAX_LINE = 300;

  MarkdownReport(Report report, Language language, String base) {
    super(report, language, base, Dialect.MARKDOWN);
  }

  String writeReport() {
    Report.Found lead = report.lead();
    if (lead == null) {
      writeLine("**", unmatchedTitle(), "**");
    } else {
      writeLead(lead);
    }
    if (!outline().isEmpty()) {
      out.writeRaw("\n", Dialect.MARKDOWN.words(outline()), "\n");
    }
    for (Report.Found found : report.findings()) {
      if (found != lead) {
        String role = phrases.say("role." + report.partOf(found));
        out.writeRaw("\n- ", role, colon(), linkTo(found));
      }
    }
    writeLine();
    writeLeadingCode(report.leadingCode());
    writeFailure();
    writeOtherCodes();
    writeKernel();
    writeChecks();
    report.contradictions().forEach(this::writeContradiction);
    if (!report.facts().isEmpty()) {
      writeLine();
      writeLine(phrases.say("result.facts"), colon(), joinFacts());
    }
    if (report.permalink() != null) {
      writeLine();
      writeLine(report.permalink());
    }
    return out.toString();
  }

  private void writeLead(Report.Found lead) {
    String role = lead.kind() == EntryKind.SYMPTOM ? "symptom" : lead.role().tag();
    writeLine(
        "**", phrases.say("role." + role), colon(), linkTo(lead), "** (", certaintyOf(lead), ")\n");
    String who = words.who(report);
    if (!who.isEmpty()) {
      writeLine(Dialect.codeSpan(who), "\n");
    }
    // The summary can hold values of the log.
    writeLine(Dialect.withoutMentions(Dialect.withoutLinks(lead.summary())), "\n\n```text");
    for (Report.Line line : report.proofOf(lead).stream().limit(MAX_EVIDENCE).toList()) {
      writeFenced(places.shorten(line.line()) + ": " + line.text().strip());
    }
    writeLine("```");
    writeSteps(lead.remedies());
  }

  private String linkTo(Report.Found found) {
    return "[" + found.title() + "](" + base + found.url() + ")";
  }

  /** The first step with its command, the others by title. */
  private void writeSteps(List<Report.Fix> steps) {
    for (int i = 0; i < steps.size(); i++) {
      Report.Fix step = steps.get(i);
      if (i < 2) {
        writeLine();
      }
      if (i > 0) {
        writeLine(Integer.toString(i + 1), ". ", kindOf(step), colon(), step.title());
        continue;
      }
      writeLine("**", kindOf(step), "**", colon(), step.title());
      if (!step.command().isEmpty()) {
        writeLine("\n```bash\n", step.command(), "\n```");
      }
    }
  }

  /** The failure if no entry explains its line, and whether to start the job again. */
  private void writeFailure() {
    FailureReport failure = report.failure();
    if (failure != null && failure.entry() == null) {
      writeHeading("failure.title");
      writeLine("\n```text");
      writeFenced(places.shorten(failure.line()) + ": " + failure.text());
      // Names of ranks, files and functions also come from the log.
      writeFenced(words.who(report));
      words.originSentences(failure).forEach(this::writeFenced);
      writeLine("```");
    }
    if (report.retry() != null) {
      writeLine("\n", words.retry(report.retry(), report.run()));
    }
    if (report.search() != null) {
      writeLine("\n[", phrases.say("nomatch.elsewhere"), "](", report.search().url(), ")");
    }
  }

  /** The table's data about the leading code, if no entry matched. */
  private void writeLeadingCode(@Nullable CodeReport code) {
    if (code == null) {
      return;
    }
    writeCode(code);
    writeLine("- ", phrases.say("text.code.fault", phrases.say("layer." + code.layer())));
    hintOf(code).ifPresent(hint -> writeLine("- ", hint));
    if (code.entry() != null) {
      writeLine("- ", base, "/entries/", code.entry());
    }
  }

  /** The other codes of the log, each with its meaning, its action and its advisor. */
  private void writeOtherCodes() {
    List<CodeReport> others = report.otherCodes();
    if (others.isEmpty()) {
      return;
    }
    writeHeading("code.list");
    rows(others).forEach(this::writeCode);
    if (others.size() > MAX_ROWS) {
      writeLine("\n", phrases.say("text.evidence.more", others.size() - MAX_ROWS));
    }
  }

  private void writeCode(CodeReport code) {
    String label = Dialect.codeSpan(code.label());
    String url = base + code.url();
    writeLine("\n- [", label, "](", url, ") (", spanOf(code.line()), ")", colon(), code.meaning());
    writeLine("  → ", code.advice());
    recommendations(code).forEach(advice -> writeLine("  ", advice));
  }

  /** Kernel events of the nodes, relative to the ends of the ranks. */
  private void writeKernel() {
    if (report.ranks() == null || report.ranks().kernel().isEmpty()) {
      return;
    }
    writeHeading("ranks.kernel");
    writeLine();
    for (RankReport.KernelEvent event : rows(report.ranks().kernel())) {
      // The node's name comes from the log.
      writeLine("- ", Dialect.codeSpan(event.text()), " (", spanOf(event.line()), ")");
    }
  }

  private void writeChecks() {
    for (Report.Check check : report.checks()) {
      writeHeading("result.checks");
      writeLine("\n```bash\n", check.command(), "\n```");
      for (Report.Outcome outcome : check.outcomes()) {
        out.writeRaw("\n- ", outcome.text(), " → ", outcome.title());
      }
      writeLine();
    }
  }

  private void writeContradiction(Report.Contradicting found) {
    String values =
        found.values().stream()
            .map(stated -> Dialect.codeSpan(stated.value()) + " (" + spanOf(stated.line()) + ")")
            .collect(Collectors.joining(" / "));
    String heading = phrases.say("result.contradictions");
    writeLine("\n**", heading, "**", colon(), found.fact(), " ", values);
  }

  private String joinFacts() {
    List<String> facts = new ArrayList<>();
    report
        .facts()
        .forEach(
            (name, values) ->
                facts.add(
                    values.stream()
                        .map(Dialect::codeSpan)
                        .collect(Collectors.joining(" / ", name + " ", ""))));
    return String.join("; ", facts);
  }

  private String spanOf(long line) {
    return Dialect.codeSpan(places.shorten(line));
  }

  private void writeHeading(String key) {
    writeLine("\n**", phrases.say(key), "**");
  }

  private void writeFenced(String text) {
    String line = Dialect.withoutMentions(VisibleText.of(text)).strip().replace("```", "'''");
    if (!line.isEmpty()) {
      writeLine(LineWriter.cut(line, MAX_LINE));
    }
  }
}
