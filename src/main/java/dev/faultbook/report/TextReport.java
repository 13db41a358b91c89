package dev.faultbook.report;

import dev.faultbook.content.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Renders a report as plain text for a terminal, at most 100 columns wide except for lines of the
 * log.
 */
public final class TextReport {
  /** Most characters of a log's line that are shown. */
  static final int LONGEST_LINE = 220;

  /** Most rows of a list other than the answer. */
  static final int MOST_ROWS = 8;

  private static final int EVIDENCE = 4;
  private static final int MOST_TEXT = 12;
  private static final int SHORT_COMMAND = 6;
  private static final String COLLECT = "collect";
  private static final Set<String> SHOWN_FACTS =
      Set.of(
          "gpu",
          "compute_capability",
          "driver",
          "driver_cuda",
          "cuda",
          "torch",
          "nccl",
          "cudnn",
          "python",
          "os",
          "container",
          "world_size");

  private final Report report;
  private final Language language;
  private final Phrases phrases;
  private final String base;
  private final LinePlaces places;
  private final LineWriter out = new LineWriter();

  private TextReport(Report report, Language language, String base) {
    this.report = report;
    this.language = language;
    this.phrases = Phrases.of(language);
    this.base = base;
    this.places = LinePlaces.ofReport(report, language);
  }

  /**
   * Renders the whole report.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toText(Report report, Language language, String base) {
    TextReport text = new TextReport(report, language, base);
    text.writeReport();
    return text.out.toString();
  }

  /**
   * The answer in at most 12 lines: headline, rank and time, evidence, restart, first step, link.
   */
  public static String toShortText(Report report, Language language, String base) {
    TextReport text = new TextReport(report, language, base);
    text.writeShort();
    return text.out.toString();
  }

  private void writeShort() {
    FailureText words = new FailureText(language);
    Report.Found lead = report.verdict().equals("diagnosed") ? report.findings().getFirst() : null;
    if (lead == null) {
      writePhrase("text." + report.verdict());
    } else {
      out.writeLine(lead.label().headline() + "  (" + Math.round(lead.confidence() * 100) + " %)");
    }
    String who = words.who(report);
    if (!who.isEmpty()) {
      out.writeLine("  " + who);
    }
    if (lead != null) {
      writeEvidence(lead.evidence().stream().limit(1).toList());
    } else if (report.failure() != null) {
      String text = report.failure().text().lines().findFirst().orElse("");
      out.writeLine("    " + placeOf(report.failure()) + ": " + LineWriter.cut(text, LONGEST_LINE));
    }
    if (report.retry() != null) {
      out.writeLine("  " + words.retry(report.retry()));
    }
    if (lead != null) {
      lead.remedies().stream().limit(1).forEach(this::writeShortStep);
      out.writeLine("  " + base + lead.url());
    }
  }

  private void writeShortStep(Report.Fix step) {
    String kind = phrases.say(step.check() ? "result.check" : "result.fix");
    out.writeLine("  " + kind + phrases.say("list.colon") + step.title());
    step.command().lines().limit(SHORT_COMMAND).forEach(line -> out.writeLine("      " + line));
  }

  private void writeReport() {
    boolean diagnosed = report.verdict().equals("diagnosed");
    if (diagnosed) {
      writeLead(report.findings().getFirst());
      writeFailure();
      report.findings().stream().skip(1).forEach(this::writeFollower);
    } else {
      writeVerdict();
      writeCode(report.leadingCode());
      writeFailure();
      report.findings().forEach(this::writeFollower);
    }
    writeCodes();
    writeCollect();
    writeChecks();
    writeRuledOut();
    if (!diagnosed) {
      writeUnmatched();
    }
    if (report.ranks() != null) {
      new TextRanks(report.ranks(), places, phrases, out).writeRanks();
    }
    writeContradictions();
    if (report.machine() == null) {
      writeFacts();
    } else {
      if (diagnosed) {
        out.writeBlank();
        writeMachine(report.machine());
      }
      writeCollectedFacts();
    }
    writeRead();
  }

  private void writeVerdict() {
    if (report.machine() == null) {
      writePhrase("text." + report.verdict());
    } else {
      writeMachine(report.machine());
      out.writeLine("  " + phrases.say("collect.nofault"));
    }
  }

  /** The failing line, unless the leading finding shows it already, and whether to restart. */
  private void writeFailure() {
    FailureReport failure = report.failure();
    FailureText text = new FailureText(language);
    if (failure != null && !isShown(failure)) {
      out.writeBlank();
      String who = text.who(report);
      out.writeLine(
          phrases.say("text.failure") + "  " + failure.text().lines().findFirst().orElse(""));
      out.writeLine("    " + placeOf(failure) + (who.isEmpty() ? "" : " · " + who));
      text.originSentences(failure).forEach(sentence -> out.writeWrapped("  ", sentence));
    }
    if (report.retry() != null) {
      out.writeBlank();
      out.writeWrapped("", phrases.say("text.retry") + "  " + text.retry(report.retry()));
    }
  }

  private boolean isShown(FailureReport failure) {
    return !report.findings().isEmpty()
        && report.findings().getFirst().evidence().stream()
            .limit(EVIDENCE)
            .anyMatch(line -> line.line() == failure.where().line());
  }

  private String placeOf(FailureReport failure) {
    return places.describe(failure.where().line());
  }

  private void writeMachine(MachineReport machine) {
    writePhrase("text.machine", machine.title());
    for (MachineReport.SetUp setUp : machine.setUps()) {
      setUp.reasons().forEach(reason -> out.writeWrapped("  ", reason));
      setUp.remedies().forEach(remedy -> out.writeWrapped("    ", "→ " + remedy));
    }
  }

  private void writeLead(Report.Found finding) {
    String role = finding.role().equals("root_cause") ? "root_cause" : "symptom";
    writePhrase(
        "text.lead." + role, finding.title(), Math.round(finding.confidence() * 100) + " %");
    out.writeWrapped("  ", finding.summary());
    out.writeWrapped("  ", finding.because());
    finding
        .tables()
        .setUp()
        .forEach(works -> out.writeWrapped("  ", phrases.say("text.works", works)));
    writeEvidence(finding.evidence());
    int number = 1;
    for (Report.Fix fix : finding.remedies()) {
      writeFix(number++, fix);
    }
    out.writeBlank();
    out.writeLine("  " + phrases.say("text.page", base + finding.url()));
  }

  private void writeFix(int number, Report.Fix fix) {
    out.writeBlank();
    String risks = fix.risks().isEmpty() ? "" : "  [" + String.join(", ", fix.risks()) + "]";
    out.writeLine(
        "  "
            + phrases.say(fix.check() ? "text.fix.check" : "text.fix", Integer.toString(number))
            + "  "
            + fix.title()
            + risks);
    writeCommand(fix.command());
    if (fix.command().isEmpty()) {
      // Without a command, the explanation is the only instruction.
      PlainLinks.plainText(fix.explanation())
          .lines()
          .map(String::strip)
          .filter(text -> !text.isEmpty())
          .limit(MOST_TEXT)
          .forEach(text -> out.writeWrapped("      ", text));
    }
  }

  private void writeCommand(String command) {
    command.lines().forEach(line -> out.writeLine("      " + line));
  }

  private void writeFollower(Report.Found finding) {
    out.writeBlank();
    writePhrase("text.follow." + report.partOf(finding), finding.title());
    out.writeWrapped("  ", finding.because());
    writeEvidence(finding.evidence().stream().limit(1).toList());
    out.writeLine("  " + base + finding.url());
  }

  private void writeEvidence(List<Report.Line> lines) {
    for (Report.Line evidence : lines.stream().limit(EVIDENCE).toList()) {
      String text = LineWriter.cut(evidence.text().strip(), LONGEST_LINE);
      out.writeLine("    " + phrases.say("text.evidence", places.describe(evidence.line()), text));
    }
    if (lines.size() > EVIDENCE) {
      out.writeLine("    " + phrases.say("text.evidence.more", lines.size() - EVIDENCE));
    }
  }

  /** The table's data about the leading code, if no entry matched. */
  private void writeCode(@Nullable CodeReport code) {
    if (code == null) {
      return;
    }
    out.writeBlank();
    String name = code.name().equals(code.code()) ? "" : "  " + code.name();
    out.writeLine(
        phrases
            .say("text.code.line", code.label(), places.describe(code.line()), name)
            .stripTrailing());
    out.writeWrapped("  ", code.meaning());
    out.writeWrapped("  ", phrases.say("text.code.fault", phrases.say("layer." + code.layer())));
    writeRecommendation("  ", code);
    out.writeWrapped(
        "  ",
        code.advice().advisor() == null || code.advice().advised() != null
            ? phrases.say("text.code.do", code.advice().sentence())
            : phrases.say("text.code.do.by", code.advice().advisor(), code.advice().sentence()));
    if (code.advice().hint() != null) {
      out.writeWrapped("  ", phrases.say("text.code.hint", code.advice().hint()));
    }
    if (code.entry() != null) {
      out.writeLine("  " + phrases.say("text.code.entry", base + "/entries/" + code.entry()));
    }
    out.writeLine("  " + base + code.url());
  }

  /** The other codes, one line each with its action. */
  private void writeCodes() {
    List<CodeReport> others = report.codes().stream().filter(code -> !code.leads()).toList();
    if (others.isEmpty()) {
      return;
    }
    out.writeBlank();
    writePhrase("text.codes");
    for (CodeReport code : others.stream().limit(MOST_ROWS).toList()) {
      out.writeWrapped(
          "  ",
          phrases.say(
              "text.code.line", code.label(), places.describe(code.line()), code.meaning()));
      out.writeWrapped("    ", "→ " + code.advice().sentence());
      writeRecommendation("    ", code);
    }
    if (others.size() > MOST_ROWS) {
      out.writeLine("    " + phrases.say("text.evidence.more", others.size() - MOST_ROWS));
    }
  }

  /** The vendor's recommendation in its own words, and the rule that goes beyond it. */
  private void writeRecommendation(String indent, CodeReport code) {
    String advised = code.advice().advised();
    if (code.advice().advisor() != null && advised != null) {
      out.writeWrapped(
          indent,
          phrases.say(
              "text.code.advised",
              code.advice().advisor(),
              advised,
              String.valueOf(code.advice().source())));
    }
    if (code.repeated() != null) {
      out.writeWrapped(indent, code.repeated().rule());
    }
  }

  private void writeCollect() {
    if (!report.collect().isEmpty()) {
      out.writeBlank();
      writePhrase("text.collect");
    }
    for (Report.Step step : report.collect()) {
      out.writeWrapped("  ", step.text());
      writeCommand(step.commandAt(base));
    }
  }

  private void writeChecks() {
    for (Report.Check check : report.checks()) {
      out.writeBlank();
      writePhrase("text.check");
      writeCommand(check.command());
      for (Report.Outcome outcome : check.outcomes()) {
        out.writeWrapped("  ", outcome.text() + " → " + outcome.title());
      }
    }
  }

  private void writeRuledOut() {
    for (Report.Excluded excluded : report.ruledOut()) {
      out.writeBlank();
      writePhrase("text.ruledout", excluded.title());
      out.writeWrapped("  ", excluded.because());
    }
  }

  private void writeUnmatched() {
    if (report.search() != null) {
      out.writeBlank();
      writePhrase("text.search");
      out.writeLine("    " + report.search().url());
    }
    List<Report.ErrorLine> errors = report.otherErrorLines();
    if (!errors.isEmpty()) {
      out.writeBlank();
      writePhrase("text.errors");
      for (Report.ErrorLine error : errors) {
        out.writeLine(
            "    "
                + places.shorten(error.line())
                + ": "
                + LineWriter.cut(error.text().strip(), LONGEST_LINE));
      }
    }
    if (!report.suggestions().isEmpty()) {
      out.writeBlank();
      writePhrase("text.near");
      for (Report.Suggestion suggestion : report.suggestions()) {
        out.writeLine("    " + suggestion.title() + "  " + base + suggestion.url());
      }
    }
  }

  private void writeContradictions() {
    for (Report.Contradicting found : report.contradictions()) {
      out.writeBlank();
      writePhrase(
          "text.contradiction",
          found.fact(),
          String.join(" / ", found.values().stream().map(Report.Stated::value).toList()));
      for (Report.Stated value : found.values()) {
        String stated =
            value.value()
                + (value.rank() == null ? "" : ", rank " + value.rank())
                + (value.node() == null ? "" : ", " + value.node());
        out.writeLine("    " + phrases.say("text.evidence", places.describe(value.line()), stated));
      }
      out.writeWrapped("  ", found.because());
    }
  }

  private void writeFacts() {
    String shown =
        report.facts().entrySet().stream()
            .filter(fact -> SHOWN_FACTS.contains(fact.getKey()))
            .map(fact -> fact.getKey() + " " + String.join(" / ", fact.getValue()))
            .collect(Collectors.joining(phrases.say("list.semicolon")));
    if (!shown.isEmpty()) {
      out.writeBlank();
      out.writeLine(phrases.say("text.facts") + "  " + shown);
    }
  }

  /** All facts, for a user who ran the collection script. */
  private void writeCollectedFacts() {
    out.writeBlank();
    writePhrase("text.facts");
    for (Map.Entry<String, List<String>> fact : report.facts().entrySet()) {
      if (!fact.getKey().equals(COLLECT)) {
        out.writeWrapped("  " + fact.getKey() + "  ", String.join(" / ", fact.getValue()));
      }
    }
  }

  private void writeRead() {
    out.writeBlank();
    writePhrase(
        "text.read",
        report.log().lines(),
        Long.toString(report.log().lines()),
        report.log().bytes(),
        Long.toString(report.log().bytes()),
        Long.toString(report.tookMillis()));
    List<String> skipped = report.log().skipped();
    if (!skipped.isEmpty()) {
      String some = String.join(", ", skipped.stream().limit(MOST_ROWS).toList());
      String rest = skipped.size() > MOST_ROWS ? ", …" : "";
      out.writeWrapped(
          "", phrases.say("text.skipped", Integer.toString(skipped.size()), some + rest));
    }
  }

  private void writePhrase(String key, Object... arguments) {
    out.writeLine(phrases.say(key, arguments));
  }
}
