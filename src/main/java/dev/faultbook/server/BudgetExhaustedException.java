package dev.faultbook.server;

/** No memory is left for another upload at the moment. */
public final class BudgetExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BudgetExhaustedException() {
    super("Too many logs are being received at the moment. Try again in a few seconds.");
  }
}
