package dev.faultbook.log;

import java.time.Duration;

/** Reading or diagnosing a log exceeded the time limit, or was cancelled. */
public final class TimeLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration limit;

  /**
   * @param limit the time limit that was exceeded
   */
  TimeLimitException(Duration limit) {
    super(
        "The diagnosis was stopped after "
            + limit.toSeconds()
            + " s, the time limit in force. Send the last part of the log, for example the last"
            + " 200,000 lines: tail -n 200000 FILE");
    this.limit = limit;
  }

  /** The limit that was exceeded. */
  public Duration limit() {
    return limit;
  }
}
