package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a log that have one writer, as far as their prefixes tell.
 *
 * @param id place in the list of all streams of a log
 * @param file index of the file
 * @param writer who writes it
 * @param extent which lines it has
 * @param times the times that they state
 */
public record LogStream(int id, int file, Writer writer, Extent extent, Times times) {

  /**
   * What the prefixes of the lines say of their writer; null where they say nothing.
   *
   * @param rank the stated rank
   * @param local the rank within its node, as torchrun's {@code [default3]:} states it
   * @param device the number of the GPU that NCCL states behind its process
   * @param node the host, pod or service
   * @param process the process, {@code host:pid} where NCCL states it
   * @param loose whether rank or node come from a form that ordinary text has too, as {@code 3:}
   */
  public record Writer(
      @Nullable Integer rank,
      @Nullable Integer local,
      @Nullable Integer device,
      @Nullable String node,
      @Nullable String process,
      boolean loose) {}

  /**
   * Which lines a stream has.
   *
   * @param lines how many
   * @param firstLine number of the first one, through all files
   * @param lastLine number of the last one
   * @param lastText the last line, cut when it is long
   */
  public record Extent(long lines, long firstLine, long lastLine, String lastText) {}

  /**
   * The times that the lines of a stream state.
   *
   * @param first the earliest, or null
   * @param last the latest on the same scale, or null
   * @param others the earliest and the latest on each other scale: one process may state dates in
   *     some lines and times without a year in others
   */
  public record Times(@Nullable LogTime first, @Nullable LogTime last, List<LogTime> others) {
    /** The times of the other scales cannot be changed. */
    public Times {
      others = List.copyOf(others);
    }
  }

  /** The stated rank, or null. */
  public @Nullable Integer rank() {
    return writer.rank();
  }

  /** The rank within its node, or null. */
  public @Nullable Integer local() {
    return writer.local();
  }

  /** The number of the GPU, or null. */
  public @Nullable Integer device() {
    return writer.device();
  }

  /** The host, pod or service, or null. */
  public @Nullable String node() {
    return writer.node();
  }

  /** The process, or null. */
  public @Nullable String process() {
    return writer.process();
  }

  /** Whether rank or node come from a form that ordinary text has too. */
  public boolean loose() {
    return writer.loose();
  }

  /** How many lines. */
  public long lines() {
    return extent.lines();
  }

  /** Number of the first line, through all files. */
  public long firstLine() {
    return extent.firstLine();
  }

  /** Number of the last line. */
  public long lastLine() {
    return extent.lastLine();
  }

  /** The last line, cut when it is long. */
  public String lastText() {
    return extent.lastText();
  }

  /** The earliest time, or null. */
  public @Nullable LogTime first() {
    return times.first();
  }

  /** The latest time on the scale of the earliest, or null. */
  public @Nullable LogTime last() {
    return times.last();
  }
}
