package dev.faultbook.report;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * How often this server met the same failure before.
 *
 * @param times how often in the last {@code days} days, this time included; 0 if it does not count
 * @param days number of days, today included
 * @param nodes the nodes that were named, each with its number of times, the most frequent first
 * @param earlier shared diagnoses of the same failure whose owners agreed that others find them,
 *     the newest first
 */
public record SeenReport(long times, int days, Map<String, Long> nodes, List<Earlier> earlier) {
  public SeenReport {
    earlier = List.copyOf(earlier);
  }

  /**
   * An earlier diagnosis of the same failure.
   *
   * @param url address of its page
   * @param day when it was shared, in UTC
   * @param notes what readers said about it, redacted; may be empty
   */
  public record Earlier(String url, LocalDate day, List<String> notes) {
    public Earlier {
      notes = List.copyOf(notes);
    }
  }

  /** Whether there is anything to say. */
  boolean isTold() {
    return times > 1 || !earlier.isEmpty();
  }
}
