package dev.faultbook.fleet;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Who may look at jobs now, of all partitions that a thread reads. They share a transaction, which
 * must not wait for every job that failed: a round of looks is short, and who had no turn in it is
 * first in the next one.
 */
final class Turns {
  private static final ThreadLocal<Turns> OF_THREAD = ThreadLocal.withInitial(Turns::new);
  private static final long ROUND = Duration.ofSeconds(1).toNanos();

  private final Set<Object> seen = new HashSet<>();
  private final Set<Object> waiting = new HashSet<>();
  private final Set<Object> first = new HashSet<>();
  private long began;

  static Turns ofThread() {
    return OF_THREAD.get();
  }

  /** Whether it is the turn of a partition; who asks again begins the next round. */
  boolean isTurnOf(Object partition) {
    if (seen.isEmpty() || seen.contains(partition)) {
      // Partitions that other threads read now wait no more.
      waiting.retainAll(seen);
      first.clear();
      first.addAll(waiting);
      seen.clear();
      began = System.nanoTime();
    }
    seen.add(partition);
    boolean turn = !isOver() && (first.isEmpty() || first.contains(partition));
    if (turn) {
      waiting.remove(partition);
      first.remove(partition);
    } else {
      waiting.add(partition);
    }
    return turn;
  }

  /** Whether no further look may begin in this round. */
  boolean isOver() {
    return System.nanoTime() - began > ROUND;
  }
}
