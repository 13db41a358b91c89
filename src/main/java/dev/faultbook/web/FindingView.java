package dev.faultbook.web;

import dev.faultbook.report.Report;
import java.util.List;

/**
 * A finding as the page shows it.
 *
 * @param found the finding
 * @param mark CSS class of its colour
 * @param url its page, with values from the log
 * @param summary its summary as HTML
 * @param fixes its remedies
 */
public record FindingView(
    Report.Found found, String mark, String url, String summary, List<FixView> fixes) {
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
   * @param title its title as HTML
   * @param text its explanation as HTML; may be empty
   * @param command the command to copy; may be empty
   * @param risks its risks and requirements
   * @param check whether it only inspects
   */
  public record FixView(
      String title, String text, String command, List<String> risks, boolean check) {
    public FixView {
      risks = List.copyOf(risks);
    }
  }
}
