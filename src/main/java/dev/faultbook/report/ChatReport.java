package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.log.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renders a report in at most 12 lines for a chat: headline with link, rank and time, evidence,
 * restart, first step. If nothing matched: the failure itself, its code, similar pages and a
 * search.
 */
public final class ChatReport {
  private static final int LONGEST = 160;
  private static final int MOST_COMMAND_LINES = 4;
  private static final int MOST_SUGGESTIONS = 3;

  private final Report report;
  private final Phrases phrases;
  private final FailureText words;
  private final LinePlaces places;
  private final String base;
  private final ChatDialect dialect;
  private final StringBuilder out = new StringBuilder();

  private ChatReport(Report report, Language language, String base, ChatDialect dialect) {
    this.report = report;
    this.phrases = Phrases.of(language);
    this.words = new FailureText(language);
    this.places = LinePlaces.ofReport(report, language);
    this.base = base;
    this.dialect = dialect;
  }

  /**
   * The report in the dialect of a chat.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toText(Report report, Language language, String base, ChatDialect dialect) {
    ChatReport chat = new ChatReport(report, language, base, dialect);
    chat.writeReport();
    return chat.out.toString();
  }

  /** The headline of a report without a cause or a symptom. */
  static String unmatchedTitle(Report report, Phrases phrases) {
    String title =
        report.machine() == null
            ? phrases.say(report.verdict().equals("healthy") ? "healthy.title" : "nomatch.title")
            : report.machine().title();
    return VisibleText.of(title);
  }

  private void writeReport() {
    Report.Found lead = report.verdict().equals("diagnosed") ? report.findings().getFirst() : null;
    if (lead == null) {
      writeUnmatched();
    } else {
      writeLead(lead);
    }
    if (report.retry() != null) {
      writeWords(words.retry(report.retry()));
    }
    if (lead != null && !lead.remedies().isEmpty()) {
      writeStep(lead.remedies().getFirst());
    }
    if (lead == null) {
      writeSimilar();
    }
    if (report.permalink() != null) {
      out.append(report.permalink()).append('\n');
    }
  }

  private void writeLead(Report.Found lead) {
    String note = " (" + Math.round(lead.confidence() * 100) + " %)";
    out.append(dialect.headline(lead.label().headline(), base + lead.url(), note)).append('\n');
    writeItem(words.who(report));
    lead.evidence().stream()
        .limit(1)
        .forEach(line -> writeText(places.shorten(line.line()) + ": " + proofIn(line)));
  }

  /** The line; of a long one the part that begins with what the signature matched. */
  private static String proofIn(Report.Line line) {
    String text = line.text();
    int end = line.spans().stream().mapToInt(span -> span[1]).max().orElse(0);
    if (end <= LONGEST) {
      return LineWriter.cut(text.strip(), LONGEST);
    }
    int start = line.spans().stream().mapToInt(span -> span[0]).min().orElse(0);
    int from = Math.min(start, text.length() - LONGEST);
    if (from > 0 && Character.isLowSurrogate(text.charAt(from))) {
      from++;
    }
    return (from == 0 ? "" : "…") + LineWriter.cut(text.substring(from).strip(), LONGEST);
  }

  private void writeStep(Report.Fix step) {
    String kind = phrases.say(step.check() ? "result.check" : "result.fix");
    writeWords(kind + phrases.say("list.colon") + step.title());
    List<String> command = step.command().lines().limit(MOST_COMMAND_LINES).toList();
    if (!command.isEmpty()) {
      out.append(dialect.block(command));
    }
  }

  private void writeUnmatched() {
    String title = unmatchedTitle(report, phrases);
    // The title about a machine holds values that the log states.
    String shown = report.machine() == null ? dialect.words(title) : dialect.code(title);
    out.append(dialect.strong(shown)).append('\n');
    if (report.failure() != null) {
      writeItem(words.who(report));
      writeItem(places.shorten(report.failure().where().line()) + ": " + report.failure().text());
    }
    writeCode(report.leadingCode());
  }

  private void writeCode(@Nullable CodeReport code) {
    if (code != null) {
      out.append("- ").append(dialect.code(code.label())).append(phrases.say("list.colon"));
      out.append(dialect.link(code.meaning(), base + code.url())).append('\n');
    }
  }

  /** Pages with similar text, and a search for the message. */
  private void writeSimilar() {
    for (Report.Suggestion page : report.suggestions().stream().limit(MOST_SUGGESTIONS).toList()) {
      String label = phrases.say("nomatch.near") + phrases.say("list.colon") + page.title();
      out.append("- ").append(dialect.link(label, base + page.url())).append('\n');
    }
    if (report.search() != null) {
      String label = phrases.say("nomatch.elsewhere");
      out.append("- ").append(dialect.link(label, report.search().url())).append('\n');
    }
  }

  private void writeWords(String own) {
    out.append("- ").append(dialect.words(own)).append('\n');
  }

  private void writeItem(String text) {
    if (!text.isBlank()) {
      writeText(LineWriter.cut(text.lines().findFirst().orElse(""), LONGEST));
    }
  }

  private void writeText(String line) {
    out.append("- ").append(dialect.code(line)).append('\n');
  }
}
