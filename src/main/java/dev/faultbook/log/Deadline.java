package dev.faultbook.log;

import java.time.Duration;

/**
 * Ends the work on one log when its time is over, when it is cancelled, or when the thread that
 * does it is interrupted. The work asks often, after every few thousand steps. Safe for several
 * threads.
 */
public final class Deadline {
  /** No limit, and not to be cancelled. */
  public static final Deadline NONE = new Deadline(Duration.ZERO);

  private final Duration limit;
  private final long end;
  private volatile boolean cancelled;

  private Deadline(Duration limit) {
    this.limit = limit;
    this.end = System.nanoTime() + limit.toNanos();
  }

  /**
   * A deadline so long from now.
   *
   * @param limit {@link Duration#ZERO} for no limit
   */
  public static Deadline after(Duration limit) {
    return new Deadline(limit);
  }

  /** Ends the work at its next question. Does nothing to {@link #NONE}, which all share. */
  public void cancel() {
    cancelled = this != NONE;
  }

  /**
   * Goes on while there is time.
   *
   * @throws TimeLimitException when the time is over or the work was cancelled
   */
  public void checkTime() {
    boolean over = !limit.isZero() && System.nanoTime() - end > 0;
    if (over || cancelled || this != NONE && Thread.currentThread().isInterrupted()) {
      throw new TimeLimitException(limit);
    }
  }
}
