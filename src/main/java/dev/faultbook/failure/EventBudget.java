package dev.faultbook.failure;

/**
 * Limits the memory of the events of all streams of a log. Thirty thousand ranks that each print
 * two dozen tracebacks would otherwise fill the heap.
 *
 * <p>Once half of the budget is used, a stream keeps the first and the last event of each role;
 * once all of it is used, events are counted but no longer kept. An instance serves one log and one
 * thread.
 */
final class EventBudget {
  /** Enough for the tracebacks of about ten thousand ranks. */
  private static final long MAX_BYTES = 32L * 1024 * 1024;

  /** Bytes of objects and references around the texts of an event. */
  private static final int OVERHEAD = 300;

  private static final int OVERHEAD_OF_FRAME = 140;
  private static final int OVERHEAD_OF_LINE = 72;

  private long held;

  /**
   * The number of events of one role that a stream may keep.
   *
   * @param wanted the number that it would keep without a limit
   */
  int limitEvents(int wanted) {
    return held < MAX_BYTES / 2 ? wanted : 1;
  }

  /** Reserves memory for an event; false if there is not enough left. */
  boolean tryHold(FailureEvent event) {
    if (held >= MAX_BYTES) {
      return false;
    }
    held += estimateMemory(event);
    return true;
  }

  /** Reserves what a larger form of a held event needs; false if there is not enough left. */
  boolean tryReplace(FailureEvent held, FailureEvent larger) {
    release(held);
    if (tryHold(larger)) {
      return true;
    }
    this.held += estimateMemory(held);
    return false;
  }

  /** Releases the memory of an event that is dropped. */
  void release(FailureEvent event) {
    held -= estimateMemory(event);
  }

  long heldBytes() {
    return held;
  }

  /** Counts two bytes per character: half of the users write Chinese. */
  private static long estimateMemory(FailureEvent event) {
    long bytes =
        OVERHEAD
            + 2L * event.text().length()
            + event.details().stream().mapToLong(EventBudget::estimateMemory).sum();
    return switch (event.failure()) {
      case Failure.UncaughtException e ->
          bytes
              + 2L * e.message().length()
              + OVERHEAD_OF_FRAME * (long) e.frames().size()
              + e.chain().stream().mapToLong(EventBudget::estimateMemory).sum();
      case Failure.Signal s -> bytes + OVERHEAD_OF_FRAME * (long) s.frames().size();
      default -> bytes;
    };
  }

  private static long estimateMemory(MessageLine line) {
    return OVERHEAD_OF_LINE + 2L * line.text().length();
  }
}
