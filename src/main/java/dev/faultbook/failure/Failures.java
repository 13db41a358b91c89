package dev.faultbook.failure;

import java.util.List;

/**
 * All failures that a log tells.
 *
 * @param events in the order of their lines; of each stream and standing the first 16 and the last
 *     8
 * @param count how many there were, those that are not kept too
 * @param lines lines of the log
 */
public record Failures(List<FailureEvent> events, long count, long lines) {
  /** The list cannot be changed. */
  public Failures {
    events = List.copyOf(events);
  }
}
