package dev.faultbook.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits how often something is done in a minute, for one client and for all together. Addresses
 * are held in memory for that minute only. Safe for several threads.
 */
public final class Throttle {
  private static final long PERIOD = Duration.ofMinutes(1).toNanos();

  private final int perClient;
  private final int inAll;
  private final LongSupplier clock;
  private final Map<String, Integer> taken = new HashMap<>();
  private int all;
  private long start;

  /**
   * @param perClient how often one client may do it in a minute
   * @param inAll how often it may be done in a minute in all
   */
  public Throttle(int perClient, int inAll) {
    this(perClient, inAll, System::nanoTime);
  }

  /**
   * @param clock nanoseconds since some moment
   */
  Throttle(int perClient, int inAll, LongSupplier clock) {
    this.perClient = perClient;
    this.inAll = inAll;
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /**
   * Counts one more for a client.
   *
   * @throws TooOftenException when there were too many in this minute
   */
  public synchronized void admit(String client) {
    long now = clock.getAsLong();
    if (now - start >= PERIOD) {
      start = now;
      all = 0;
      taken.clear();
    }
    if (all >= inAll || taken.getOrDefault(client, 0) >= perClient) {
      long seconds = Duration.ofNanos(PERIOD - (now - start)).toSeconds() + 1;
      throw new TooOftenException((int) seconds);
    }
    all++;
    taken.merge(client, 1, Integer::sum);
  }
}
