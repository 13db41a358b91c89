package dev.faultbook.cli;

import org.jspecify.annotations.Nullable;

/** A command failed; the message tells the user why, in a sentence. */
final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CommandFailedException(String message) {
    super(message);
  }

  CommandFailedException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
