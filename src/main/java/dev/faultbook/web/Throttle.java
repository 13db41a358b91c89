package dev.faultbook.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Keeps a form from being flooded: so many a minute from one address, so many from all. Addresses
 * are held in memory for that minute only.
 */
final class Throttle {
  static final int FROM_ONE = 10;
  static final int FROM_ALL = 120;
  private static final long PERIOD = Duration.ofMinutes(1).toNanos();

  private final LongSupplier clock;
  private final Map<String, Integer> taken = new HashMap<>();
  private int all;
  private long start;

  Throttle() {
    this(System::nanoTime);
  }

  /**
   * @param clock nanoseconds since some moment
   */
  Throttle(LongSupplier clock) {
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /** Takes one more from an address, unless there were too many in this minute. */
  synchronized boolean admits(String address) {
    long now = clock.getAsLong();
    if (now - start >= PERIOD) {
      start = now;
      all = 0;
      taken.clear();
    }
    if (all >= FROM_ALL || taken.getOrDefault(address, 0) >= FROM_ONE) {
      return false;
    }
    all++;
    taken.merge(address, 1, Integer::sum);
    return true;
  }
}
