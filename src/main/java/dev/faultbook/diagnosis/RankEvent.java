package dev.faultbook.diagnosis;

import dev.faultbook.stream.MatchedLine;
import org.jspecify.annotations.Nullable;

/**
 * Something that a line says of a lane.
 *
 * @param lane index of the lane
 * @param at milliseconds on the common clock, or null
 * @param line the line
 * @param entry id of the entry that it bears out, or null
 * @param role part of that entry in the log; null for an error that no entry knows
 * @param watchdog whether it is a time-out that a rank reports because others did not come
 * @param shared whether it bears the entry out only together with lines that may be of other ranks
 */
public record RankEvent(
    int lane,
    @Nullable Long at,
    MatchedLine line,
    @Nullable String entry,
    @Nullable Role role,
    boolean watchdog,
    boolean shared) {

  /** Whether it tells what went wrong, not what followed. */
  public boolean isCause() {
    return role == Role.ROOT_CAUSE || role == Role.CONTRIBUTING;
  }
}
