package dev.faultbook.intake;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the number of permits of a {@link Bulkhead} that one client holds, so that no client takes
 * all of them. Clients are forgotten when their tasks are done.
 */
final class ClientLimit {
  private final int concurrency;
  private final Map<String, Permits> clients = new HashMap<>();

  private static final class Permits {
    private final Semaphore free;
    private int users;

    Permits(int concurrency) {
      free = new Semaphore(concurrency, true);
    }
  }

  /**
   * @param concurrency most permits of one client
   */
  ClientLimit(int concurrency) {
    this.concurrency = concurrency;
  }

  /**
   * Waits until the client may hold another permit. After true, the caller must call {@link
   * #leave}.
   *
   * @param nanos longest wait in nanoseconds
   */
  boolean tryEnter(String client, long nanos) throws InterruptedException {
    Permits permits = register(client);
    boolean entered = false;
    try {
      entered = permits.free.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      return entered;
    } finally {
      if (!entered) {
        unregister(client);
      }
    }
  }

  /** Releases a permit of {@link #tryEnter}. */
  synchronized void leave(String client) {
    Objects.requireNonNull(clients.get(client)).free.release();
    unregister(client);
  }

  private synchronized Permits register(String client) {
    Permits permits = clients.computeIfAbsent(client, name -> new Permits(concurrency));
    permits.users++;
    return permits;
  }

  private synchronized void unregister(String client) {
    clients.computeIfPresent(client, (name, permits) -> --permits.users == 0 ? null : permits);
  }

  /** The number of known clients. */
  synchronized int size() {
    return clients.size();
  }
}
