package dev.faultbook.server;

/** A rate limit was exceeded; answered with 429. */
public final class TooOftenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int retryAfter;

  TooOftenException(int retryAfter) {
    super("Too many such requests came in a short time. Try again in a minute.");
    this.retryAfter = retryAfter;
  }

  /** After how many seconds the client can try again. */
  public int retryAfter() {
    return retryAfter;
  }
}
