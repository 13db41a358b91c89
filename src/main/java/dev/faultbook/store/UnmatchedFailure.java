package dev.faultbook.store;

import dev.faultbook.report.Report;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure that no page explains, as often as it was met.
 *
 * @param fingerprint its fingerprint
 * @param n how often it was met
 * @param first the first day, in UTC
 * @param last the last day
 * @param nodes the nodes that were named, in alphabetical order; may be empty
 * @param diagnosis id of the latest shared diagnosis whose owner agreed that curators find it; null
 *     if there is none
 * @param report its report, made from the redacted log; null if there is none
 */
public record UnmatchedFailure(
    String fingerprint,
    long n,
    LocalDate first,
    LocalDate last,
    List<String> nodes,
    @Nullable String diagnosis,
    @Nullable Report report) {
  public UnmatchedFailure {
    nodes = List.copyOf(nodes);
  }
}
