package dev.faultbook.diagnosis;

import dev.faultbook.stream.MatchedLine;
import org.jspecify.annotations.Nullable;

/**
 * An event of a lane, stated by a line.
 *
 * @param lane index of the lane
 * @param at milliseconds on the common clock, or null
 * @param line the line
 * @param entry id of the entry that it supports, or null
 * @param role role of that entry in the log; null for an error without an entry
 * @param watchdog whether it is a time-out that a rank reports because it waited for others
 * @param shared whether it supports the entry only together with lines that may come from other
 *     ranks
 */
public record RankEvent(
    int lane,
    @Nullable Long at,
    MatchedLine line,
    @Nullable String entry,
    @Nullable Role role,
    boolean watchdog,
    boolean shared) {

  /** Whether it shows a cause rather than a consequence. */
  public boolean isCause() {
    return role == Role.ROOT_CAUSE || role == Role.CONTRIBUTING;
  }
}
