package dev.faultbook.failure;

import dev.faultbook.matcher.TriggerFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognizes the beginning of one kind of failure. Stateless. */
interface FailureFormat {
  /**
   * Words, at least one of which occurs in every line of this format; see {@link TriggerFilter}.
   */
  List<String> triggerWords();

  /**
   * Reads a line that contains one of the trigger words.
   *
   * @return a block that reads the following lines, a {@link SingleLine} event, or null if the line
   *     has another format
   */
  @Nullable FailureBlock readLine(LineText line);

  /** Whether this format ignores lines with the level of information or below. */
  default boolean ignoresInfoLines() {
    return false;
  }

  /** Whether this format also reads lines inside the message of another failure. */
  default boolean readsInsideMessages() {
    return true;
  }
}
