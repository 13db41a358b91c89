package dev.faultbook.intake;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that logs on their way to a diagnosis may fill together. Safe for several threads. */
public final class MemoryBudget {
  private final AtomicLong left;

  /**
   * @param bytes most bytes of packed logs that are held at a time
   */
  public MemoryBudget(long bytes) {
    this.left = new AtomicLong(bytes);
  }

  void reserveBytes(int bytes) throws BudgetExhaustedException {
    if (left.addAndGet(-bytes) < 0) {
      left.addAndGet(bytes);
      throw new BudgetExhaustedException();
    }
  }

  void releaseBytes(long bytes) {
    left.addAndGet(bytes);
  }
}
