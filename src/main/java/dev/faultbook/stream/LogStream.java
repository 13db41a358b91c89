package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.util.List;

/**
 * Lines of a log with the same writer, according to their prefixes.
 *
 * @param id index in the list of all streams of a log
 * @param file index of the file
 * @param writer the writer
 * @param extent the lines
 * @param times the earliest and the latest time that lines state, on each scale that they use: a
 *     process may use several formats. The best scale first
 */
public record LogStream(
    int id, int file, LinePrefix.Writer writer, Extent extent, List<LogTime> times) {
  public LogStream {
    times = List.copyOf(times);
  }

  /**
   * Lines of a log.
   *
   * @param lines number of lines
   * @param firstLine number of the first line, counted across all files
   * @param lastLine number of the last line
   * @param lastText the last line, cut if it is long
   */
  public record Extent(long lines, long firstLine, long lastLine, String lastText) {}
}
