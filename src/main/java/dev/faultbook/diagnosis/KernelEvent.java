package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel of a node reported, and how that stands in time to the end of a rank.
 *
 * @param subject what it reported
 * @param node name of the node, or of the file where none is known
 * @param line number of the line
 * @param at milliseconds on the common clock
 * @param relation to which rank it is compared, and how
 */
public record KernelEvent(
    Subject subject, @Nullable String node, long line, long at, Relation relation) {

  /** What a kernel reported. */
  public sealed interface Subject {
    /** A code, as the driver's Xid. */
    record Coded(Code code) implements Subject {}

    /** What an entry explains, by its id. */
    record Explained(String entry) implements Subject {}
  }

  /** What of a rank is compared. */
  public enum Moment {
    /** The last line that it wrote. */
    LAST_LINE,
    /** The first line that shows a cause of its own. */
    FAILURE;

    /** The name that answers use: {@code last_line} or {@code failure}. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How the event stands to a rank.
   *
   * @param lane index of the rank's lane
   * @param moment what is compared
   * @param millisBefore by how much the event came before it; negative when it came after
   */
  public record Relation(int lane, Moment moment, long millisBefore) {}
}
