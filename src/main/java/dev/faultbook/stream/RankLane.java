package dev.faultbook.stream;

import org.jspecify.annotations.Nullable;

/**
 * A rank, or a node or a file where lines name no rank: the streams of one writer together.
 *
 * @param label its name: the number of the rank, the node, or the name of the file
 * @param rank the rank, or null
 * @param node its host, or null
 * @param file index of the file that holds all its lines; null if they are in several
 * @param extent its lines
 * @param firstAt earliest time on the common clock in milliseconds, or null
 * @param lastAt latest time on the common clock in milliseconds, or null
 * @param lastEnqueued number of the last collective that it enqueued, or null
 * @param lastCompleted number of the last collective that it completed, or null
 */
public record RankLane(
    String label,
    @Nullable Integer rank,
    @Nullable String node,
    @Nullable Integer file,
    LogStream.Extent extent,
    @Nullable Long firstAt,
    @Nullable Long lastAt,
    @Nullable Long lastEnqueued,
    @Nullable Long lastCompleted) {}
