package dev.faultbook.store;

import dev.faultbook.report.Report;
import java.util.Map;

/**
 * A diagnosis that was just stored.
 *
 * @param receipt its id, its expiry and the token that deletes it
 * @param report what was stored, in the language that was asked for
 * @param redactions how many values of each type were taken out of the log
 */
public record SharedDiagnosis(
    ShareReceipt receipt, Report report, Map<String, Integer> redactions) {
  /** The map cannot be changed. */
  public SharedDiagnosis {
    redactions = Map.copyOf(redactions);
  }
}
