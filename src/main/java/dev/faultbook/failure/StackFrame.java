package dev.faultbook.failure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a stack.
 *
 * @param file path as printed, at most 500 characters
 * @param line line number in the file; 0 where none is printed
 * @param function function, method or symbol as printed; empty where none is printed
 * @param library name of the package or shared library that the file belongs to; null for the
 *     user's own code
 */
public record StackFrame(String file, int line, String function, @Nullable String library) {
  /** Checks that nothing but the library is null. */
  public StackFrame {
    Objects.requireNonNull(file);
    Objects.requireNonNull(function);
  }

  /** Whether the file is none of a library, of Python's own or of the system. */
  public boolean isOwn() {
    return library == null;
  }
}
