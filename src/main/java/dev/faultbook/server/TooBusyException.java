package dev.faultbook.server;

/** Too many logs are being diagnosed; another one would have to wait too long. */
public final class TooBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TooBusyException() {
    super("Too many logs are being diagnosed at the moment. Try again in a few seconds.");
  }
}
