package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/**
 * One frame of a stack.
 *
 * @param file path as printed, at most 500 characters
 * @param line line number in the file; 0 if none is printed
 * @param function function, method or symbol as printed; empty if none is printed
 * @param library name of the package or shared library of the file; null for the user's own code
 */
public record StackFrame(String file, int line, String function, @Nullable String library) {
  /**
   * A frame of a file whose path tells to whom it belongs.
   *
   * @param path as printed; relative ones are the user's own
   */
  public static StackFrame of(String path, int line, String function) {
    return FrameText.createFrame(path, line, function);
  }

  /** Whether the file belongs to the user: not to a library, Python or the system. */
  public boolean isOwn() {
    return library == null;
  }
}
