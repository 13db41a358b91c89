package dev.faultbook.log;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stops the work on one log when its time is over, when it is cancelled, or when its thread is
 * interrupted. The work must call {@link #checkTime} every few thousand steps. Thread-safe.
 */
public final class Deadline {
  /** No limit; cannot be cancelled. */
  public static final Deadline NONE = new Deadline(Duration.ZERO);

  private final Duration limit;
  private final long start = System.nanoTime();
  private final AtomicLong notSpent = new AtomicLong();
  private volatile boolean cancelled;

  private Deadline(Duration limit) {
    this.limit = limit;
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

  /** The time that counts so far. */
  public Duration spent() {
    return Duration.ofNanos(spentNanos());
  }

  private long spentNanos() {
    return System.nanoTime() - start - notSpent.get();
  }

  /**
   * Leaves out time during which the work waited for something else.
   *
   * @param nanos that time in nanoseconds
   */
  public void leaveOut(long nanos) {
    notSpent.addAndGet(this == NONE ? 0 : nanos);
  }

  /** Counts time that was spent on the work before this deadline began. */
  public void addSpent(Duration before) {
    leaveOut(-before.toNanos());
  }

  /**
   * Returns if there is time left.
   *
   * @throws TimeLimitException if the time is over or the work was cancelled
   */
  public void checkTime() {
    boolean over = !limit.isZero() && spentNanos() > limit.toNanos();
    if (over || cancelled || this != NONE && Thread.currentThread().isInterrupted()) {
      throw new TimeLimitException(limit);
    }
  }
}
