package dev.faultbook.failure;

/**
 * How much the events of all streams of a log may hold. Thirty thousand ranks that each print two
 * dozen tracebacks would otherwise fill the heap.
 *
 * <p>Once half of it is held, a stream keeps the first and the last event of each standing; once
 * all of it is held, events are counted and no longer kept. Serves one log and one thread.
 */
final class EventBudget {
  /** The tracebacks of some ten thousand ranks. */
  private static final long MOST_BYTES = 32L * 1024 * 1024;

  /** Objects and references around the texts of an event. */
  private static final int OVERHEAD = 300;

  private static final int OVERHEAD_OF_FRAME = 140;

  private long held;

  /** How many events of one standing a stream keeps, of so many that it would like to. */
  int most(int wanted) {
    return held < MOST_BYTES / 2 ? wanted : 1;
  }

  /** Holds an event, if there is room for it. */
  boolean tryHold(FailureEvent event) {
    if (held >= MOST_BYTES) {
      return false;
    }
    held += estimateMemory(event);
    return true;
  }

  /** An event is dropped. */
  void release(FailureEvent event) {
    held -= estimateMemory(event);
  }

  /** Estimated bytes of the events that are held. */
  long heldBytes() {
    return held;
  }

  /** Characters count as two bytes: half of the readers write Chinese. */
  private static long estimateMemory(FailureEvent event) {
    long bytes = OVERHEAD + 2L * event.text().length();
    return switch (event.failure()) {
      case Failure.UncaughtException e ->
          bytes + 2L * e.message().length() + OVERHEAD_OF_FRAME * (long) e.frames().size();
      case Failure.Signal s -> bytes + OVERHEAD_OF_FRAME * (long) s.frames().size();
      default -> bytes;
    };
  }
}
