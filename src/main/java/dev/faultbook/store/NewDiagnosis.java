package dev.faultbook.store;

import dev.faultbook.redaction.Redactor;
import java.util.Map;

/**
 * A diagnosis to be stored.
 *
 * @param redactedLog the log as returned by {@link Redactor}
 * @param redactions number of redacted values of each type
 * @param lang the language in which the user saw the report
 * @param reportEn the report in English, a JSON document made from the redacted log
 * @param reportZh the report in Chinese
 */
public record NewDiagnosis(
    String redactedLog,
    Map<String, Integer> redactions,
    String lang,
    String reportEn,
    String reportZh) {

  public NewDiagnosis {
    redactions = Map.copyOf(redactions);
  }

  /** A diagnosis without redactions, seen in English. */
  public NewDiagnosis(String redactedLog, String reportEn, String reportZh) {
    this(redactedLog, Map.of(), "en", reportEn, reportZh);
  }
}
