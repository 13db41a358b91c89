package dev.faultbook.web;

import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.Certainty;
import dev.faultbook.report.FailureReport;
import dev.faultbook.report.FailureText;
import dev.faultbook.report.LinePlaces;
import dev.faultbook.report.LineWriter;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportCitations;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.report.RunText;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.QueryString;
import dev.faultbook.store.ShareService;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Builds the view of a report's page. */
@Component
class Results {
  private static final int MAX_TITLE = 160;

  /** Compressed, about a tenth of the text. It comes at the end of the page, after the answer. */
  private static final int MAX_IN_PAGE = 8 * 1024 * 1024;

  /** The page of an entry that a shared diagnosis names, but that was removed since. */
  private static final Page NO_PAGE =
      new Page(Language.EN, "", "", List.of(), List.of(), List.of());

  private final Editions editions;
  private final ShareService sharing;

  Results(Editions editions, ShareService sharing) {
    this.editions = editions;
    this.sharing = sharing;
  }

  /** The log for a hidden field, in gzip and Base64; empty if it is too large for a page. */
  static String packForForm(InMemoryLog log) throws IOException {
    return log.packedBytes() <= MAX_IN_PAGE
        ? Base64.getEncoder().encodeToString(log.toPackedFile())
        : "";
  }

  ResultView buildView(
      Report report, InputStream log, String packed, Language language, String base) {
    Map<String, String> links = new HashMap<>();
    report.findings().forEach(found -> links.putIfAbsent(found.entry(), linkTo(found, language)));
    String ticket = ReportWriter.toMarkdown(report, language, base);
    LogView shown = LogViewer.viewLog(report, log);
    return new ResultView(
        report,
        titleOf(report, language),
        new FailureText(language).whoFailed(report),
        mayHang(report, editions.current()),
        LinePlaces.ofReport(report, language),
        links,
        report.ranks() == null ? null : new TimelineView(report.ranks(), report.log().lines()),
        shown,
        Rail.of(report, shown, language),
        new ResultView.Sharing(
            packed,
            !packed.isEmpty() && report.log().bytes() <= sharing.limit(),
            sharing.limit(),
            sharing.retentionPeriod().toDays()),
        ticket,
        promptFor(report, ticket, language, base));
  }

  /** The answer for a language model elsewhere, without secrets. */
  private String promptFor(Report report, String ticket, Language language, String base) {
    String text =
        Phrases.of(language).say("result.prompt.task")
            + "\n\n"
            + ReportCitations.toText(report, editions.current(), language, base)
            + "\n"
            + ticket;
    return Redactor.shared().redact(text).text();
  }

  /**
   * Whether a finding makes a job hang, as a watchdog's time-out does, and the cause is not proven.
   */
  static boolean mayHang(Report report, Knowledge knowledge) {
    return report.lead() != null
        && report.lead().certainty() != Certainty.PROVEN
        && report.findings().stream()
            .filter(found -> found.kind() != EntryKind.BENIGN)
            .flatMap(found -> knowledge.findEntry(found.entry()).stream())
            .anyMatch(entry -> entry.severity().equals("hang"));
  }

  private static String titleOf(Report report, Language language) {
    Phrases phrases = Phrases.of(language);
    if (report.lead() != null) {
      return report.findings().getFirst().headline();
    }
    if (report.machine() != null) {
      return report.machine().title();
    }
    if (report.verdict() == Conclusion.HEALTHY) {
      return new RunText(language).healthyTitle(report.run());
    }
    if (report.leadingCode() != null) {
      return report.leadingCode().label();
    }
    FailureReport failure = report.failure();
    if (failure == null) {
      boolean clean = report.log().errorLines().isEmpty();
      return phrases.say(clean ? "nomatch.clean" : "nomatch.title");
    }
    if (failure.type() != null) {
      return new FailureText(language).exceptionTitle(failure);
    }
    String text = failure.text();
    return LineWriter.cut(text, MAX_TITLE);
  }

  /** The entry's page, with values of this log for its commands. */
  private String linkTo(Report.Found found, Language language) {
    Page page =
        editions
            .current()
            .findEntry(found.entry())
            .map(entry -> entry.pageIn(language))
            .orElse(NO_PAGE);
    Map<String, String> values = new LinkedHashMap<>();
    for (Report.Line line : found.evidence()) {
      line.captures()
          .forEach(
              (name, value) -> {
                if (value.length() <= 80 && mentions(page, "{{" + name + "|")) {
                  values.putIfAbsent(EntryPages.VALUE + name, value);
                }
              });
    }
    return values.isEmpty() ? found.url() : found.url() + "?" + QueryString.toQuery(values);
  }

  private static boolean mentions(Page page, String text) {
    return page.summary().contains(text)
        || page.sections().stream().anyMatch(section -> section.markdown().contains(text));
  }
}
