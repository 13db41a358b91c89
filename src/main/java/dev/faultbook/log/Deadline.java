package dev.faultbook.log;

import java.time.Duration;

/**
 * Stops the work on one log when its time is over, when it is cancelled, or when its thread is
 * interrupted. The work must call {@link #checkTime} every few thousand steps. Thread-safe.
 */
public final class Deadline {
  /** No limit; cannot be cancelled. */
  public static final Deadline NONE = new Deadline(Duration.ZERO);

  private final Duration limit;
  private final long end;
  private volatile boolean cancelled;

  private Deadline(Duration limit) {
    this.limit = limit;
    this.end = System.nanoTime() + limit.toNanos();
  }

  /**
   * A deadline that begins now.
   *
   * @param limit {@link Duration#ZERO} for no limit
   */
  public static Deadline after(Duration limit) {
    return new Deadline(limit);
  }

  /** Makes the next {@link #checkTime} throw. Does nothing to {@link #NONE}, which is shared. */
  public void cancel() {
    cancelled = this != NONE;
  }

  /**
   * Returns if there is time left.
   *
   * @throws TimeLimitException if the time is over or the work was cancelled
   */
  public void checkTime() {
    boolean over = !limit.isZero() && System.nanoTime() - end > 0;
    if (over || cancelled || this != NONE && Thread.currentThread().isInterrupted()) {
      throw new TimeLimitException(limit);
    }
  }
}
