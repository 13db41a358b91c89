package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.log.TextParts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The whole report for a terminal. */
final class PlainReport extends ReportWriter {
  private static final int MAX_EVIDENCE = 4;
  private static final int MAX_TEXT = 12;
  private static final String COLLECT = "collect";
  private static final List<String> STATES = List.of("failed", "victim", "silent", "behind", "ok");
  private static final Set<String> SHOWN_FACTS =
      Set.copyOf(
          TextParts.splitAt(
              "gpu compute_capability driver driver_cuda cuda torch nccl cudnn"
                  + " python os container world_size",
              ' '));

  PlainReport(Report report, Language language, String base) {
    super(report, language, base, Dialect.PLAIN);
  }

  String writeReport() {
    Report.Found lead = report.lead();
    if (lead == null) {
      writeVerdict();
      writeLeadingCode(report.leadingCode());
    } else {
      writeLead(lead);
    }
    writeFailure();
    report.findings().stream().skip(lead == null ? 0 : 1).forEach(this::writeFollower);
    writeOtherCodes();
    writeNextSteps();
    if (report.search() != null) {
      writeSection("text.search");
      writeLine("    ", report.search().url());
    }
    if (lead == null || !report.suggestions().isEmpty()) {
      writeSimilar();
    }
    if (report.ranks() != null) {
      writeRanks(report.ranks());
    }
    report.contradictions().forEach(this::writeContradiction);
    if (report.machine() == null) {
      writeFacts();
    } else {
      if (lead != null) {
        out.writeBlank();
        writeMachine(report.machine());
      }
      writeCollectedFacts();
    }
    writeRead();
    return out.toString();
  }

  private void writeVerdict() {
    if (report.machine() == null) {
      writeLine(verdict());
      writeOutline();
    } else {
      writeMachine(report.machine());
      writeLine("  ", phrases.say("collect.nofault"));
    }
  }

  private void writeOutline() {
    String outline = outline();
    if (!outline.isEmpty()) {
      out.writeWrapped("  ", outline);
    }
  }

  private void writeMachine(MachineReport machine) {
    writePhrase("text.machine", machine.title());
    for (MachineReport.SetUp setUp : machine.setUps()) {
      setUp.reasons().forEach(reason -> out.writeWrapped("  ", reason));
      setUp.remedies().forEach(remedy -> out.writeWrapped("    ", "→ " + remedy));
    }
  }

  private void writeLead(Report.Found lead) {
    String role = lead.role() == Role.ROOT_CAUSE ? "root_cause" : "symptom";
    writePhrase("text.lead." + role, lead.title(), certaintyOf(lead));
    out.writeWrapped("  ", lead.summary());
    out.writeWrapped("  ", lead.because());
    lead.setUp().forEach(works -> writeWrapped("  ", "text.works", works));
    writeEvidence(report.proofOf(lead));
    writeOutline();
    int number = 1;
    for (Report.Fix fix : lead.remedies()) {
      writeFix(number++, fix);
    }
    out.writeBlank();
    writeLine("  ", phrases.say("text.page", base + lead.url()));
  }

  private void writeFix(int number, Report.Fix fix) {
    out.writeBlank();
    String kind =
        phrases.say(fix.check() ? "text.fix.check" : "text.fix", Integer.toString(number));
    String risks = fix.risks().isEmpty() ? "" : "  [" + String.join(", ", fix.risks()) + "]";
    writeLine("  ", kind, "  ", fix.title(), risks);
    writeCommand(fix.command());
    if (fix.command().isEmpty()) {
      // Without a command, the explanation is the only instruction.
      PlainLinks.plainText(fix.explanation())
          .lines()
          .map(String::strip)
          .filter(text -> !text.isEmpty())
          .limit(MAX_TEXT)
          .forEach(text -> out.writeWrapped("      ", text));
    }
  }

  private void writeCommand(String command) {
    command.lines().forEach(line -> writeLine("      ", line));
  }

  /** The failing line, unless the leading finding shows it already, and whether to restart. */
  private void writeFailure() {
    FailureReport failure = report.failure();
    if (failure != null && !isShown(failure)) {
      out.writeBlank();
      String who = words.who(report);
      String text = failure.text().lines().findFirst().orElse("");
      writeLine(phrases.say("text.failure"), "  ", text);
      writeLine("    ", places.describe(failure.line()), who.isEmpty() ? "" : " · " + who);
      words.originSentences(failure).forEach(sentence -> out.writeWrapped("  ", sentence));
    }
    if (report.retry() != null) {
      out.writeBlank();
      out.writeWrapped(
          "", phrases.say("text.retry") + "  " + words.retry(report.retry(), report.run()));
    }
  }

  private boolean isShown(FailureReport failure) {
    return report.findings().stream()
        .limit(1)
        .flatMap(finding -> report.proofOf(finding).stream().limit(MAX_EVIDENCE))
        .anyMatch(line -> line.line() == failure.line());
  }

  private void writeFollower(Report.Found finding) {
    writeSection("text.follow." + report.partOf(finding), finding.title());
    out.writeWrapped("  ", finding.because());
    writeEvidence(finding.evidence().stream().limit(1).toList());
    writeLine("  ", base, finding.url());
  }

  private void writeEvidence(List<Report.Line> lines) {
    for (Report.Line line : lines.stream().limit(MAX_EVIDENCE).toList()) {
      writeLine("    ", quote(line.line(), line.text().strip()));
    }
    writeMore(lines.size() - MAX_EVIDENCE);
  }

  private void writeMore(int more) {
    if (more > 0) {
      writeLine("    ", phrases.say("text.evidence.more", more));
    }
  }

  /** The table's data about the leading code, if no entry matched. */
  private void writeLeadingCode(@Nullable CodeReport code) {
    if (code == null) {
      return;
    }
    out.writeBlank();
    String name = code.name().equals(code.code()) ? "" : "  " + code.name();
    writeLine(describeCode(code, name).stripTrailing());
    out.writeWrapped("  ", code.meaning());
    writeWrapped("  ", "text.code.fault", phrases.say("layer." + code.layer()));
    writeRecommendation("  ", code);
    if (code.advisor() == null || code.advised() != null) {
      writeWrapped("  ", "text.code.do", code.advice());
    } else {
      writeWrapped("  ", "text.code.do.by", code.advisor(), code.advice());
    }
    hintOf(code).ifPresent(hint -> out.writeWrapped("  ", hint));
    if (code.entry() != null) {
      writeLine("  ", phrases.say("text.code.entry", base + "/entries/" + code.entry()));
    }
    writeLine("  ", base, code.url());
  }

  private String describeCode(CodeReport code, String what) {
    return phrases.say("text.code.line", code.label(), places.describe(code.line()), what);
  }

  /** The other codes, one line each with its action. */
  private void writeOtherCodes() {
    List<CodeReport> others = report.otherCodes();
    if (others.isEmpty()) {
      return;
    }
    writeSection("text.codes");
    for (CodeReport code : rows(others)) {
      out.writeWrapped("  ", describeCode(code, code.meaning()));
      out.writeWrapped("    ", "→ " + code.advice());
      writeRecommendation("    ", code);
    }
    writeMore(others.size() - MAX_ROWS);
  }

  private void writeRecommendation(String indent, CodeReport code) {
    recommendations(code).forEach(advice -> out.writeWrapped(indent, advice));
  }

  /** What to collect, which checks to run, and what is ruled out. */
  private void writeNextSteps() {
    if (!report.collect().isEmpty()) {
      writeSection("text.collect");
    }
    for (Report.Step step : report.collect()) {
      out.writeWrapped("  ", step.text());
      writeCommand(step.commandAt(base));
    }
    for (Report.Check check : report.checks()) {
      writeSection("text.check");
      writeCommand(check.command());
      for (Report.Outcome outcome : check.outcomes()) {
        out.writeWrapped("  ", outcome.text() + " → " + outcome.title());
      }
    }
    for (Report.Excluded excluded : report.ruledOut()) {
      writeSection("text.ruledout", excluded.title());
      out.writeWrapped("  ", excluded.because());
    }
  }

  /** For a log that nothing explains: suspicious lines, similar pages. */
  private void writeSimilar() {
    writeList(
        "text.errors",
        report.otherErrorLines(),
        error -> places.shorten(error.line()) + ": " + cut(error.text().strip()));
    writeList("text.near", report.suggestions(), page -> page.title() + "  " + base + page.url());
  }

  private <T> void writeList(String heading, List<T> items, Function<T, String> describe) {
    if (!items.isEmpty()) {
      writeSection(heading);
      items.forEach(item -> writeLine("    ", describe.apply(item)));
    }
  }

  private void writeRanks(RankReport ranks) {
    out.writeBlank();
    String count = phrases.say("ranks.many." + ranks.by(), Integer.toString(ranks.count()));
    writeLine(phrases.say("text.ranks"), "  ", count, countStates(ranks));
    if (ranks.first() != null) {
      writeFirst(ranks.first());
    }
    for (RankReport.KernelEvent event : rows(ranks.kernel())) {
      writeWrapped("  ", "text.ranks.kernel", event.text(), places.describe(event.line()));
    }
    for (RankReport.Difference difference : rows(ranks.differences())) {
      writeWrapped("  ", "text.ranks.differs", difference.fact(), joinValues(difference));
    }
    for (RankReport.Clock clock : rows(ranks.clocks())) {
      String key = clock.offsetMillis() > 0 ? "ranks.clock.ahead" : "ranks.clock.behind";
      String offset = phrases.say(key, clock.node(), clock.seconds());
      writeWrapped("  ", "text.ranks.clock", offset, clock.because());
    }
    ranks.collect().forEach(next -> writeWrapped("  ", "text.ranks.collect", next));
  }

  private void writeFirst(RankReport.First first) {
    boolean printed = first.line() > 0;
    String key = printed ? "text.ranks.first" : "text.ranks.missing";
    writeWrapped("  ", key, whoFailed(first), first.because());
    if (printed) {
      writeLine("    ", quote(first.line(), first.text()));
    }
  }

  private String whoFailed(RankReport.First first) {
    String rank = String.valueOf(first.rank());
    if (first.node() != null) {
      return first.rank() == null
          ? first.node()
          : phrases.say("text.ranks.node", rank, first.node());
    }
    if (first.rank() != null) {
      return phrases.say("failure.rank", rank);
    }
    return first.source() != null ? first.source() : phrases.say("text.ranks.nobody");
  }

  private String countStates(RankReport ranks) {
    Map<String, Long> states = new TreeMap<>();
    ranks.counted().forEach(lane -> states.merge(lane.state(), 1L, Long::sum));
    return STATES.stream()
        .filter(states::containsKey)
        .map(state -> phrases.say("ranks.count." + state, String.valueOf(states.get(state))))
        .map(count -> phrases.say("list.clause") + count)
        .collect(Collectors.joining());
  }

  private static String joinValues(RankReport.Difference difference) {
    return rows(difference.values()).stream()
        .map(value -> value.value() + " (" + whoStated(value) + ")")
        .collect(Collectors.joining("; "));
  }

  private static String whoStated(RankReport.ValueOf value) {
    if (value.ranks().isEmpty()) {
      return cut(String.join(", ", value.nodes()));
    }
    return "rank " + joinSome(value.ranks());
  }

  private void writeContradiction(Report.Contradicting found) {
    List<String> values = found.values().stream().map(Report.Stated::value).toList();
    writeSection("text.contradiction", found.fact(), String.join(" / ", values));
    for (Report.Stated value : found.values()) {
      String rank = value.rank() == null ? "" : ", rank " + value.rank();
      String node = value.node() == null ? "" : ", " + value.node();
      String stated = value.value() + rank + node;
      writeLine("    ", phrases.say("text.evidence", places.describe(value.line()), stated));
    }
    out.writeWrapped("  ", found.because());
  }

  private void writeFacts() {
    String shown =
        report.facts().entrySet().stream()
            .filter(fact -> SHOWN_FACTS.contains(fact.getKey()))
            .map(fact -> fact.getKey() + " " + String.join(" / ", fact.getValue()))
            .collect(Collectors.joining(phrases.say("list.semicolon")));
    if (!shown.isEmpty()) {
      out.writeBlank();
      writeLine(phrases.say("text.facts"), "  ", shown);
    }
  }

  /** All facts, for a user who ran the collection script. */
  private void writeCollectedFacts() {
    writeSection("text.facts");
    for (Map.Entry<String, List<String>> fact : report.facts().entrySet()) {
      if (!fact.getKey().equals(COLLECT)) {
        out.writeWrapped("  " + fact.getKey() + "  ", String.join(" / ", fact.getValue()));
      }
    }
  }

  private void writeRead() {
    Report.Log log = report.log();
    writeSection(
        "text.read",
        log.lines(),
        Long.toString(log.lines()),
        log.bytes(),
        Long.toString(log.bytes()),
        Long.toString(report.tookMillis()));
    if (!log.skipped().isEmpty()) {
      String number = Integer.toString(log.skipped().size());
      writeWrapped("", "text.skipped", number, joinSome(log.skipped()));
    }
  }

  private static String joinSome(List<?> values) {
    String some = rows(values).stream().map(String::valueOf).collect(Collectors.joining(", "));
    return values.size() > MAX_ROWS ? some + ", …" : some;
  }

  private static String cut(String text) {
    return LineWriter.cut(text, MAX_PLAIN_LINE);
  }

  /** A blank line and a heading. */
  private void writeSection(String key, Object... arguments) {
    out.writeBlank();
    writePhrase(key, arguments);
  }

  private void writePhrase(String key, Object... arguments) {
    writeLine(phrases.say(key, arguments));
  }

  private void writeWrapped(String indent, String key, Object... arguments) {
    out.writeWrapped(indent, phrases.say(key, arguments));
  }
}
