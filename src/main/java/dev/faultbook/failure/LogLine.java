package dev.faultbook.failure;

import dev.faultbook.log.LogTime;
import java.util.Objects;

/**
 * One line of a log.
 *
 * @param number its number, from 1, through all files
 * @param stream id of the log stream that it belongs to: what one process, rank, node or file wrote
 * @param text the line as written, without its newline and without terminal escape sequences
 * @param time the time that holds for it, or null
 */
public record LogLine(long number, int stream, String text, LogTime time) {
  /** Checks the text. */
  public LogLine {
    Objects.requireNonNull(text);
  }
}
