package dev.faultbook.http;

/** One client, or all together, did something too often; answered with 429. */
public final class TooOftenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int retryAfter;

  TooOftenException(int retryAfter) {
    super("Too many such requests came in a short time. Try again in a minute.");
    this.retryAfter = retryAfter;
  }

  /** In how many seconds it can be tried again. */
  public int retryAfter() {
    return retryAfter;
  }
}
