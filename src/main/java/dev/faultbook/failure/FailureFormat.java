package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** Recognizes the beginning of one kind of failure. Stateless. */
interface FailureFormat {
  /**
   * Reads a line that contains one of the trigger words of the format.
   *
   * @return a block that reads the following lines, a {@link SingleLine} event, or null if the line
   *     has another format
   */
  @Nullable FailureBlock readLine(LineText line);
}
