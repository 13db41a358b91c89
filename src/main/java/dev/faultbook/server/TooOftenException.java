package dev.faultbook.server;

/** A rate limit was exceeded. */
public final class TooOftenException extends RefusedException {
  private static final long serialVersionUID = 1L;

  private final int retryAfter;

  TooOftenException(int retryAfter) {
    super(RefusalReason.OFTEN);
    this.retryAfter = retryAfter;
  }

  /** After how many seconds the client can try again. */
  public int retryAfter() {
    return retryAfter;
  }
}
