package dev.faultbook.diagnosis;

import dev.faultbook.stream.MatchedLine;
import org.jspecify.annotations.Nullable;

/**
 * An event of a lane, stated by a line. Ordered by time if both are known, otherwise by line.
 *
 * @param lane index of the lane
 * @param at milliseconds on the common clock, or null
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
    boolean shared)
    implements Comparable<RankEvent> {

  /** The same event of another lane. */
  RankEvent ofLane(int other) {
    return new RankEvent(other, at, line, entry, role, watchdog, shared);
  }

  /** Whether it shows a cause rather than a consequence. */
  public boolean isCause() {
    return role == Role.ROOT_CAUSE || role == Role.CONTRIBUTING;
  }

  @Override
  public int compareTo(RankEvent other) {
    if (at != null && other.at != null && !at.equals(other.at)) {
      return Long.compare(at, other.at);
    }
    if (at == null != (other.at == null)) {
      return at == null ? 1 : -1;
    }
    return Long.compare(line.line(), other.line.line());
  }
}
