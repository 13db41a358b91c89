package dev.faultbook.failure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All failures that a log tells.
 *
 * @param events in the order of their lines; of each stream and standing the first 16 and the last
 *     8
 * @param count how many there were, those that are not kept too
 * @param lines lines of the log
 * @param idle how long no progress had been reported when a time limit ended the job; null when
 *     that was not long, is not known, or no limit ended it
 */
public record Failures(List<FailureEvent> events, long count, long lines, @Nullable Duration idle) {
  /** The list cannot be changed. */
  public Failures {
    events = List.copyOf(events);
  }
}
