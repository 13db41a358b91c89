package dev.faultbook.web;

import dev.faultbook.report.Report;
import java.util.List;

/**
 * A finding as the page shows it.
 *
 * @param found the finding
 * @param mark class of its colour
 * @param url its page, with the values that the log filled in
 * @param summary HTML
 * @param fixes its remedies
 */
public record FindingView(
    Report.Found found, String mark, String url, String summary, List<FixView> fixes) {
  /** The list cannot be changed. */
  public FindingView {
    fixes = List.copyOf(fixes);
  }

  /** The lines that prove it. */
  public List<ProofLine> proof() {
    return ProofLine.fromFinding(found);
  }

  /**
   * A remedy.
   *
   * @param title HTML
   * @param text HTML; may be empty
   * @param command to be copied; may be empty
   * @param risks what it asks
   * @param check whether it only looks
   */
  public record FixView(
      String title, String text, String command, List<String> risks, boolean check) {
    /** The list cannot be changed. */
    public FixView {
      risks = List.copyOf(risks);
    }
  }
}
