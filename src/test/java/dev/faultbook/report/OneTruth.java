package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.Role;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares what the parts of one answer say: they have to speak of one event. */
final class OneTruth {
  private OneTruth() {}

  /** Adds a message for each contradiction within a report. */
  static void check(Report report, Finding lead, String place, List<String> wrong) {
    FailureReport failure = report.failure();
    RankReport.First first = report.ranks() == null ? null : report.ranks().first();
    if (failure == null) {
      return;
    }
    if (first != null) {
      checkRanks(failure, first, report.ranks(), place, wrong);
    }
    Report.Found found = report.lead();
    if (found != null && found.role() == Role.ROOT_CAUSE && !found.evidence().isEmpty()) {
      checkProof(report, found, lead, place, wrong);
    }
  }

  private static void checkRanks(
      FailureReport failure,
      RankReport.First first,
      RankReport ranks,
      String place,
      List<String> wrong) {
    if (!Objects.equals(failure.rank(), first.rank())) {
      wrong.add(place + ": failure of rank " + failure.rank() + ", first " + first.rank());
    }
    if (first.node() != null && !first.node().equals(failure.node())) {
      wrong.add(place + ": failure on " + failure.node() + ", first on " + first.node());
    }
    // A silent rank has no line of its own.
    boolean speaks =
        ranks.lanes().stream()
            .filter(lane -> lane.state().equals("first"))
            .flatMap(lane -> lane.events().stream())
            .anyMatch(event -> event.line() == first.line());
    if (speaks && first.line() != failure.line()) {
      wrong.add(place + ": failure in line " + failure.line() + ", first in " + first.line());
    }
  }

  private static void checkProof(
      Report report, Report.Found found, Finding lead, String place, List<String> wrong) {
    FailureReport failure = report.failure();
    Report.Line quoted = report.proofOf(found).getFirst();
    if (quoted.line() != failure.line()) {
      wrong.add(place + ": failure in line " + failure.line() + ", quoted " + quoted.line());
    }
    // Of a rank without a line, the others tell.
    boolean told =
        report.ranks() != null
            && report.ranks().first() != null
            && report.ranks().first().line() != failure.line();
    if (!told && quoted.rank() != null && !quoted.rank().equals(failure.rank())) {
      wrong.add(place + ": rank " + failure.rank() + ", quoted line of rank " + quoted.rank());
    }
    for (Map.Entry<String, String> capture : quoted.captures().entrySet()) {
      String value = lead.captures().get(capture.getKey());
      if (value != null && !capture.getValue().equals(value)) {
        wrong.add(place + ": " + capture + " in the quoted line, " + value + " in the headline");
      }
    }
    LinePlaces places = LinePlaces.ofReport(report, Language.EN);
    String shown = places.describe(failure.line());
    String text = ReportWriter.toShort(report, Language.EN, "", Dialect.PLAIN);
    if (!text.contains(shown + ":")) {
      wrong.add(place + ": the chat does not quote " + shown);
    }
    String markdown = ReportWriter.toMarkdown(report, Language.EN, "");
    if (!markdown.contains("```text\n" + places.shorten(failure.line()) + ":")) {
      wrong.add(place + ": Markdown does not quote " + shown);
    }
  }
}
