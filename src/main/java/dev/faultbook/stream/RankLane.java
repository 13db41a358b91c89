package dev.faultbook.stream;

/**
 * A rank, or where lines name none, a node or a file.
 *
 * @param label what it is called: the rank's number, the node, or the file's name
 * @param rank the rank, or null
 * @param node its host, or null
 * @param file index of the file that holds all its lines, or null when they are in several
 * @param lines how many lines
 * @param firstLine number of the first one
 * @param lastLine number of the last one
 * @param lastText the last line, cut when it is long
 * @param firstAt earliest time on the common clock, in milliseconds, or null
 * @param lastAt latest time, or null
 * @param lastEnqueued number of the last collective that it enqueued, or null
 * @param lastCompleted number of the last collective that it completed, or null
 */
public record RankLane(
    String label,
    Integer rank,
    String node,
    Integer file,
    long lines,
    long firstLine,
    long lastLine,
    String lastText,
    Long firstAt,
    Long lastAt,
    Long lastEnqueued,
    Long lastCompleted) {}
