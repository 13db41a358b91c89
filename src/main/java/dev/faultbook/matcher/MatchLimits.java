package dev.faultbook.matcher;

import dev.faultbook.log.Deadline;

/**
 * Limits the cost of matching one log.
 *
 * @param heldBytes most bytes of matched lines that are kept; beyond that the oldest are forgotten,
 *     and each signature still finds a match
 * @param deadline ends the work
 */
public record MatchLimits(long heldBytes, Deadline deadline) {
  /** 64 MiB, which even a log of four thousand ranks rarely needs, and no deadline. */
  public static final MatchLimits DEFAULT = new MatchLimits(64L * 1024 * 1024, Deadline.NONE);
}
