package dev.faultbook.diagnosis;

import dev.faultbook.intake.InMemoryLog;
import dev.faultbook.intake.MemoryBudget;
import dev.faultbook.intake.TooBusyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Takes logs from many senders and has so many diagnosed at a time.
 *
 * <p>A log is received first and diagnosed then, so that a slow sender keeps nobody waiting. Who
 * finds all places taken waits a little and is then told to come again, instead of making everyone
 * slower.
 */
public final class DiagnosisDesk {
  private final Diagnoser diagnoser;
  private final long limit;
  private final MemoryBudget room;
  private final Semaphore places;
  private final Duration patience;

  /**
   * @param limit most bytes of plain text in a log
   * @param roomForLogs most bytes of packed logs that are held at a time
   * @param places most diagnoses at a time
   * @param patience how long a log waits for a place
   */
  public DiagnosisDesk(
      Diagnoser diagnoser, long limit, long roomForLogs, int places, Duration patience) {
    this.diagnoser = diagnoser;
    this.limit = limit;
    this.room = new MemoryBudget(roomForLogs);
    this.places = new Semaphore(places, true);
    this.patience = patience;
  }

  /** Most bytes of plain text in a log. */
  public long limit() {
    return limit;
  }

  /** Receives a log. */
  public InMemoryLog.Receiver receive() {
    return new InMemoryLog.Receiver(limit, room);
  }

  /**
   * Diagnoses a log.
   *
   * @throws TooBusyException when no place comes free in time
   */
  public Diagnosis diagnose(InMemoryLog log) {
    return inTurn(
        free -> {
          try {
            return free.diagnose(log, Long.MAX_VALUE);
          } catch (IOException e) {
            throw new UncheckedIOException("A log in memory can be read", e);
          }
        });
  }

  /**
   * Does work that needs a diagnoser, one piece of work a place.
   *
   * @throws TooBusyException when no place comes free in time
   */
  public <T> T inTurn(Function<Diagnoser, T> work) {
    enter();
    try {
      return work.apply(diagnoser);
    } finally {
      places.release();
    }
  }

  private void enter() {
    try {
      if (!places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TooBusyException();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TooBusyException();
    }
  }
}
