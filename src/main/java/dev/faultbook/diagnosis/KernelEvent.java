package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An event reported by the kernel of a node, and its time relative to the end of a rank.
 *
 * @param subject the event
 * @param node name of the node, or of the file if the node is unknown
 * @param line number of the line
 * @param at milliseconds on the common clock
 * @param relation the rank to which it is compared, and the result
 */
public record KernelEvent(
    Subject subject, @Nullable String node, long line, long at, Relation relation) {

  /** What a kernel reported. */
  public sealed interface Subject {
    /** A code, such as the driver's Xid. */
    record Coded(Code code) implements Subject {}

    /** An event that an entry explains, by the entry's id. */
    record Explained(String entry) implements Subject {}
  }

  /** The moment of a rank to which an event is compared. */
  public enum Moment {
    /** The last line of the rank. */
    LAST_LINE,
    /** The first line that shows a cause in the rank itself. */
    FAILURE;

    /** The name in JSON: {@code last_line} or {@code failure}. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The time of an event relative to a rank.
   *
   * @param lane index of the rank's lane
   * @param moment the moment of comparison
   * @param millisBefore by how many milliseconds the event precedes it; negative if it follows
   */
  public record Relation(int lane, Moment moment, long millisBefore) {}
}
