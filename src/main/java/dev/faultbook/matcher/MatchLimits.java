package dev.faultbook.matcher;

import dev.faultbook.log.Deadline;

/**
 * What the matching of one log may cost.
 *
 * @param heldBytes most bytes of matched lines that are held for it; when they are used up, what
 *     was heard longest ago is forgotten, and each signature still finds a match
 * @param deadline ends the work
 */
public record MatchLimits(long heldBytes, Deadline deadline) {
  /** 64 MiB, which a log of four thousand ranks rarely takes, and no deadline. */
  public static final MatchLimits DEFAULT = new MatchLimits(64L * 1024 * 1024, Deadline.NONE);
}
