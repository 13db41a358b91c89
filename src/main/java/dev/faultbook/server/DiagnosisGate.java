package dev.faultbook.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
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
   * @throws IOException if the work throws it; it throws no other checked exception
   */
  public <T> T call(long size, Callable<T> work) throws IOException {
    Semaphore gate = size <= smallSize ? small : large;
    try {
      if (!gate.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new RefusedException(RefusalReason.BUSY);
      }
      return submit(gate, work).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(RefusalReason.BUSY);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        case IOException failed -> throw failed;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** The gate is left when the work ends, whether or not its caller still waits. */
  private <T> Future<T> submit(Semaphore gate, Callable<T> work) {
    try {
      return threads.submit(
          () -> {
            try {
              return work.call();
            } finally {
              gate.release();
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      gate.release(); // the server is stopping, or there is no memory for a thread
      throw e;
    }
  }

  /** Accepts no more work; what runs continues. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
