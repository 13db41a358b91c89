package dev.faultbook.web;

import dev.faultbook.content.Retry;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.report.Certainty;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.LinePlaces;
import dev.faultbook.report.Report;
import dev.faultbook.report.Report.Found;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis as the page shows it.
 *
 * @param title the title of the answer, in the tab and above a log without a page
 * @param who which process failed and when, as separate parts; may be empty
 * @param hangs whether a finding makes a job hang
 * @param links the pages of the findings by their entries, with values from the log
 * @param rail what stands beside the answer
 * @param timeline the timeline of the ranks; null if the log shows only one
 * @param ticket the answer as Markdown, for a ticket
 * @param prompt the answer with its sources, redacted, for a language model
 */
public record ResultView(
    Report report,
    String title,
    List<String> who,
    boolean hangs,
    LinePlaces places,
    Map<String, String> links,
    @Nullable TimelineView timeline,
    LogView log,
    Rail rail,
    Sharing sharing,
    String ticket,
    String prompt) {
  /** The version of the collection script; not a fact about the machine. */
  private static final String COLLECT = "collect";

  private static final int MAX_VALUES = 4;

  /** The least confidence in lines that prove a cause beside which another one is possible. */
  private static final double CONTESTED = 0.8;

  public ResultView {
    who = List.copyOf(who);
    links = Map.copyOf(links);
  }

  /**
   * How a diagnosis can be stored.
   *
   * @param packed the log in gzip and Base64, to be sent again; empty if it is too large
   * @param shareable whether it may be stored
   * @param limit most bytes of uncompressed text in a log that is stored
   * @param days number of days for which it would be stored
   */
  public record Sharing(String packed, boolean shareable, long limit, long days) {}

  /** The first cause or symptom; null if nothing matched. */
  public @Nullable Found lead() {
    return report.lead();
  }

  /** The consequences of the lead. */
  public List<Found> follows() {
    return besides(role -> role.isFailure() && role != Role.CONTRIBUTING);
  }

  /** Other possible causes. */
  public List<Found> others() {
    return besides(role -> role == Role.CONTRIBUTING);
  }

  /** Lines that look like errors but are harmless. */
  public List<Found> harmless() {
    return besides(role -> role == Role.HARMLESS);
  }

  /** Errors that the run survived. */
  public List<Found> handled() {
    return besides(role -> role == Role.HANDLED);
  }

  /** The run as a drawing; null if the log tells nothing about it. */
  public @Nullable RunView run() {
    return RunView.of(report.run(), report.log().lines());
  }

  private List<Found> besides(Predicate<Role> plays) {
    return report.findings().stream()
        .skip(lead() == null ? 0 : 1)
        .filter(found -> plays.test(found.role()))
        .toList();
  }

  /** Causes with their consequences, the lead's first; empty if nothing matched. */
  public List<ChainView> chains() {
    Found lead = lead();
    return lead == null ? List.of() : ChainView.drawAll(lead, others(), follows());
  }

  /** CSS class of a finding's colour. */
  public String mark(Found found) {
    return LogViewer.markOf(found.role());
  }

  /** The lines that prove a finding. */
  public List<ProofLine> proof(Found found) {
    return ProofLine.fromEvidence(report.proofOf(found));
  }

  /** The codes of which the answer says nothing yet. */
  public List<CodeReport> codes() {
    Found lead = lead();
    return report.otherCodes().stream()
        .filter(
            code ->
                code.repeated() != null
                    || lead == null
                    || !lead.entry().equals(code.entry())
                        && !lead.explains().contains(String.valueOf(code.entry())))
        .toList();
  }

  /** What the log states about its machines. */
  public List<Fact> facts() {
    return report.facts().entrySet().stream()
        .filter(fact -> !fact.getKey().equals(COLLECT))
        .map(fact -> toFact(fact.getKey(), fact.getValue()))
        .toList();
  }

  private Fact toFact(String name, List<String> values) {
    List<Report.Derived> derived =
        report.derived().stream().filter(one -> one.fact().equals(name)).toList();
    return new Fact(
        name,
        values.stream().limit(MAX_VALUES).toList(),
        report.factLines().getOrDefault(name, List.of()).stream().findFirst().orElse(0L),
        derived.size() == values.size() ? derived.getFirst().because() : "");
  }

  /**
   * Whether nothing in the log looks like a failure. The log need not state that the job succeeded.
   */
  public boolean clean() {
    return report.failure() == null
        && report.log().errorLines().isEmpty()
        && report.leadingCode() == null;
  }

  /**
   * Whether facts about the machine could help: false if the log is clean, the program itself is at
   * fault, or the job was ended from outside.
   */
  public boolean needsMachine() {
    return !clean()
        && !endedFromOutside()
        && (report.retry() == null || report.retry().action() != Retry.Action.FIX_PROGRAM);
  }

  /** Whether somebody or something outside ended the job, so that no page need explain it. */
  public boolean endedFromOutside() {
    return report.retry() != null && report.retry().endedFromOutside();
  }

  /**
   * The number of matching lines that are not among the evidence of their finding, which is
   * limited.
   */
  public long unmarked() {
    return report.findings().stream()
        .mapToLong(one -> Math.max(0, one.occurrences() - one.evidence().size()))
        .sum();
  }

  /** Whether the log shows a failure, so that the question which rank failed first makes sense. */
  public boolean failed() {
    return !clean() && report.verdict() != Conclusion.HEALTHY;
  }

  /**
   * The basis of the lead's confidence, as the suffix of a message key: {@code proven}, {@code
   * contested}, {@code hint}, {@code symptom} or {@code closest}; empty without a lead.
   */
  public String restsOn() {
    Found lead = lead();
    if (lead == null) {
      return "";
    }
    return lead.certainty() == Certainty.LIKELY
        ? !others().isEmpty() && lead.confidence() >= CONTESTED ? "contested" : "hint"
        : lead.certainty().tag();
  }

  /** The line of the log to look at first: that of the failure; 0 if there is none. */
  public long startLine() {
    return report.failure() == null ? 0 : report.failure().line();
  }

  /** Whether the failing line is shown separately, because the lead does not show it. */
  public boolean failureApart() {
    Found lead = lead();
    return lead != null
        && report.failure() != null
        && report.proofOf(lead).stream()
            .limit(3)
            .noneMatch(line -> line.line() == report.failure().line());
  }

  /**
   * A fact.
   *
   * @param line the line that states it, or from which it follows; 0 if none
   * @param because from what it follows; empty if the log states it
   */
  public record Fact(String name, List<String> values, long line, String because) {
    public Fact {
      values = List.copyOf(values);
    }
  }
}
