package dev.faultbook.store;

import java.time.Instant;
import java.util.Map;

/**
 * A saved diagnosis, as everyone who has its address may read it.
 *
 * @param id its id
 * @param created when it was saved
 * @param expires when it vanishes
 * @param lang the language in which it was saved
 * @param redactedLog the log, redacted
 * @param redactions how many values of each type were redacted
 * @param reportEn the report in English, the JSON document that was saved
 * @param reportZh the report in Chinese
 */
public record StoredDiagnosis(
    String id,
    Instant created,
    Instant expires,
    String lang,
    PackedText redactedLog,
    Map<String, Integer> redactions,
    String reportEn,
    String reportZh) {

  /** The map cannot be changed. */
  public StoredDiagnosis {
    redactions = Map.copyOf(redactions);
  }
}
