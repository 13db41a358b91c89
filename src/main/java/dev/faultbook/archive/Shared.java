package dev.faultbook.archive;

import dev.faultbook.diagnosis.Report;
import java.util.Map;

/**
 * A diagnosis that was just stored.
 *
 * @param receipt its id, its expiry and the token that deletes it
 * @param report what was stored, in the language that was asked for
 * @param redactions how many values of each type were taken out of the log
 */
public record Shared(SavedReceipt receipt, Report report, Map<String, Integer> redactions) {
  /** Copies the map. */
  public Shared {
    redactions = Map.copyOf(redactions);
  }
}
