package dev.faultbook.web;

import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.FailureReport;
import dev.faultbook.report.FailureText;
import dev.faultbook.report.LinePlaces;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.QueryString;
import dev.faultbook.store.ShareService;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Builds the view of a report's page. */
@Component
class Results {
  /** The version of the collection script; not a fact about the machine. */
  private static final String COLLECT = "collect";

  private static final int MAX_VALUES = 4;
  private static final int MAX_TITLE = 160;

  /** The page of an entry that a shared diagnosis names, but that was removed since. */
  private static final Page NO_PAGE = new Page(Language.EN, "", "", List.of(), List.of());

  private final Knowledge knowledge;
  private final ShareService sharing;

  Results(Knowledge knowledge, ShareService sharing) {
    this.knowledge = knowledge;
    this.sharing = sharing;
  }

  ResultView buildView(
      Report report, InputStream log, String packed, Language language, String base) {
    FindingView lead = null;
    List<FindingView> follows = new ArrayList<>();
    List<FindingView> others = new ArrayList<>();
    List<FindingView> harmless = new ArrayList<>();
    boolean diagnosed = report.lead() != null;
    for (Report.Found found : report.findings()) {
      FindingView view = toFindingView(found, language);
      if (lead == null && diagnosed) {
        lead = view;
      } else {
        switch (found.role()) {
          case HARMLESS -> harmless.add(view);
          case CONTRIBUTING -> others.add(view);
          default -> follows.add(view);
        }
      }
    }
    return new ResultView(
        report,
        new ResultView.Heading(
            titleOf(report, Phrases.of(language)),
            new FailureText(language).whoFailed(report),
            report.findings().stream().anyMatch(this::hangs)),
        LinePlaces.ofReport(report, language),
        new ResultView.Findings(
            lead,
            follows,
            lead == null ? List.of() : ChainView.drawAll(lead, others, follows),
            others,
            harmless),
        toFacts(report),
        report.ranks() == null ? null : new TimelineView(report.ranks(), report.log().lines()),
        LogViewer.viewLog(report, log),
        new ResultView.Sharing(
            packed,
            !packed.isEmpty() && report.log().bytes() <= sharing.limit(),
            sharing.limit(),
            sharing.retentionPeriod().toDays()),
        ReportWriter.toMarkdown(report, language, base));
  }

  /** Whether the finding makes a job hang: a watchdog's time-out or a similar fault. */
  private boolean hangs(Report.Found found) {
    return found.kind() != EntryKind.BENIGN
        && knowledge
            .findEntry(found.entry())
            .filter(entry -> entry.severity().equals("hang"))
            .isPresent();
  }

  private static String titleOf(Report report, Phrases phrases) {
    if (report.lead() != null) {
      return report.findings().getFirst().headline();
    }
    if (report.machine() != null) {
      return report.machine().title();
    }
    if (report.verdict() == Conclusion.HEALTHY) {
      return phrases.say("healthy.title");
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
      return phrases.say("nomatch.exception", failure.type());
    }
    String text = failure.text();
    return text.length() > MAX_TITLE ? text.substring(0, MAX_TITLE) + "…" : text;
  }

  private FindingView toFindingView(Report.Found found, Language language) {
    Page page =
        knowledge.findEntry(found.entry()).map(entry -> entry.pageIn(language)).orElse(NO_PAGE);
    return new FindingView(
        found,
        LogViewer.markOf(found.role()),
        entryUrl(found, page),
        toSentence(found.summary()),
        found.remedies().stream()
            .map(
                fix ->
                    new FindingView.FixView(
                        toSentence(fix.title()),
                        CodeWrapping.wrapHtml(Markdown.toHtml(fix.explanation())),
                        fix.command(),
                        fix.risks(),
                        fix.check()))
            .toList());
  }

  private static String toSentence(String markdown) {
    return CodeWrapping.wrapHtml(Markdown.toInlineHtml(markdown));
  }

  /** The entry's page, with values of this log for its commands. */
  private static String entryUrl(Report.Found found, Page page) {
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

  /** Why the values of a fact hold if no line states any of them. */
  private static String derivationOf(Report report, String fact) {
    List<Report.Derived> derived =
        report.derived().stream().filter(d -> d.fact().equals(fact)).toList();
    return derived.size() == Objects.requireNonNull(report.facts().get(fact)).size()
        ? derived.getFirst().because()
        : "";
  }

  private static List<ResultView.Fact> toFacts(Report report) {
    List<ResultView.Fact> facts = new ArrayList<>();
    report
        .facts()
        .forEach(
            (name, values) -> {
              if (name.equals(COLLECT)) {
                return;
              }
              List<Long> lines = report.factLines().getOrDefault(name, List.of());
              facts.add(
                  new ResultView.Fact(
                      name,
                      values.size() > MAX_VALUES ? values.subList(0, MAX_VALUES) : values,
                      lines.isEmpty() ? 0 : lines.getFirst(),
                      derivationOf(report, name)));
            });
    return facts;
  }
}
