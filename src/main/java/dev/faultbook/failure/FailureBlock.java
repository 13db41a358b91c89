package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** A failure of several lines, while they are read. */
interface FailureBlock {
  enum Step {
    /** The line belongs to the block. */
    TAKEN,
    /** The line does not belong to the block, but the block may continue after it. */
    PASSED,
    /** The block ended before the line. */
    ENDED
  }

  /** Passes the next line of the stream to the block. */
  Step acceptLine(LineText line);

  /** Whether another format that recognizes a line takes precedence over this block. */
  default boolean yieldsTo(FailureFormat other) {
    return false;
  }

  /** Whether the block is complete and waits only for optional further lines. */
  default boolean mayEnd() {
    return false;
  }

  /** Whether it begins with an interruption of the process from outside. */
  default boolean isInterruption() {
    return false;
  }

  /** The event of the block; null if it turns out to contain no failure. */
  @Nullable FailureEvent toEvent();
}
