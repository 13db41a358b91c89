package dev.faultbook.server;

import java.io.IOException;

/** No memory is left for another upload at the moment. */
public final class BudgetExhaustedException extends IOException {
  private static final long serialVersionUID = 1L;

  BudgetExhaustedException() {
    super("Too many logs are being received at the moment. Try again in a few seconds.");
  }
}
