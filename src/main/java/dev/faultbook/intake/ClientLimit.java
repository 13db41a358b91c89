package dev.faultbook.intake;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many pieces of work run at a time for one client, so that a single one never takes all
 * permits of a {@link Bulkhead}. Clients are forgotten when their work is done.
 */
public final class ClientLimit {
  private final int concurrency;
  private final Duration maxWait;
  private final Map<String, Permits> clients = new HashMap<>();

  private static final class Permits {
    private final Semaphore free;
    private int users;

    Permits(int concurrency) {
      free = new Semaphore(concurrency, true);
    }
  }

  /**
   * @param concurrency the number of pieces of work that run at a time for one client
   * @param maxWait how long a client waits for a permit
   */
  public ClientLimit(int concurrency, Duration maxWait) {
    this.concurrency = concurrency;
    this.maxWait = maxWait;
  }

  /**
   * Runs work once the client has a permit for it.
   *
   * @throws TooBusyException when none comes free in time
   * @throws E when the work throws it
   */
  public <T, E extends Exception> T call(String client, Bulkhead.Work<T, E> work) throws E {
    Permits permits = enterClient(client);
    try {
      if (!acquirePermit(permits.free)) {
        throw new TooBusyException();
      }
      try {
        return work.run();
      } finally {
        permits.free.release();
      }
    } finally {
      leaveClient(client, permits);
    }
  }

  private boolean acquirePermit(Semaphore free) {
    try {
      return free.tryAcquire(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized Permits enterClient(String client) {
    Permits permits = clients.computeIfAbsent(client, name -> new Permits(concurrency));
    permits.users++;
    return permits;
  }

  private synchronized void leaveClient(String client, Permits permits) {
    if (--permits.users == 0) {
      clients.remove(client);
    }
  }

  /** The number of clients that are remembered. */
  synchronized int size() {
    return clients.size();
  }
}
