package dev.faultbook.store;

import dev.faultbook.redaction.RedactedText;

/**
 * A diagnosis to be stored.
 *
 * @param redactedLog the log
 * @param lang the language in which the user saw the report
 * @param reportEn the report in English, a JSON document made from the redacted log
 * @param reportZh the report in Chinese
 */
public record NewDiagnosis(
    RedactedText redactedLog, String lang, String reportEn, String reportZh) {}
