package dev.faultbook.intake;

import java.io.IOException;

/** So many logs are being received that there is no memory for another one now. */
public final class BudgetExhaustedException extends IOException {
  private static final long serialVersionUID = 1L;

  BudgetExhaustedException() {
    super("Too many logs are being received at the moment. Try again in a few seconds.");
  }
}
