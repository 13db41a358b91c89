package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a log with the same writer, according to their prefixes.
 *
 * @param id index in the list of all streams of a log
 * @param file index of the file
 * @param writer the writer
 * @param extent the lines
 * @param times the times that the lines state
 */
public record LogStream(int id, int file, Writer writer, Extent extent, Times times) {

  /**
   * The writer of a stream according to the prefixes of its lines; null where they do not tell.
   *
   * @param rank the stated rank
   * @param local the rank within its node, as torchrun's {@code [default3]:} states it
   * @param device the number of the GPU that NCCL states after its process
   * @param node the host, pod or service
   * @param process the process, {@code host:pid} if NCCL states it
   * @param loose whether rank or node come from a form that also occurs in ordinary text, such as
   *     {@code 3:}
   */
  public record Writer(
      @Nullable Integer rank,
      @Nullable Integer local,
      @Nullable Integer device,
      @Nullable String node,
      @Nullable String process,
      boolean loose) {}

  /**
   * The lines of a stream.
   *
   * @param lines number of lines
   * @param firstLine number of the first line, counted across all files
   * @param lastLine number of the last line
   * @param lastText the last line, cut if it is long
   */
  public record Extent(long lines, long firstLine, long lastLine, String lastText) {}

  /**
   * The times that the lines of a stream state.
   *
   * @param first the earliest, or null
   * @param last the latest on the same scale, or null
   * @param others the earliest and the latest on each other scale: a process may use several
   *     formats
   */
  public record Times(@Nullable LogTime first, @Nullable LogTime last, List<LogTime> others) {
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

  /** Whether rank or node come from a form that also occurs in ordinary text. */
  public boolean loose() {
    return writer.loose();
  }

  /** The number of lines. */
  public long lines() {
    return extent.lines();
  }

  /** Number of the first line, counted across all files. */
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

  /** The earliest time, or null. */
  public @Nullable LogTime first() {
    return times.first();
  }

  /** The latest time on the scale of the earliest, or null. */
  public @Nullable LogTime last() {
    return times.last();
  }
}
