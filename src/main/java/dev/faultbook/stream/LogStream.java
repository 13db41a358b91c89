package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.util.List;

/**
 * Where lines come from, as far as their prefixes say, and how many there are. What a prefix does
 * not say is null.
 *
 * @param id place in the list of all origins of a log
 * @param file index of the file
 * @param rank the stated rank
 * @param local the rank within its node, as torchrun's {@code [default3]:} states it
 * @param device the number of the GPU that NCCL states behind its process
 * @param node the host, pod or service
 * @param process the process, {@code host:pid} where NCCL states it
 * @param loose whether rank or node come from a form that ordinary text has too, as {@code 3:}
 * @param lines how many lines
 * @param firstLine number of the first one, through all files
 * @param lastLine number of the last one
 * @param first the earliest time that they state
 * @param last the latest time on the same scale
 * @param others the earliest and the latest time on each other scale: one process may state dates
 *     in some lines and times without a year in others
 * @param lastText the last line, cut when it is long
 */
public record LogStream(
    int id,
    int file,
    Integer rank,
    Integer local,
    Integer device,
    String node,
    String process,
    boolean loose,
    long lines,
    long firstLine,
    long lastLine,
    LogTime first,
    LogTime last,
    List<LogTime> others,
    String lastText) {
  public LogStream {
    others = List.copyOf(others);
  }
}
