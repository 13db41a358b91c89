package dev.faultbook.stream;

import org.jspecify.annotations.Nullable;

/**
 * A rank, or a node or a file where lines name no rank.
 *
 * @param label its name: the number of the rank, the node, or the name of the file
 * @param rank the rank, or null
 * @param node its host, or null
 * @param file index of the file that holds all its lines; null if they are in several
 * @param extent its lines
 * @param time when they were written
 * @param progress the progress of its collectives
 */
public record RankLane(
    String label,
    @Nullable Integer rank,
    @Nullable String node,
    @Nullable Integer file,
    LogStream.Extent extent,
    Span time,
    Progress progress) {

  /**
   * A time span on the common clock.
   *
   * @param first earliest time in milliseconds, or null
   * @param last latest time in milliseconds, or null
   */
  public record Span(@Nullable Long first, @Nullable Long last) {}

  /**
   * Sequence numbers of collectives.
   *
   * @param enqueued the last one that the rank enqueued, or null
   * @param completed the last one that it completed, or null
   */
  public record Progress(@Nullable Long enqueued, @Nullable Long completed) {
    static final Progress UNKNOWN = new Progress(null, null);
  }

  RankLane withProgress(Progress known) {
    return new RankLane(label, rank, node, file, extent, time, known);
  }

  /** The number of lines. */
  public long lines() {
    return extent.lines();
  }

  /** Number of the first line. */
  public long firstLine() {
    return extent.firstLine();
  }

  /** Number of the last line. */
  public long lastLine() {
    return extent.lastLine();
  }

  /** The last line, cut if it is long. */
  public String lastText() {
    return extent.lastText();
  }

  /** Earliest time on the common clock, in milliseconds, or null. */
  public @Nullable Long firstAt() {
    return time.first();
  }

  /** Latest time on the common clock, in milliseconds, or null. */
  public @Nullable Long lastAt() {
    return time.last();
  }

  /** Number of the last collective that it enqueued, or null. */
  public @Nullable Long lastEnqueued() {
    return progress.enqueued();
  }

  /** Number of the last collective that it completed, or null. */
  public @Nullable Long lastCompleted() {
    return progress.completed();
  }
}
