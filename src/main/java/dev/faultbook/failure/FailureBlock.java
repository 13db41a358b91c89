package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** A failure of several lines while it is being read. */
interface FailureBlock {
  /** What became of a line that was offered to a block. */
  enum Step {
    /** The line belongs to the block. */
    TAKEN,
    /** The line is another's, and the block may go on after it. */
    PASSED,
    /** The block ended before the line. */
    ENDED
  }

  /** Offers the next line of the stream. */
  Step acceptLine(LineText line);

  /** Whether what a line means to a format comes before what it would mean inside the block. */
  boolean yieldsTo(FailureFormat other);

  /** Whether the block could end here: it only waits for what may still belong to it. */
  default boolean mayEnd() {
    return false;
  }

  /** Whether it begins with someone stopping the process from outside. */
  default boolean isInterruption() {
    return false;
  }

  /** What the block tells; null when it turns out to tell nothing. */
  @Nullable FailureEvent toEvent();
}
