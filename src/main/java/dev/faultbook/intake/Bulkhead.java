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
 * Limits the number of concurrent tasks, in all and per client. A caller waits up to a bound for a
 * permit and is then rejected with {@link TooBusyException}.
 *
 * <p>Small tasks have their own permits, so that they never wait for large ones: four logs of 64 MB
 * keep two processors busy for half a minute, while a paste of ten lines is answered.
 *
 * <p>Tasks run on platform threads, among which the operating system shares the processors.
 * Requests are served by virtual threads, which release a processor only when they block: a few
 * logs processed on them would stop every page.
 */
public final class Bulkhead implements AutoCloseable {
  private final Lane large;
  private final Lane small;
  private final Limits limits;
  private final ExecutorService threads;

  /**
   * The limits.
   *
   * @param concurrency most concurrent large tasks, and as many small ones
   * @param perClient most of each per client
   * @param smallSize largest size of a small task, in bytes; 0 for a single lane
   * @param maxWait longest wait for a permit
   */
  public record Limits(int concurrency, int perClient, long smallSize, Duration maxWait) {
    /** Limits that give one client at most half of each lane, or all of a lane of one. */
    public static Limits sharedOut(int concurrency, long smallSize, Duration maxWait) {
      return new Limits(concurrency, Math.max(1, concurrency / 2), smallSize, maxWait);
    }
  }

  private record Lane(Semaphore permits, ClientLimit clients) {
    Lane(Limits limits) {
      this(new Semaphore(limits.concurrency(), true), new ClientLimit(limits.perClient()));
    }

    /**
     * Waits for the client's share before it queues for the lane, so that no other client waits for
     * it.
     */
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
   * A task that may fail with a checked exception.
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
   * Runs a task once there is a permit, and returns its result.
   *
   * @param client the client of the task
   * @param size size of the task in bytes, which determines the lane
   * @throws TooBusyException if no permit becomes free in time
   * @throws E if the task throws it
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

  /** The permit is released when the task ends, whether or not its caller still waits. */
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

  /** Accepts no more tasks; running ones continue. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
