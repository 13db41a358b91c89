package dev.faultbook.diagnosis;

import java.util.List;
import java.util.Locale;

/**
 * The reason why a lane failed first, or has its state. Holds numbers and names only; {@code
 * report.RankText} puts them into words.
 *
 * @param values what {@link Kind} states; of a line its {@link LineNumber}
 */
public record RankReason(Kind kind, List<Object> values) {
  /** The number of a line, which is shown with the name of its file. */
  public record LineNumber(long line) {}

  /** What the reason is. */
  public enum Kind {
    /** The only lane whose lines show the cause without lines of others. */
    ONLY_ITSELF,
    /** The others show the cause only by a time-out. */
    ONLY_TIMEOUT,
    /** The only lane that shows the cause. */
    ONLY,
    /** Lines of a number of lanes show the cause together; the lane's own line is the earliest. */
    EARLIEST_TOGETHER,
    /** The earliest of a number of lanes that show the cause. */
    EARLIEST,
    /** A number of lanes show the cause, without times that order them. */
    UNTIMED,
    /** The lane differs from most others in a fact (name, its value) that the cause depends on. */
    DIFFERS,
    /** All ranks of a node became silent; their number. */
    NODE,
    /** The lane's own failure explains itself; no entry does. */
    FAILURE,
    /** An error without an entry, before every time-out. */
    UNKNOWN,
    /** PyTorch's analysis of the time-out names the rank, on a line. */
    LAGGING,
    /** The rank waits in another collective than the others: its number and operation. */
    COLLECTIVE,
    /** The rank enqueued the fewest collectives; number of the last one. */
    FEWEST,
    /** The only lane that reports nothing about the failure. */
    ONLY_SILENT,
    /** The only rank without a line. */
    ONLY_ABSENT,
    /** The lane shows a cause of its own. */
    OWN,
    /** The lane enqueued fewer collectives than others; number of the last one. */
    BEHIND,
    /** The lane waited until its watchdog ended it. */
    WAITED,
    /** The lane's failure follows from that of another lane. */
    FOLLOWS,
    /** The lane reports nothing, while most others report the failure. */
    SILENT,
    /** Nothing unusual, and no words. */
    UNREMARKABLE;

    /** The suffix of its message key: {@code only.itself}. */
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }
  }

  public RankReason {
    values = List.copyOf(values);
  }

  static RankReason of(Kind kind, Object... values) {
    return new RankReason(kind, List.of(values));
  }
}
