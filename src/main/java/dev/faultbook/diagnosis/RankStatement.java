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

  /** What it states. */
  public enum Kind {
    /** The only lane whose lines show the cause without lines of others. */
    REASON_ONLY_ITSELF,
    /** The others show the cause only by a time-out. */
    REASON_ONLY_TIMEOUT,
    /** The only lane that shows the cause. */
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
    /** PyTorch's analysis of the time-out names the rank, on a line. */
    REASON_LAGGING,
    /** The rank waits in another collective than the others: its number and operation. */
    REASON_COLLECTIVE,
    /** The rank enqueued the fewest collectives; number of the last one. */
    REASON_FEWEST,
    /** The only lane that reports nothing about the failure. */
    REASON_ONLY_SILENT,
    /** The only rank without a line. */
    REASON_ONLY_ABSENT,
    /** The lane shows a cause of its own. */
    REASON_OWN,
    /** The lane enqueued fewer collectives than others; number of the last one. */
    REASON_BEHIND,
    /** The lane waited until its watchdog ended it. */
    REASON_WAITED,
    /** The lane's failure follows from that of another lane. */
    REASON_FOLLOWS,
    /** The lane reports nothing, while most others report the failure. */
    REASON_SILENT,
    /** Nothing unusual, and no words. */
    UNREMARKABLE,
    /** Collect the logs of ranks without a line: their numbers. */
    COLLECT_ABSENT,
    /** Collect the kernel log of the machine on which a rank ran: the host or the rank. */
    COLLECT_KERNEL,
    /** Collect the standard error of the processes. */
    COLLECT_STDERR,
    /** Collect PyTorch's flight recorder. */
    COLLECT_RECORDER,
    /** Collect the stacks of the processes while they hang. */
    COLLECT_STACKS,
    /** Log with times in the lines. */
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
