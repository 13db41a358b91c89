package dev.faultbook.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot do what was asked; the message says why, in a sentence for the user. */
final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CommandFailedException(String message) {
    super(message);
  }

  CommandFailedException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
