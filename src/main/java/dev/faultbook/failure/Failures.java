package dev.faultbook.failure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All failures of a log.
 *
 * @param events the failures in the order of their lines, limited to the first 16 and the last 8 of
 *     each stream and {@link CausalRole}
 * @param count number of all failures, including those beyond the limit
 * @param lines number of lines of the log
 * @param idle time without reported progress before a time limit ended the job; null if it was
 *     short or is unknown, or if no time limit ended the job
 */
public record Failures(List<FailureEvent> events, long count, long lines, @Nullable Duration idle) {
  public Failures {
    events = List.copyOf(events);
  }
}
