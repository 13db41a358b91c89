package dev.faultbook.store;

import dev.faultbook.redaction.Redactor;
import java.util.Map;
import java.util.Objects;

/**
 * What is to be kept of one diagnosis.
 *
 * @param redactedLog the log as {@link Redactor} gave it back
 * @param redactions how many values of each type were redacted
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

  /** Refuses what is missing. */
  public NewDiagnosis {
    Objects.requireNonNull(redactedLog, "redactedLog");
    Objects.requireNonNull(lang, "lang");
    Objects.requireNonNull(reportEn, "reportEn");
    Objects.requireNonNull(reportZh, "reportZh");
    redactions = Map.copyOf(redactions);
  }

  /** A diagnosis of which nothing was redacted, seen in English. */
  public NewDiagnosis(String redactedLog, String reportEn, String reportZh) {
    this(redactedLog, Map.of(), "en", reportEn, reportZh);
  }
}
