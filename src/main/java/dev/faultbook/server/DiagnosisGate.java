package dev.faultbook.server;

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
 * Limits the number of logs that are diagnosed, compared or redacted concurrently. Small and large
 * logs have gates of their own, so that a paste of ten lines is answered while four logs of 64 MB
 * keep the processors busy for half a minute. Who came first enters first; who waits for too long
 * is refused.
 *
 * <p>The work runs on platform threads, among which the operating system shares the processors.
 * Requests are served by virtual threads, which release a processor only when they block: a few
 * logs processed on them would stop every page.
 */
public final class DiagnosisGate implements AutoCloseable {
  private final Semaphore small;
  private final Semaphore large;
  private final long smallSize;
  private final Duration maxWait;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("diagnosis-", 1).factory());

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
   * @param small most concurrent small logs
   * @param large most concurrent large logs
   * @param smallSize largest size of a small log in bytes
   * @param maxWait longest wait of either
   */
  public DiagnosisGate(int small, int large, long smallSize, Duration maxWait) {
    this.small = new Semaphore(small, true);
    this.large = new Semaphore(large, true);
    this.smallSize = smallSize;
    this.maxWait = maxWait;
  }

  /**
   * Runs work on a log once the gate is open, and returns its result. Must not be called by such
   * work itself, which would wait for its own end.
   *
   * @param size size of the log in bytes, which determines the gate
   * @throws RefusedException if the gate does not open in time
   * @throws E if the work throws it
   */
  public <T, E extends Exception> T call(long size, Work<T, E> work) throws E {
    Semaphore gate = size <= smallSize ? small : large;
    try {
      if (!gate.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new RefusedException(RefusalReason.BUSY);
      }
      return await(submit(gate, work));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(RefusalReason.BUSY);
    }
  }

  /** The gate is left when the work ends, whether or not its caller still waits. */
  private <T, E extends Exception> Future<T> submit(Semaphore gate, Work<T, E> work) {
    try {
      return threads.submit(
          () -> {
            try {
              return work.run();
            } finally {
              gate.release();
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      gate.release(); // the server is stopping, or there is no memory for a thread
      throw e;
    }
  }

  @SuppressWarnings("unchecked") // the only checked exception that the work declares
  private static <T, E extends Exception> T await(Future<T> result) throws E, InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      switch (Objects.requireNonNull(e.getCause())) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        default -> throw (E) e.getCause();
      }
    }
  }

  /** Accepts no more work; what runs continues. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
