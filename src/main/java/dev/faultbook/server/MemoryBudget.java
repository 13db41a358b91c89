package dev.faultbook.server;

import java.util.concurrent.atomic.AtomicLong;

/** Limits the memory of all logs that are being received or diagnosed. Thread-safe. */
public final class MemoryBudget {
  private final AtomicLong left;

  /**
   * @param bytes most bytes of compressed logs at a time
   */
  public MemoryBudget(long bytes) {
    this.left = new AtomicLong(bytes);
  }

  void reserveBytes(int bytes) {
    if (left.addAndGet(-bytes) < 0) {
      left.addAndGet(bytes);
      throw new RefusedException(RefusalReason.BUSY);
    }
  }

  void releaseBytes(long bytes) {
    left.addAndGet(bytes);
  }
}
