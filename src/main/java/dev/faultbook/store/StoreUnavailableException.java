package dev.faultbook.store;

import org.jspecify.annotations.Nullable;

/**
 * Saving and reading saved diagnoses fail at the moment; diagnosing works. The entry points answer
 * 503; the message is suitable for users.
 */
public final class StoreUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** The reason. */
  public enum Reason {
    /** The database does not answer, or not in time. */
    UNREACHABLE("the database cannot be reached"),
    /** The database's disk is full, or it has no connection or memory left. */
    OUT_OF_RESOURCES("the database has no space or connections left"),
    /** The stored diagnoses have reached the configured limit. */
    FULL("as much is stored as this server keeps");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  StoreUnavailableException(Throwable cause) {
    this(Reason.UNREACHABLE, cause);
  }

  /**
   * @param cause may be null
   */
  StoreUnavailableException(Reason reason, @Nullable Throwable cause) {
    super(
        "Saved diagnoses are not available at the moment: "
            + reason.words
            + ". Diagnosing without saving works.",
        cause);
    this.reason = reason;
  }

  /** The reason. */
  public Reason reason() {
    return reason;
  }
}
