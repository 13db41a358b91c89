package dev.faultbook.diagnosis;

import java.util.List;
import java.util.Locale;

/**
 * Why a lane failed first or has its state, or what to collect next from the ranks. Holds numbers
 * and names only; {@code report.RankReporter} puts them into words.
 *
 * @param values what {@link Kind} states
 */
public record RankStatement(Kind kind, List<Object> values) {
  /** The number of a line, which is shown with the name of its file. */
  public record LineNumber(long line) {}

  /** The number of a rank, where a host may stand instead. */
  public record RankNumber(int rank) {}

  /** A number of things, which decides about singular and plural. */
  public record Count(long number) {}

  /**
   * What it states; the phrase of its key says it in full. A description names the values, or what
   * sets the statement apart from its neighbours.
   */
  public enum Kind {
    /** The only lane whose lines show the cause without lines of others. */
    REASON_ONLY_ITSELF,
    /** The others show the cause only by a time-out. */
    REASON_ONLY_TIMEOUT,
    REASON_ONLY,
    /** Lines of a number of lanes show the cause together; the lane's own line is the earliest. */
    REASON_EARLIEST_TOGETHER,
    /** The earliest of a number of lanes that show the cause. */
    REASON_EARLIEST,
    /** A number of lanes show the cause, without times that order them. */
    REASON_UNTIMED,
    /** The lane differs from most others in a fact (name, its value) that the cause depends on. */
    REASON_DIFFERS,
    /** All ranks of a node became silent; their number. */
    REASON_NODE,
    /** The lane's own failure explains itself; no entry does. */
    REASON_FAILURE,
    /** An error without an entry, before every time-out. */
    REASON_UNKNOWN,
    /** PyTorch's analysis of the time-out names the rank; number of the line. */
    REASON_LAGGING,
    /** The rank waits in another collective than the others: its number and operation. */
    REASON_COLLECTIVE,
    /**
     * The rank waits in an earlier collective than the others: by how many, its number and
     * operation, and the number of the others.
     */
    REASON_STRAGGLER,
    /** The rank enqueued the fewest collectives; number of the last one. */
    REASON_FEWEST,
    /** Stacks and records show that the others wait for it. */
    REASON_HANG,
    /** Its stack or record shows that it waits for the awaited rank. */
    REASON_WAITING,
    REASON_ONLY_SILENT,
    REASON_ONLY_ABSENT,
    REASON_OWN,
    /** The lane enqueued fewer collectives than others; number of the last one. */
    REASON_BEHIND,
    REASON_WAITED,
    REASON_FOLLOWS,
    REASON_SILENT,
    UNREMARKABLE,
    /** Collect the logs of ranks without a line: their numbers. */
    COLLECT_ABSENT,
    /** Collect the kernel log of the machine on which a rank ran: the host or the rank. */
    COLLECT_KERNEL,
    COLLECT_STDERR,
    COLLECT_RECORDER,
    COLLECT_STACKS,
    COLLECT_TIMES;

    /** Its message key: {@code rank.reason.only.itself}. */
    public String key() {
      return "rank." + name().toLowerCase(Locale.ROOT).replace('_', '.');
    }
  }

  static RankStatement of(Kind kind, Object... values) {
    return new RankStatement(kind, List.of(values));
  }
}
