package dev.faultbook.store;

import dev.faultbook.redaction.Redactor;
import java.util.List;
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
 * @param findings what was found, for the counts
 */
public record NewDiagnosis(
    String redactedLog,
    Map<String, Integer> redactions,
    String lang,
    String reportEn,
    String reportZh,
    List<Finding> findings) {

  /**
   * One entry that was found.
   *
   * @param entry the entry's id
   * @param kind cause, symptom or benign; null when not known
   */
  public record Finding(String entry, String kind) {
    /** Refuses a finding without an entry. */
    public Finding {
      Objects.requireNonNull(entry, "entry");
    }
  }

  /** Copies the collections and refuses what is missing. */
  public NewDiagnosis {
    Objects.requireNonNull(redactedLog, "redactedLog");
    Objects.requireNonNull(lang, "lang");
    Objects.requireNonNull(reportEn, "reportEn");
    Objects.requireNonNull(reportZh, "reportZh");
    redactions = Map.copyOf(redactions);
    findings = List.copyOf(findings);
  }

  /** A diagnosis of which only the ids of the found entries are known. */
  public NewDiagnosis(String redactedLog, String reportEn, String reportZh, List<String> entries) {
    this(
        redactedLog,
        Map.of(),
        "en",
        reportEn,
        reportZh,
        entries.stream().map(entry -> new Finding(entry, null)).toList());
  }
}
