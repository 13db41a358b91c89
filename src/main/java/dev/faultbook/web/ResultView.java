package dev.faultbook.web;

import dev.faultbook.content.EntryKind;
import dev.faultbook.content.Retry;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.LinePlaces;
import dev.faultbook.report.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis as the page shows it.
 *
 * @param report the report
 * @param heading the heading above the answer
 * @param places the names of the lines of the log
 * @param found the findings
 * @param facts what the log states about its machines
 * @param timeline the timeline of the ranks; null if the log shows only one
 * @param log the log
 * @param sharing how it can be stored
 * @param ticket the answer as Markdown, for a ticket
 */
public record ResultView(
    Report report,
    Heading heading,
    LinePlaces places,
    Findings found,
    List<Fact> facts,
    @Nullable TimelineView timeline,
    LogView log,
    Sharing sharing,
    String ticket) {
  /** The least confidence in lines that prove a cause, where no other cause shows. */
  private static final double PROVEN = 0.9;

  /** The same if there is another cause. */
  private static final double CONTESTED = 0.8;

  public ResultView {
    facts = List.copyOf(facts);
  }

  /**
   * The heading above the answer.
   *
   * @param title the title of the answer, in the tab and above a log without a page
   * @param who which process failed and when, as separate parts; may be empty
   * @param hangs whether the finding makes a job hang
   */
  public record Heading(String title, List<String> who, boolean hangs) {
    public Heading {
      who = List.copyOf(who);
    }
  }

  /**
   * The findings by their role in the answer.
   *
   * @param lead the first cause or symptom; null if nothing matched
   * @param follows the consequences of the lead
   * @param chains causes with their consequences, the lead's first; empty if nothing matched
   * @param others other possible causes
   * @param harmless lines that look like errors but are harmless
   */
  public record Findings(
      @Nullable FindingView lead,
      List<FindingView> follows,
      List<ChainView> chains,
      List<FindingView> others,
      List<FindingView> harmless) {
    public Findings {
      follows = List.copyOf(follows);
      chains = List.copyOf(chains);
      others = List.copyOf(others);
      harmless = List.copyOf(harmless);
    }
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

  /** The code that is the answer because no entry matched; null if there is none. */
  public @Nullable CodeReport code() {
    return report.leadingCode();
  }

  /**
   * Whether nothing in the log looks like a failure. The log need not state that the job succeeded.
   */
  public boolean clean() {
    return report.failure() == null && report.log().errorLines().isEmpty() && code() == null;
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

  /** The codes in the log except the one that is the answer. */
  public List<CodeReport> codes() {
    return report.otherCodes();
  }

  /**
   * The basis of the lead's confidence, as the suffix of a message key: {@code proven}, {@code
   * contested}, {@code hint} or {@code symptom}; empty without a lead.
   */
  public String restsOn() {
    FindingView lead = found.lead();
    if (lead == null) {
      return "";
    }
    if (lead.found().kind() == EntryKind.SYMPTOM) {
      return "symptom";
    }
    double sure = lead.found().confidence();
    boolean contested = !found.others().isEmpty();
    if (sure >= PROVEN) {
      return contested ? "contested" : "proven";
    }
    return contested && sure >= CONTESTED ? "contested" : "hint";
  }

  /** Whether the failing line is shown separately, because the lead does not show it. */
  public boolean failureApart() {
    FindingView lead = found.lead();
    return lead != null
        && report.failure() != null
        && lead.found().evidence().stream()
            .limit(3)
            .noneMatch(line -> line.line() == report.failure().line());
  }

  /**
   * A fact.
   *
   * @param name its name
   * @param values its values
   * @param line the line that states it, or from which it follows
   * @param because from what it follows; empty if the line states it
   */
  public record Fact(String name, List<String> values, long line, String because) {
    public Fact {
      values = List.copyOf(values);
    }
  }
}
