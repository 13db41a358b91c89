package dev.faultbook.web;

import dev.faultbook.report.CodeReport;
import dev.faultbook.report.LinePlaces;
import dev.faultbook.report.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis as the page shows it.
 *
 * @param report the report
 * @param heading what stands above the answer
 * @param places what the lines of the log are called
 * @param found what was found
 * @param facts what the log says about its machines
 * @param timeline what the ranks did; null when the log shows one alone
 * @param log the log
 * @param sharing how it can be stored
 * @param elsewhere what a reader takes to other sites
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
    Elsewhere elsewhere) {
  /** The least confidence in lines that prove a cause, where no other cause shows. */
  private static final double PROVEN = 0.9;

  /** The same where another cause shows. */
  private static final double CONTESTED = 0.8;

  /** The list cannot be changed. */
  public ResultView {
    facts = List.copyOf(facts);
  }

  /**
   * What stands above the answer.
   *
   * @param title what the answer is called, in the tab and above a log without a page
   * @param who who failed and when, each told apart; may be empty
   * @param hangs whether what was found makes a job hang
   */
  public record Heading(String title, List<String> who, boolean hangs) {
    /** The list cannot be changed. */
    public Heading {
      who = List.copyOf(who);
    }
  }

  /**
   * The findings by their part in the answer.
   *
   * @param lead the first cause or symptom; null when nothing matched
   * @param follows what follows from it
   * @param chains what led to what, the lead's first; empty when nothing matched
   * @param others other possible causes
   * @param harmless what looks like an error and is none
   */
  public record Findings(
      @Nullable FindingView lead,
      List<FindingView> follows,
      List<ChainView> chains,
      List<FindingView> others,
      List<FindingView> harmless) {
    /** The lists cannot be changed. */
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
   * @param packed the log for being sent again, gzip in Base64; empty when it is too large
   * @param shareable whether it may be stored
   * @param limit most bytes of plain text in a log that is stored
   * @param days how long it would be kept
   */
  public record Sharing(String packed, boolean shareable, long limit, long days) {}

  /**
   * What a reader takes to other sites.
   *
   * @param ticket the answer as Markdown
   * @param phrase what to search for when no page explains the failure; may be empty
   */
  public record Elsewhere(String ticket, String phrase) {}

  /** The code that is the answer, because no entry matched; null when there is none. */
  public @Nullable CodeReport code() {
    return report.leadingCode();
  }

  /** How many lines bear a finding out without being among its evidence, which is limited. */
  public long unmarked() {
    return report.findings().stream()
        .mapToLong(one -> Math.max(0, one.occurrences() - one.evidence().size()))
        .sum();
  }

  /** The codes that the log holds, besides the one that is the answer. */
  public List<CodeReport> codes() {
    return report.codes().stream().filter(one -> !one.leads()).toList();
  }

  /**
   * What the lead's confidence rests on, as the end of a message key: {@code proven}, {@code
   * contested}, {@code hint} or {@code symptom}. Without a lead, empty.
   */
  public String restsOn() {
    FindingView lead = found.lead();
    if (lead == null) {
      return "";
    }
    if (lead.found().kind().equals("symptom")) {
      return "symptom";
    }
    double sure = lead.found().confidence();
    boolean contested = !found.others().isEmpty();
    if (sure >= PROVEN) {
      return contested ? "contested" : "proven";
    }
    return contested && sure >= CONTESTED ? "contested" : "hint";
  }

  /** Whether the failing line is shown apart, because the lead does not show it. */
  public boolean failureApart() {
    FindingView lead = found.lead();
    return lead != null
        && report.failure() != null
        && lead.found().evidence().stream()
            .limit(3)
            .noneMatch(line -> line.line() == report.failure().where().line());
  }

  /**
   * A fact.
   *
   * @param name its name
   * @param values its values
   * @param line the line that states it, or states what it follows from
   * @param because what it follows from; empty where the line states it
   */
  public record Fact(String name, List<String> values, long line, String because) {
    /** The list cannot be changed. */
    public Fact {
      values = List.copyOf(values);
    }
  }
}
