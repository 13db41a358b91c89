package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.log.TextParts;
import dev.faultbook.log.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes a report: in full for a terminal or, in Markdown, for a ticket; in short for any chat.
 *
 * <p>One walk over the report serves both full forms. A ticket leaves out what only the person at
 * the terminal needs: why a finding stands where it does, what else to collect, what was read.
 */
public final class ReportWriter {
  /** Limit of the rows of a list other than the answer. */
  private static final int MAX_ROWS = 8;

  private static final int MAX_EVIDENCE = 4;

  /** Limit of the lines of an explanation. */
  private static final int MAX_TEXT = 12;

  /** Limit of the characters of a line of the log in a chat, and of the lines of a command. */
  private static final int MAX_LINE = 160;

  private static final int MAX_COMMAND = 4;
  private static final int MAX_SUGGESTIONS = 3;

  /** The same limits in a terminal, which is wider. */
  private static final int MAX_PLAIN_LINE = 220;

  private static final int MAX_PLAIN_COMMAND = 6;

  private static final String COLLECT = "collect";
  private static final List<String> STATES = List.of("failed", "victim", "silent", "behind", "ok");
  private static final Set<String> SHOWN_FACTS =
      Set.copyOf(
          TextParts.splitAt(
              "gpu compute_capability driver driver_cuda cuda torch nccl cudnn"
                  + " python os container world_size",
              ' '));

  private final Report report;
  private final Phrases phrases;
  private final FailureText words;
  private final RunText run;
  private final LinePlaces places;
  private final String base;
  private final Dialect dialect;
  private final boolean plain;
  private final LineWriter out = new LineWriter();

  private ReportWriter(Report report, Language language, String base, Dialect dialect) {
    this.report = report;
    this.phrases = Phrases.of(language);
    this.words = new FailureText(language);
    this.run = new RunText(language);
    this.places = LinePlaces.ofReport(report, language);
    this.base = base;
    this.dialect = dialect;
    this.plain = dialect == Dialect.PLAIN;
  }

  /**
   * The whole report for a terminal, at most 100 columns wide except for lines of the log.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toText(Report report, Language language, String base) {
    return new ReportWriter(report, language, base, Dialect.PLAIN).writeFull();
  }

  /**
   * The report for a ticket or a chat. Text from the log is put into code blocks and code spans, so
   * that images, mentions and links in it have no effect.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toMarkdown(Report report, Language language, String base) {
    return new ReportWriter(report, language, base, Dialect.MARKDOWN).writeFull();
  }

  /**
   * The answer in at most 12 lines: headline with link, rank and time, evidence, restart, first
   * step. If nothing matched: the failure itself, its code, similar pages and a search.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toShort(Report report, Language language, String base, Dialect dialect) {
    return new ReportWriter(report, language, base, dialect).writeShort();
  }

  private String writeFull() {
    Report.Found lead = report.lead();
    if (lead == null) {
      writeVerdict();
      writeLeadingCode(report.leadingCode());
    } else {
      writeLead(lead);
    }
    writeHang();
    List<Report.Found> others =
        report.findings().stream().filter(finding -> finding != lead).toList();
    if (plain) {
      writeFailure();
      others.forEach(this::writeFollower);
    } else {
      writeFollowerList(others);
      writeFailure();
    }
    if (plain && report.seen() != null) {
      writeSeen(report.seen());
    }
    if (report.ranks() != null) {
      writeRanks(report.ranks());
    }
    writeOtherCodes();
    if (plain) {
      writeCollection();
    }
    report.checks().forEach(this::writeCheck);
    if (plain) {
      report.ruledOut().forEach(this::writeExcluded);
    }
    writeSearch();
    if (plain && (lead == null || !report.suggestions().isEmpty())) {
      writeSimilar();
    }
    report.contradictions().forEach(this::writeContradiction);
    if (plain && report.machine() != null) {
      if (lead != null) {
        out.writeBlank();
        writeMachine(report.machine());
      }
      writeCollectedFacts();
    } else {
      writeFacts();
    }
    if (plain) {
      writeRead();
    } else if (report.permalink() != null) {
      writeLine("\n", report.permalink());
    }
    return out.toString();
  }

  private void writeVerdict() {
    if (plain && report.machine() != null) {
      writeMachine(report.machine());
      writeLine("  ", phrases.say("collect.nofault"));
    } else {
      writeTitle();
      writeOutline();
    }
  }

  /** The title of a report without a cause or a symptom. */
  private void writeTitle() {
    String title = unmatchedTitle();
    if (!plain) {
      // The title about a machine holds values that the log states.
      String shown = report.machine() == null ? dialect.words(title) : dialect.code(title);
      writeLine(dialect.strong(shown));
    } else if (report.verdict() == Conclusion.HEALTHY) {
      writeLine(phrases.say("text.healthy", title));
    } else {
      writeLine(phrases.say("text.no_match"));
    }
    if (report.uncovered() != null) {
      writeParagraph(
          "  ", phrases.say("uncovered.note", phrases.say("fact." + report.uncovered())));
    }
  }

  private void writeOutline() {
    String outline = outline();
    if (!outline.isEmpty()) {
      writeParagraph("  ", outline);
    }
  }

  private void writeMachine(MachineReport machine) {
    writeLine(phrases.say("text.machine", machine.title()));
    for (MachineReport.SetUp setUp : machine.setUps()) {
      setUp.reasons().forEach(reason -> writeParagraph("  ", reason));
      setUp.remedies().forEach(remedy -> writeParagraph("    ", "→ " + remedy));
    }
  }

  private void writeLead(Report.Found lead) {
    String role = lead.role() == Role.ROOT_CAUSE ? "root_cause" : "symptom";
    // The title of the page says less than the one with the values of this log.
    String failure = lead.headline().equals(lead.title()) ? "" : lead.headline();
    if (plain) {
      String heading = failure.isEmpty() ? lead.title() : failure;
      writeLine(phrases.say("text.lead." + role, heading, certaintyOf(lead)));
      if (!failure.isEmpty()) {
        writeParagraph("  ", lead.title());
      }
      writeParagraph("  ", lead.summary());
      writeParagraph("  ", lead.because());
      lead.setUp().forEach(works -> writeParagraph("  ", phrases.say("text.works", works)));
    } else {
      String title = phrases.say("role." + role) + colon() + linkTo(lead);
      writeLine(dialect.strong(title), " (", certaintyOf(lead), ")");
      if (!failure.isEmpty()) {
        writeParagraph("", dialect.code(failure));
      }
      String who = words.who(report);
      if (!who.isEmpty()) {
        writeParagraph("", dialect.code(who));
      }
      // The summary can hold values of the log.
      writeParagraph("", Dialect.withoutMentions(Dialect.withoutLinks(lead.summary())));
    }
    writeEvidence(report.proofOf(lead));
    String where = words.who(report);
    if (plain && !where.isEmpty()) {
      writeLine("    ", where);
    }
    writeOutline();
    for (int i = 0; i < lead.remedies().size(); i++) {
      writeStep(i + 1, lead.remedies().get(i));
    }
    if (plain) {
      out.writeBlank();
      writeLine("  ", phrases.say("text.page", pageOf(lead)));
    }
  }

  /** Who waits for whom, with what would decide it; names of files come from the log. */
  private void writeHang() {
    HangReport hang = report.hang();
    if (hang == null) {
      return;
    }
    List<String> rows = new ArrayList<>(List.of(hang.headline()));
    hang.waiting().stream().limit(MAX_ROWS).map(HangReport.Waiting::text).forEach(rows::add);
    rows.addAll(hang.chain().stream().limit(MAX_ROWS).toList());
    hang.machine().stream()
        .limit(MAX_ROWS)
        .map(HangReport.Machine::text)
        .filter(text -> !rows.contains(text))
        .forEach(rows::add);
    writeHeading("text.hang", "hang.section");
    writeQuote(rows);
    writeParagraph(plain ? "  " : "", hang.read());
    if (hang.decides() != null) {
      writeParagraph(plain ? "  " : "", hang.decides());
    }
  }

  private void writeEvidence(List<Report.Line> lines) {
    writeQuote(
        lines.stream()
            .limit(MAX_EVIDENCE)
            .map(line -> quote(line.line(), line.text().strip()))
            .toList());
    writeMore(lines.size() - MAX_EVIDENCE);
  }

  private void writeMore(int more) {
    if (more > 0) {
      writeParagraph("    ", phrases.say("text.evidence.more", more));
    }
  }

  /** A step: in a terminal in full, in a ticket the first with its command, the others by title. */
  private void writeStep(int number, Report.Fix step) {
    if (plain) {
      String kind = step.check() ? "text.fix.check" : "text.fix";
      String risks = step.risks().isEmpty() ? "" : "  [" + String.join(", ", step.risks()) + "]";
      out.writeBlank();
      writeLine("  ", phrases.say(kind, Integer.toString(number)), "  ", step.title(), risks);
      writeCommand(step.command());
      if (step.command().isEmpty()) {
        // Without a command, the explanation is the only instruction.
        PlainLinks.plainText(step.explanation())
            .lines()
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .limit(MAX_TEXT)
            .forEach(text -> out.writeWrapped("      ", text));
      }
    } else if (number == 1) {
      writeLine("\n", dialect.strong(kindOf(step)), colon(), step.title());
      writeCommand(step.command());
    } else {
      writeLine(number == 2 ? "\n" : "", number + ". ", kindOf(step), colon(), step.title());
    }
  }

  private void writeCommand(String command) {
    if (!command.isEmpty()) {
      out.writeRaw(plain ? "" : "\n", dialect.block(command.lines().toList()));
    }
  }

  /** The failing line, unless the leading finding shows it already, and whether to restart. */
  private void writeFailure() {
    FailureReport failure = report.failure();
    if (failure != null && !isShown(failure)) {
      String who = words.who(report);
      if (plain) {
        String text = failure.text().lines().findFirst().orElse("");
        out.writeBlank();
        writeLine(phrases.say("text.failure"), "  ", text);
        writeLine("    ", places.describe(failure.line()), who.isEmpty() ? "" : " · " + who);
        words.originSentences(failure).forEach(sentence -> writeParagraph("  ", sentence));
      } else {
        // Names of ranks, files and functions also come from the log.
        List<String> lines = new ArrayList<>(List.of(quote(failure.line(), failure.text()), who));
        lines.addAll(words.originSentences(failure));
        writeHeading("text.failure", "failure.title");
        writeQuote(lines);
      }
    }
    if (report.retry() != null) {
      String retry = words.retry(report.retry(), report.run());
      if (plain) {
        out.writeBlank();
      }
      writeParagraph("", plain ? phrases.say("text.retry") + "  " + retry : retry);
    }
  }

  /** How often the server met this failure before, and what was shared of it. */
  private void writeSeen(SeenReport seen) {
    String times = seen();
    out.writeBlank();
    if (!times.isEmpty()) {
      writeParagraph("", phrases.say("text.seen", dialect.code(times)));
    }
    for (SeenReport.Earlier earlier : seen.earlier()) {
      String address = addressOf(earlier.url(), null);
      writeLine("  ", phrases.say("text.seen.earlier", earlier.day().toString(), address));
      earlier.notes().forEach(note -> writeParagraph("    ", dialect.code(note)));
    }
  }

  /** "4th time this week"; blank if there is nothing to say. */
  private String seen() {
    return report.seen() == null ? "" : words.seen(report.seen());
  }

  private boolean isShown(FailureReport failure) {
    return report.findings().stream()
        .limit(1)
        .flatMap(finding -> report.proofOf(finding).stream().limit(MAX_EVIDENCE))
        .anyMatch(line -> line.line() == failure.line());
  }

  private void writeFollower(Report.Found finding) {
    writeSection("text.follow." + report.partOf(finding), finding.title());
    writeParagraph("  ", finding.because());
    writeEvidence(finding.evidence().stream().limit(1).toList());
    writeLine("  ", pageOf(finding));
  }

  private void writeFollowerList(List<Report.Found> findings) {
    out.writeRaw(findings.isEmpty() ? "" : "\n");
    for (Report.Found finding : findings) {
      writeItem(phrases.say("role." + report.partOf(finding)) + colon() + linkTo(finding));
    }
  }

  /** The table's data about the leading code, if no entry matched. */
  private void writeLeadingCode(@Nullable CodeReport code) {
    if (code == null) {
      return;
    }
    String name = code.name().equals(code.code()) ? "" : "  " + code.name();
    out.writeRaw("\n");
    writeLine(describeCode(code, name).stripTrailing());
    writeNote("  ", code.meaning());
    writeNote("  ", phrases.say("text.code.fault", phrases.say("layer." + code.layer())));
    writeRecommendations("  ", code);
    writeNote(
        "  ",
        code.advisor() == null || code.advised() != null
            ? phrases.say("text.code.do", code.advice())
            : phrases.say("text.code.do.by", code.advisor(), code.advice()));
    if (code.hint() != null) {
      writeNote("  ", phrases.say("text.code.hint", code.hint()));
    }
    if (code.entry() != null) {
      writeItem(phrases.say("text.code.entry", addressOf("/entries/" + code.entry(), null)));
    }
    writeItem(addressOf(code.url(), null));
  }

  private String describeCode(CodeReport code, String what) {
    String label = plain ? code.label() : dialect.link(code.label(), base + code.url());
    return phrases.say("text.code.line", label, placeOf(code.line()), what);
  }

  /** The other codes, each with its action. */
  private void writeOtherCodes() {
    List<CodeReport> others = report.otherCodes();
    if (others.isEmpty()) {
      return;
    }
    writeHeading("text.codes", "code.list");
    for (CodeReport code : rows(others)) {
      writeNote("  ", describeCode(code, code.meaning()));
      if (report.advisesOnCodes()) {
        writeNote("    ", "→ " + code.advice());
      }
      writeRecommendations("    ", code);
    }
    writeMore(others.size() - MAX_ROWS);
  }

  /** The vendor's recommendation in its own words, and the rule that goes beyond it. */
  private void writeRecommendations(String indent, CodeReport code) {
    if (code.advised() != null && code.advisor() != null) {
      String advised = dialect.code(code.advised());
      String source = String.valueOf(code.adviceSource());
      writeNote(indent, phrases.say("text.code.advised", code.advisor(), advised, source));
    }
    if (code.repeated() != null) {
      writeNote(indent, dialect.code(code.repeated().rule()));
    }
  }

  private void writeCollection() {
    if (!report.collect().isEmpty()) {
      writeSection("text.collect");
    }
    for (Report.Step step : report.collect()) {
      writeParagraph("  ", step.text());
      writeCommand(step.commandAt(base));
    }
  }

  private void writeCheck(Report.Check check) {
    writeHeading("text.check", "result.checks");
    writeCommand(check.command());
    for (Report.Outcome outcome : check.outcomes()) {
      writeNote("  ", outcome.text() + " → " + outcome.title());
    }
  }

  private void writeExcluded(Report.Excluded excluded) {
    writeSection("text.ruledout", excluded.title());
    writeParagraph("  ", excluded.because());
  }

  private void writeSearch() {
    if (report.search() != null && plain) {
      writeSection("text.search");
      writeLine("    ", report.search().url());
    } else if (report.search() != null) {
      writeParagraph("", dialect.link(phrases.say("nomatch.elsewhere"), report.search().url()));
    }
  }

  /** For a log that nothing explains: suspicious lines, similar pages. */
  private void writeSimilar() {
    List<Report.ErrorLine> errors = report.otherErrorLines();
    if (!errors.isEmpty()) {
      writeSection("text.errors");
    }
    for (Report.ErrorLine error : errors) {
      writeLine("    ", places.shorten(error.line()), ": ", cut(error.text().strip()));
    }
    if (!report.suggestions().isEmpty()) {
      writeSection("text.near");
    }
    for (Report.Suggestion page : report.suggestions()) {
      writeLine("    ", page.title(), "  ", addressOf(page.url(), null));
    }
  }

  private void writeRanks(RankReport ranks) {
    String count = phrases.say("ranks.many." + ranks.by(), Integer.toString(ranks.count()));
    out.writeRaw("\n");
    writeLine(dialect.strong(phrases.say("text.ranks")), "  ", count, countStates(ranks));
    if (ranks.first() != null) {
      writeFirst(ranks.first());
    }
    for (RankReport.KernelEvent event : rows(ranks.kernel())) {
      writeValues("text.ranks.kernel", event.text(), places.describe(event.line()));
    }
    for (RankReport.Difference difference : rows(ranks.differences())) {
      writeValues("text.ranks.differs", difference.fact(), joinValues(difference));
    }
    for (RankReport.Clock clock : rows(ranks.clocks())) {
      String key = clock.offsetMillis() > 0 ? "ranks.clock.ahead" : "ranks.clock.behind";
      String offset = phrases.say(key, clock.node(), clock.seconds());
      writeValues("text.ranks.clock", offset, clock.because());
    }
    if (plain) {
      ranks.collect().forEach(next -> writeValues("text.ranks.collect", next));
    }
  }

  private void writeFirst(RankReport.First first) {
    boolean printed = first.line() > 0;
    String key = printed ? "text.ranks.first" : "text.ranks.missing";
    writeValues(key, whoFailed(first), first.because());
    if (printed && plain) {
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
        .map(
            state ->
                phrases.say(
                    "ranks.count." + ranks.wordOf(state), String.valueOf(states.get(state))))
        .map(count -> phrases.say("list.clause") + count)
        .collect(Collectors.joining());
  }

  private static String joinValues(RankReport.Difference difference) {
    return rows(difference.values()).stream()
        .map(value -> value.value() + " (" + whoStated(value) + ")")
        .collect(Collectors.joining("; "));
  }

  private static String whoStated(RankReport.ValueOf value) {
    return value.ranks().isEmpty()
        ? cut(String.join(", ", value.nodes()))
        : "rank " + joinSome(value.ranks());
  }

  private void writeContradiction(Report.Contradicting found) {
    String values =
        found.values().stream()
            .map(Report.Stated::value)
            .map(dialect::code)
            .collect(Collectors.joining(" / "));
    writeHeading("text.contradiction", "result.contradictions", found.fact(), values);
    List<String> lines = new ArrayList<>();
    for (Report.Stated value : found.values()) {
      String rank = value.rank() == null ? "" : ", rank " + value.rank();
      String node = value.node() == null ? "" : ", " + value.node();
      lines.add(quote(value.line(), value.value() + rank + node));
    }
    writeQuote(lines);
    writeParagraph("  ", found.because());
  }

  /** The facts: in a terminal those that matter for most failures. */
  private void writeFacts() {
    String shown =
        report.facts().entrySet().stream()
            .filter(fact -> !plain || SHOWN_FACTS.contains(fact.getKey()))
            .map(fact -> fact.getKey() + " " + joinCodes(fact.getValue()))
            .collect(Collectors.joining(phrases.say("list.semicolon")));
    if (!shown.isEmpty()) {
      String label =
          plain ? phrases.say("text.facts") + "  " : phrases.say("result.facts") + colon();
      out.writeRaw("\n");
      writeLine(label, shown);
    }
  }

  private String joinCodes(List<String> values) {
    return values.stream().map(dialect::code).collect(Collectors.joining(" / "));
  }

  /** All facts, for a user who ran the collection script. */
  private void writeCollectedFacts() {
    writeSection("text.facts");
    report
        .facts()
        .forEach(
            (name, values) -> {
              if (!name.equals(COLLECT)) {
                out.writeWrapped("  " + name + "  ", String.join(" / ", values));
              }
            });
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
      writeParagraph("", phrases.say("text.skipped", number, joinSome(log.skipped())));
    }
  }

  private String writeShort() {
    Report.Found lead = report.lead();
    if (lead == null) {
      writeUnmatched();
    } else {
      String note = " (" + certaintyOf(lead) + ")";
      writeLine(dialect.headline(lead.headline(), base + lead.url(), note));
      writeWho();
      report.proofOf(lead).stream()
          .limit(1)
          .forEach(line -> writeProof(line.line(), line.text().strip(), proofIn(line)));
    }
    String outline = outline();
    if (!outline.isEmpty()) {
      writeItem(dialect.words(outline));
    }
    if (report.retry() != null) {
      writeItem(dialect.words(words.retry(report.retry(), report.run())));
    }
    String seen = seen();
    if (!seen.isEmpty()) {
      writeItem(dialect.code(seen));
    }
    if (lead != null && !lead.remedies().isEmpty()) {
      writeFirstStep(lead.remedies().getFirst());
    }
    if (plain) {
      if (lead != null) {
        writeItem(pageOf(lead));
      }
      return out.toString();
    }
    if (lead == null) {
      writePages();
    }
    if (report.permalink() != null) {
      writeLine(report.permalink());
    }
    return out.toString();
  }

  private void writeWho() {
    String who = words.who(report);
    if (!who.isEmpty()) {
      writeItem(dialect.code(plain ? who : LineWriter.cut(who, MAX_LINE)));
    }
  }

  /**
   * A line of the log under the headline.
   *
   * @param text as far as a chat shows it
   */
  private void writeProof(long line, String whole, String text) {
    if (plain) {
      writeLine("    ", quote(line, whole));
    } else {
      writeItem(dialect.code(places.shorten(line) + ": " + text));
    }
  }

  /** The line; of a long one the part that begins with what the signature matched. */
  private static String proofIn(Report.Line line) {
    String text = line.text();
    int end = line.spans().stream().mapToInt(span -> span[1]).max().orElse(0);
    if (end <= MAX_LINE) {
      return LineWriter.cut(text.strip(), MAX_LINE);
    }
    int start = line.spans().stream().mapToInt(span -> span[0]).min().orElse(0);
    int from = Math.min(start, text.length() - MAX_LINE);
    if (from > 0 && Character.isLowSurrogate(text.charAt(from))) {
      from++;
    }
    return (from == 0 ? "" : "…") + LineWriter.cut(text.substring(from).strip(), MAX_LINE);
  }

  private void writeFirstStep(Report.Fix step) {
    writeItem(dialect.words(kindOf(step) + colon() + step.title()));
    int most = (plain ? MAX_PLAIN_COMMAND : MAX_COMMAND) - (seen().isEmpty() ? 0 : 1);
    List<String> command = step.command().lines().limit(most).toList();
    if (!command.isEmpty()) {
      out.writeRaw(dialect.block(command));
    }
  }

  private void writeUnmatched() {
    FailureReport failure = report.failure();
    CodeReport code = report.leadingCode();
    writeTitle();
    if (report.hang() != null) {
      writeItem(dialect.code(report.hang().headline()));
    }
    if (failure != null || plain) {
      writeWho();
    }
    if (failure != null) {
      String text = failure.text().lines().findFirst().orElse("");
      writeProof(failure.line(), text, LineWriter.cut(text, MAX_LINE));
    }
    if (code != null && !plain) {
      String meaning = dialect.link(code.meaning(), base + code.url());
      writeItem(dialect.code(code.label()) + colon() + meaning);
    }
  }

  /** Pages with similar text, and a search for the message. */
  private void writePages() {
    for (Report.Suggestion page : report.suggestions().stream().limit(MAX_SUGGESTIONS).toList()) {
      String label = phrases.say("nomatch.near") + colon() + page.title();
      writeItem(dialect.link(label, base + page.url()));
    }
    if (report.search() != null) {
      writeItem(dialect.link(phrases.say("nomatch.elsewhere"), report.search().url()));
    }
  }

  /** What the job did, in a line; for a healthy run what its errors came to. Often empty. */
  private String outline() {
    RunReport did = report.run();
    if (did == null) {
      return "";
    }
    return report.verdict() == Conclusion.HEALTHY
        ? run.healthyLead(
            did, (int) report.findings().stream().filter(Report.Found::isHandled).count())
        : run.outline(did);
  }

  /** The headline of a report without a cause or a symptom. */
  private String unmatchedTitle() {
    if (report.machine() != null) {
      return VisibleText.of(report.machine().title());
    }
    return report.verdict() == Conclusion.HEALTHY
        ? run.healthyTitle(report.run())
        : phrases.say("nomatch.title");
  }

  private String pageOf(Report.Found found) {
    return addressOf(found.url(), found.code());
  }

  /** The address of a page; without a server, the command that prints it. */
  private String addressOf(String path, @Nullable String code) {
    return plain && base.isEmpty() ? PageCommand.of(path, code) : base + path;
  }

  private String linkTo(Report.Found found) {
    return dialect.link(found.title(), base + found.url());
  }

  /** A line of the log with its place; in running text cut if it is very long. */
  private String quote(long line, String text) {
    return plain
        ? phrases.say("text.evidence", places.describe(line), cut(text))
        : places.shorten(line) + ": " + text;
  }

  /** The place of a line. The name of its file is given by the user. */
  private String placeOf(long line) {
    return plain ? places.describe(line) : dialect.code(places.shorten(line));
  }

  private String kindOf(Report.Fix step) {
    return phrases.say(step.check() ? "result.check" : "result.fix");
  }

  private String certaintyOf(Report.Found found) {
    return phrases.say("certainty." + found.certainty().tag());
  }

  private String colon() {
    return phrases.say("list.colon");
  }

  /** The rows of a list other than the answer that are shown. */
  private static <T> List<T> rows(List<T> all) {
    return all.stream().limit(MAX_ROWS).toList();
  }

  private static String joinSome(List<?> values) {
    String some = rows(values).stream().map(String::valueOf).collect(Collectors.joining(", "));
    return values.size() > MAX_ROWS ? some + ", …" : some;
  }

  private static String cut(String text) {
    return LineWriter.cut(text, MAX_PLAIN_LINE);
  }

  /** An empty line and a heading of a part that only a terminal shows. */
  private void writeSection(String key, Object... values) {
    out.writeBlank();
    writeLine(phrases.say(key, values));
  }

  /**
   * An empty line and a heading.
   *
   * @param ofText key of the heading in a terminal, which holds the values
   * @param ofTicket key of the heading in a ticket, which the values follow
   */
  private void writeHeading(String ofText, String ofTicket, String... values) {
    if (plain) {
      writeSection(ofText, (Object[]) values);
    } else {
      String after = values.length == 0 ? "" : colon() + String.join(" ", values);
      writeLine("\n", dialect.strong(phrases.say(ofTicket)), after);
    }
  }

  /** The parts as one line; for a terminal without what controls it. */
  private void writeLine(String... parts) {
    String line = String.join("", parts);
    if (plain) {
      out.writeLine(line);
    } else {
      out.writeRaw(line + "\n");
    }
  }

  private void writeItem(String text) {
    writeLine(dialect.item(text));
  }

  /** Own words in running text; in a ticket a paragraph. */
  private void writeParagraph(String indent, String text) {
    if (plain) {
      out.writeWrapped(indent, text);
    } else {
      writeLine("\n", text);
    }
  }

  /** Own words, one of several in a list; the deepest indent belongs to the item above it. */
  private void writeNote(String indent, String text) {
    if (plain) {
      out.writeWrapped(indent, text);
    } else {
      writeLine(indent.length() > 2 ? "  " + text : dialect.item(text));
    }
  }

  /** A sentence with values of the log, one of several. */
  private void writeValues(String key, String... values) {
    writeNote("  ", dialect.code(phrases.say(key, (Object[]) values)));
  }

  /** Lines of the log. */
  private void writeQuote(List<String> lines) {
    out.writeRaw(plain || lines.isEmpty() ? "" : "\n", dialect.quote(lines));
  }
}
