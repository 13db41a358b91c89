package dev.faultbook.store;

import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import org.jspecify.annotations.Nullable;

/** Saving and reading saved diagnoses fail at the moment; diagnosing works. */
public final class StoreUnavailableException extends RefusedException {

  private static final long serialVersionUID = 1L;

  /** The reason is one of those that begin with {@code STORE_}. */
  StoreUnavailableException(RefusalReason reason, @Nullable Throwable cause) {
    super(cause, reason);
  }
}
