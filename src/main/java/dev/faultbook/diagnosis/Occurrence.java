package dev.faultbook.diagnosis;

import dev.faultbook.failure.FailureEvent;
import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * The one event of which an answer speaks: headline, quoted line, rank, node, time and frames are
 * of this one.
 *
 * @param line number of the line that states it; if the lead is a cause, one of its lines
 * @param text the line, without its prefix if its structure was read
 * @param time the time of the line, or null
 * @param rank the rank that failed, or null
 * @param node the host of that rank, or null
 * @param event the structure of the failure to which the line belongs; null if there is none
 */
public record Occurrence(
    long line,
    String text,
    @Nullable LogTime time,
    @Nullable Integer rank,
    @Nullable String node,
    @Nullable FailureEvent event) {}
