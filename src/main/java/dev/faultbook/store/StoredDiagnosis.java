package dev.faultbook.store;

import java.time.Instant;
import java.util.Map;

/**
 * A saved diagnosis, readable by everyone who has its address.
 *
 * @param id its id
 * @param created when it was saved
 * @param expires when it expires
 * @param lang the language in which it was saved
 * @param redactedLog the log, redacted
 * @param redactions number of redacted values of each type
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
    String reportZh) {}
