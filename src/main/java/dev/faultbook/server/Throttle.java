package dev.faultbook.server;

import dev.faultbook.log.TextParts;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits how often an action is performed per minute, for one client and for all clients together.
 * Clients are known by their address, which is kept in memory for that minute only. Thread-safe.
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
   * @param perClient most actions a minute of one client
   * @param inAll most actions a minute of all clients
   */
  public Throttle(int perClient, int inAll) {
    this(perClient, inAll, System::nanoTime);
  }

  /**
   * @param clock nanoseconds since an arbitrary origin
   */
  Throttle(int perClient, int inAll, LongSupplier clock) {
    this.perClient = perClient;
    this.inAll = inAll;
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /**
   * The address of a client, which is its proxy's unless {@code server.forward-headers-strategy}
   * trusts the proxy's headers; for IPv6 its first 64 bits, because one client can use all
   * addresses below them.
   */
  public static String clientOf(HttpServletRequest request) {
    return networkOf(request.getRemoteAddr());
  }

  static String networkOf(String address) {
    // Tomcat prints all eight groups (2001:db8:0:0:8d3:0:0:1), perhaps with a zone (%eth0).
    List<String> groups = TextParts.splitAt(address, ':');
    return groups.size() == 8 && address.indexOf('.') < 0
        ? String.join(":", groups.subList(0, 4)) + "::/64"
        : address;
  }

  /**
   * Counts one more action of a client.
   *
   * @throws RefusedException if the limit of this minute is exceeded
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
      throw new RefusedException(RefusalReason.OFTEN, seconds);
    }
    all++;
    taken.merge(client, 1, Integer::sum);
  }

  /** Takes back an action of a client that {@link #admit} counted in this minute. */
  public synchronized void takeBack(String client) {
    if (taken.getOrDefault(client, 0) > 0) {
      all--;
      taken.merge(client, -1, Integer::sum);
    }
  }
}
