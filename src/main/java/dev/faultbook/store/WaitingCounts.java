package dev.faultbook.store;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts that wait for the database. Thread-safe.
 *
 * @param <K> what is counted
 */
final class WaitingCounts<K> {
  private final int most;
  private final Map<K, Long> counts = new HashMap<>();

  /**
   * @param most most distinct keys; further ones are lost
   */
  WaitingCounts(int most) {
    this.most = most;
  }

  synchronized void add(K key, long n) {
    if (counts.containsKey(key) || counts.size() < most) {
      counts.merge(key, n, Long::sum);
    }
  }

  synchronized Map<K, Long> toMap() {
    return Map.copyOf(counts);
  }

  /** Takes all counts, so that none is left. */
  synchronized Map<K, Long> takeAll() {
    Map<K, Long> taken = Map.copyOf(counts);
    counts.clear();
    return taken;
  }
}
