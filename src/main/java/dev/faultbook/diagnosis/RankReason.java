package dev.faultbook.diagnosis;

/**
 * The reason why a lane failed first, or has its state. Holds numbers and names only; {@code
 * report.RankText} puts them into words.
 */
public sealed interface RankReason {
  /** The only lane whose lines show the cause without lines of others. */
  record OnlyByItself() implements RankReason {}

  /** The others show the cause only by a time-out. */
  record OnlyBeyondTimeout() implements RankReason {}

  /** The only lane that shows the cause. */
  record OnlyOne() implements RankReason {}

  /**
   * Lines of several lanes show the cause together; the lane's own line is the earliest.
   *
   * @param lanes number of lanes
   */
  record EarliestTogether(int lanes) implements RankReason {}

  /**
   * The earliest of several lanes that show the cause.
   *
   * @param lanes number of lanes
   */
  record Earliest(int lanes) implements RankReason {}

  /**
   * Several lanes show the cause, without times that order them.
   *
   * @param lanes number of lanes
   */
  record Untimed(int lanes) implements RankReason {}

  /**
   * The lane differs from most others in a fact that the cause depends on.
   *
   * @param fact name of the fact
   * @param value value of the lane
   */
  record Differs(String fact, String value) implements RankReason {}

  /**
   * All ranks of a node became silent.
   *
   * @param ranks number of ranks
   */
  record NodeLost(int ranks) implements RankReason {}

  /** An error without an entry, before every time-out. */
  record UnnamedError() implements RankReason {}

  /** The lane's own failure explains itself; no entry does. */
  record OwnFailure() implements RankReason {}

  /**
   * PyTorch's analysis of the time-out names the rank.
   *
   * @param line number of the line that names it
   */
  record Lagging(long line) implements RankReason {}

  /**
   * The rank waits in another collective than the others.
   *
   * @param collective its sequence number and operation
   */
  record OtherCollective(String collective) implements RankReason {}

  /**
   * The rank enqueued the fewest collectives.
   *
   * @param enqueued sequence number of the last one
   */
  record FewestEnqueued(long enqueued) implements RankReason {}

  /** The only lane that reports nothing about the failure. */
  record OnlySilent() implements RankReason {}

  /** The only rank without a line. */
  record OnlyAbsent() implements RankReason {}

  /** The lane shows a cause of its own. */
  record OwnCause() implements RankReason {}

  /**
   * The lane enqueued fewer collectives than others.
   *
   * @param enqueued sequence number of the last one
   */
  record Behind(long enqueued) implements RankReason {}

  /** The lane waited until its watchdog ended it. */
  record Waited() implements RankReason {}

  /** The lane's failure follows from that of another lane. */
  record Follows() implements RankReason {}

  /** The lane reports nothing, while most others report the failure. */
  record Silent() implements RankReason {}

  /** Nothing unusual. */
  record Unremarkable() implements RankReason {}
}
