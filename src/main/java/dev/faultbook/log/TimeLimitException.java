package dev.faultbook.log;

import java.time.Duration;

/** Reading or diagnosing a log took longer than the limit in force, or was cancelled. */
public final class TimeLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration limit;

  /**
   * @param limit the time that was given
   */
  TimeLimitException(Duration limit) {
    super(
        "The diagnosis was stopped after "
            + limit.toSeconds()
            + " s, the time limit in force. Send the last part of the log, for example the last"
            + " 200,000 lines: tail -n 200000 FILE");
    this.limit = limit;
  }

  /** The limit that was passed. */
  public Duration limit() {
    return limit;
  }
}
