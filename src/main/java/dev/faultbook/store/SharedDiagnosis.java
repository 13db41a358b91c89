package dev.faultbook.store;

import dev.faultbook.report.Report;
import java.util.Map;

/**
 * A diagnosis that was just stored.
 *
 * @param receipt its id, its expiry and the token that deletes it
 * @param report the stored report, in the requested language
 * @param redactions number of redacted values of each type
 */
public record SharedDiagnosis(
    ShareReceipt receipt, Report report, Map<String, Integer> redactions) {}
