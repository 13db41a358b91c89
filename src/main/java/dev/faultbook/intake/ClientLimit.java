package dev.faultbook.intake;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many permits of a {@link Bulkhead} one client holds at a time, so that a single one
 * never takes all of them. Clients are forgotten when their work is done.
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
   * @param concurrency the number of permits that one client holds at most
   */
  ClientLimit(int concurrency) {
    this.concurrency = concurrency;
  }

  /**
   * Waits until the client may hold one more permit. Whoever gets true calls {@link #leave}.
   *
   * @param nanos how long it waits
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

  /** Gives back what {@link #tryEnter} gave. */
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

  /** The number of clients that are remembered. */
  synchronized int size() {
    return clients.size();
  }
}
