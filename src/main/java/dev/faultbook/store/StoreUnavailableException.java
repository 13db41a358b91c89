package dev.faultbook.store;

import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import org.jspecify.annotations.Nullable;

/** Saving and reading saved diagnoses fail at the moment; diagnosing works. */
public final class StoreUnavailableException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** The reason. */
  public enum Reason {
    /** The database does not answer, or not in time. */
    UNREACHABLE(RefusalReason.STORE_AWAY),
    /** The database's disk is full, or it has no connection or memory left. */
    OUT_OF_RESOURCES(RefusalReason.STORE_SPACE),
    /** The stored diagnoses have reached the configured limit. */
    FULL(RefusalReason.STORE_FULL);

    private final RefusalReason refusal;

    Reason(RefusalReason refusal) {
      this.refusal = refusal;
    }
  }

  StoreUnavailableException(Throwable cause) {
    this(Reason.UNREACHABLE, cause);
  }

  /**
   * @param cause may be null
   */
  StoreUnavailableException(Reason reason, @Nullable Throwable cause) {
    super(cause, reason.refusal);
    this.reason = reason;
  }

  /** The reason. */
  public Reason reason() {
    return reason;
  }
}
