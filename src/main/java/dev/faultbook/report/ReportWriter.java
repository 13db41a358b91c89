package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.log.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes a report in a dialect: in full for a terminal or as Markdown, in short for any chat. Both
 * full forms add their sections to what is common here: names of lines, words, the short form.
 */
public class ReportWriter {
  /** Limit of the rows of a list other than the answer. */
  static final int MAX_ROWS = 8;

  private static final int MAX_LINE = 160;
  private static final int MAX_COMMAND = 4;
  private static final int MAX_SUGGESTIONS = 3;

  /** Limit of the characters of a log's line in a terminal. */
  static final int MAX_PLAIN_LINE = 220;

  private static final int MAX_PLAIN_COMMAND = 6;

  final Report report;
  final Phrases phrases;
  final FailureText words;
  final RunText run;
  final LinePlaces places;
  final String base;
  final LineWriter out = new LineWriter();
  private final Dialect dialect;

  ReportWriter(Report report, Language language, String base, Dialect dialect) {
    this.report = report;
    this.phrases = Phrases.of(language);
    this.words = new FailureText(language);
    this.run = new RunText(language);
    this.places = LinePlaces.ofReport(report, language);
    this.base = base;
    this.dialect = dialect;
  }

  /**
   * The whole report for a terminal, at most 100 columns wide except for lines of the log.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toText(Report report, Language language, String base) {
    return new PlainReport(report, language, base).writeReport();
  }

  /**
   * The whole report for an issue or a chat.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toMarkdown(Report report, Language language, String base) {
    return new MarkdownReport(report, language, base).writeReport();
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

  private String writeShort() {
    Report.Found lead = report.lead();
    if (lead == null) {
      writeUnmatched();
    } else {
      String note = " (" + certaintyOf(lead) + ")";
      writeLine(dialect.headline(lead.headline(), base + lead.url(), note));
      writeWho();
      report.proofOf(lead).stream().limit(1).forEach(this::writeProof);
    }
    String outline = outline();
    if (!outline.isEmpty()) {
      writeItem(dialect.words(outline));
    }
    if (report.retry() != null) {
      writeItem(dialect.words(words.retry(report.retry(), report.run())));
    }
    if (lead != null && !lead.remedies().isEmpty()) {
      writeStep(lead.remedies().getFirst());
    }
    if (dialect == Dialect.PLAIN) {
      if (lead != null) {
        writeItem(base + lead.url());
      }
      return out.toString();
    }
    if (lead == null) {
      writeSimilar();
    }
    if (report.permalink() != null) {
      writeLine(report.permalink());
    }
    return out.toString();
  }

  private void writeWho() {
    String who = words.who(report);
    if (!who.isEmpty()) {
      writeItem(dialect.code(dialect == Dialect.PLAIN ? who : LineWriter.cut(who, MAX_LINE)));
    }
  }

  private void writeProof(Report.Line line) {
    if (dialect == Dialect.PLAIN) {
      writeLine("    ", quote(line.line(), line.text().strip()));
    } else {
      writeItem(dialect.code(places.shorten(line.line()) + ": " + proofIn(line)));
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

  private void writeStep(Report.Fix step) {
    writeItem(dialect.words(kindOf(step) + colon() + step.title()));
    int most = dialect == Dialect.PLAIN ? MAX_PLAIN_COMMAND : MAX_COMMAND;
    List<String> command = step.command().lines().limit(most).toList();
    if (!command.isEmpty()) {
      out.writeRaw(dialect.block(command));
    }
  }

  private void writeUnmatched() {
    if (dialect == Dialect.PLAIN) {
      writeLine(verdict());
    } else {
      String title = unmatchedTitle();
      // The title about a machine holds values that the log states.
      String shown = report.machine() == null ? dialect.words(title) : dialect.code(title);
      writeLine(dialect.strong(shown));
    }
    FailureReport failure = report.failure();
    if (failure != null || dialect == Dialect.PLAIN) {
      writeWho();
    }
    if (failure != null) {
      String text = failure.text().lines().findFirst().orElse("");
      if (dialect == Dialect.PLAIN) {
        String place = places.describe(failure.line());
        writeLine("    ", place, ": ", LineWriter.cut(text, MAX_PLAIN_LINE));
      } else {
        String line = places.shorten(failure.line()) + ": " + text;
        writeItem(dialect.code(LineWriter.cut(line, MAX_LINE)));
      }
    }
    CodeReport code = report.leadingCode();
    if (code != null && dialect != Dialect.PLAIN) {
      String meaning = dialect.link(code.meaning(), base + code.url());
      writeItem(dialect.code(code.label()) + colon() + meaning);
    }
  }

  /** Pages with similar text, and a search for the message. */
  private void writeSimilar() {
    for (Report.Suggestion page : report.suggestions().stream().limit(MAX_SUGGESTIONS).toList()) {
      String label = phrases.say("nomatch.near") + colon() + page.title();
      writeItem(dialect.link(label, base + page.url()));
    }
    if (report.search() != null) {
      writeItem(dialect.link(phrases.say("nomatch.elsewhere"), report.search().url()));
    }
  }

  private void writeItem(String text) {
    writeLine(dialect.item(text));
  }

  /** The parts as one line; for a terminal without what controls it. */
  final void writeLine(String... parts) {
    String line = String.join("", parts);
    if (dialect == Dialect.PLAIN) {
      out.writeLine(line);
    } else {
      out.writeRaw(line + "\n");
    }
  }

  /** The verdict of a report without a cause or a symptom, as the first line of a text. */
  final String verdict() {
    return report.verdict() == Conclusion.HEALTHY
        ? phrases.say("text.healthy", unmatchedTitle())
        : phrases.say("text.no_match");
  }

  /** What the job did, in a line; for a healthy run what its errors came to. Often empty. */
  final String outline() {
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
  final String unmatchedTitle() {
    if (report.machine() != null) {
      return VisibleText.of(report.machine().title());
    }
    return report.verdict() == Conclusion.HEALTHY
        ? run.healthyTitle(report.run())
        : phrases.say("nomatch.title");
  }

  /** A line of the log in running text, cut if it is very long. */
  final String quote(long line, String text) {
    String shown = LineWriter.cut(text, MAX_PLAIN_LINE);
    return phrases.say("text.evidence", places.describe(line), shown);
  }

  /** The vendor's recommendation in its own words, and the rule that goes beyond it. */
  final List<String> recommendations(CodeReport code) {
    List<String> all = new ArrayList<>();
    if (code.advised() != null && code.advisor() != null) {
      String advised = dialect.code(code.advised());
      String source = String.valueOf(code.adviceSource());
      all.add(phrases.say("text.code.advised", code.advisor(), advised, source));
    }
    if (code.repeated() != null) {
      all.add(dialect.code(code.repeated().rule()));
    }
    return all;
  }

  /** Where to look first for the reason of a code. */
  final Optional<String> hintOf(CodeReport code) {
    return Optional.ofNullable(code.hint()).map(hint -> phrases.say("text.code.hint", hint));
  }

  /** The rows of a list other than the answer that are shown. */
  static <T> List<T> rows(List<T> all) {
    return all.stream().limit(MAX_ROWS).toList();
  }

  final String kindOf(Report.Fix step) {
    return phrases.say(step.check() ? "result.check" : "result.fix");
  }

  final String certaintyOf(Report.Found found) {
    return phrases.say("certainty." + found.certainty().tag());
  }

  final String colon() {
    return phrases.say("list.colon");
  }
}
