package dev.faultbook.store;

/**
 * The database cannot be reached: saving and reading back fail for now, diagnosing does not. The
 * doors answer 503; the message is fit for users.
 */
public final class StoreUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoreUnavailableException(Throwable cause) {
    super(
        "Saved diagnoses are not available at the moment: the database cannot be reached."
            + " Diagnosing without saving works.",
        cause);
  }
}
