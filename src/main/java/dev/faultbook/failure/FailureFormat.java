package dev.faultbook.failure;

import dev.faultbook.prefilter.TriggerFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognises the beginning of one kind of failure. Instances hold no state. */
interface FailureFormat {
  /** Words of which each line of this format contains at least one; see {@link TriggerFilter}. */
  List<String> triggerWords();

  /**
   * Reads a line that contains one of the triggers.
   *
   * @return a block that wants the lines after it, a {@link Told} event, or null when the line is
   *     of another format
   */
  @Nullable FailureBlock readLine(LineText line);

  /** Whether lines that their writer calls information are none of this format. */
  default boolean graveOnly() {
    return false;
  }

  /** Whether a line inside a message of another failure is read by this format all the same. */
  default boolean readsInsideMessages() {
    return true;
  }
}
