package dev.faultbook.intake;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many pieces of work run at a time, in all and for one client. A caller waits up to a
 * bound for a permit and is then rejected with {@link TooBusyException}.
 *
 * <p>Small work has permits of its own, so that it never waits behind large work: four logs of 64
 * MB keep two processors busy for half a minute, and a paste of ten lines is answered meanwhile.
 *
 * <p>The work runs on platform threads, which the operating system shares the processors among.
 * Requests are served by virtual threads, which give a processor back only where they block: a few
 * logs that are read on them would stop every page.
 */
public final class Bulkhead implements AutoCloseable {
  private final Lane large;
  private final Lane small;
  private final Limits limits;
  private final ExecutorService threads;

  /**
   * How much work runs at a time.
   *
   * @param concurrency the number of pieces of large work that run at a time, and of small ones
   * @param perClient how many of each one client has at most
   * @param smallSize largest size of small work, in bytes; 0 for one lane
   * @param maxWait how long a caller waits for a permit
   */
  public record Limits(int concurrency, int perClient, long smallSize, Duration maxWait) {
    /** Limits that leave one client at most half of each lane, or all of a lane of one. */
    public static Limits sharedOut(int concurrency, long smallSize, Duration maxWait) {
      return new Limits(concurrency, Math.max(1, concurrency / 2), smallSize, maxWait);
    }
  }

  private record Lane(Semaphore permits, ClientLimit clients) {
    Lane(Limits limits) {
      this(new Semaphore(limits.concurrency(), true), new ClientLimit(limits.perClient()));
    }

    /** Waits for the client's share before it queues for the lane: no other client waits for it. */
    boolean tryEnter(String client, Duration maxWait) throws InterruptedException {
      long deadline = System.nanoTime() + maxWait.toNanos();
      if (!clients.tryEnter(client, maxWait.toNanos())) {
        return false;
      }
      boolean entered = false;
      try {
        entered = permits.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        return entered;
      } finally {
        if (!entered) {
          clients.leave(client);
        }
      }
    }

    void leave(String client) {
      permits.release();
      clients.leave(client);
    }
  }

  /**
   * Work that may fail with a checked exception.
   *
   * @param <T> its result
   * @param <E> its checked exception
   */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    /** Does the work. */
    T run() throws E;
  }

  /**
   * @param name names its threads
   */
  public Bulkhead(String name, Limits limits) {
    this.large = new Lane(limits);
    this.small = new Lane(limits);
    this.limits = limits;
    this.threads =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name(name + "-", 1).factory());
  }

  /**
   * Runs work once there is a permit for it, and returns its result.
   *
   * @param client whose work it is
   * @param size of the work in bytes, which chooses the lane
   * @throws TooBusyException when no permit comes free in time
   * @throws E when the work throws it
   */
  public <T, E extends Exception> T call(String client, long size, Work<T, E> work) throws E {
    Lane lane = size <= limits.smallSize() ? small : large;
    acquirePermit(lane, client);
    return await(submit(lane, client, work));
  }

  private void acquirePermit(Lane lane, String client) {
    try {
      if (!lane.tryEnter(client, limits.maxWait())) {
        throw new TooBusyException();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TooBusyException();
    }
  }

  /** The permit is given back when the work has ended, whether or not its caller still waits. */
  private <T, E extends Exception> Future<T> submit(Lane lane, String client, Work<T, E> work) {
    try {
      return threads.submit(
          () -> {
            try {
              return work.run();
            } finally {
              lane.leave(client);
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      lane.leave(client); // the server is stopping, or there is no memory for a thread
      throw e;
    }
  }

  private static <T, E extends Exception> T await(Future<T> result) throws E {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TooBusyException();
    } catch (ExecutionException e) {
      switch (Objects.requireNonNull(e.getCause())) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        default -> {
          @SuppressWarnings("unchecked") // the only checked exception that the work declares
          E checked = (E) e.getCause();
          throw checked;
        }
      }
    }
  }

  /** Takes no more work; what runs goes on. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
