package dev.faultbook.diagnosis;

/**
 * How it is known that a lane failed first, or why it has its state. Holds numbers and names only;
 * {@code report.RankText} puts them into words.
 */
public sealed interface RankReason {
  /** The only lane whose lines show the cause without those of others. */
  record OnlyByItself() implements RankReason {}

  /** The others show the cause by a time-out only. */
  record OnlyBeyondTimeout() implements RankReason {}

  /** The only lane that shows the cause. */
  record OnlyOne() implements RankReason {}

  /**
   * Lines of several lanes show the cause together; the lane's own is the earliest.
   *
   * @param lanes how many
   */
  record EarliestTogether(int lanes) implements RankReason {}

  /**
   * The earliest of several lanes that show the cause.
   *
   * @param lanes how many
   */
  record Earliest(int lanes) implements RankReason {}

  /**
   * Several lanes show the cause, and no times order them.
   *
   * @param lanes how many
   */
  record Untimed(int lanes) implements RankReason {}

  /**
   * The lane differs from most others in a fact that the cause comes of.
   *
   * @param fact name of the fact
   * @param value of the lane
   */
  record Differs(String fact, String value) implements RankReason {}

  /**
   * All ranks of a node fell silent.
   *
   * @param ranks how many
   */
  record NodeLost(int ranks) implements RankReason {}

  /** An error that no entry knows, before every time-out. */
  record UnnamedError() implements RankReason {}

  /** Its own failure explains itself, and no page does. */
  record OwnFailure() implements RankReason {}

  /**
   * PyTorch's analysis of the time-out names the rank.
   *
   * @param line that says so
   */
  record Lagging(long line) implements RankReason {}

  /**
   * The rank waits in another collective than the others.
   *
   * @param collective its number and operation
   */
  record OtherCollective(String collective) implements RankReason {}

  /**
   * The rank enqueued the fewest collectives.
   *
   * @param enqueued number of the last one
   */
  record FewestEnqueued(long enqueued) implements RankReason {}

  /** The only lane that says nothing of the failure. */
  record OnlySilent() implements RankReason {}

  /** The only rank without a line. */
  record OnlyAbsent() implements RankReason {}

  /** Shows a cause of its own. */
  record OwnCause() implements RankReason {}

  /**
   * Enqueued fewer collectives than others.
   *
   * @param enqueued number of the last one
   */
  record Behind(long enqueued) implements RankReason {}

  /** Waited until its watchdog ended it. */
  record Waited() implements RankReason {}

  /** Follows from the failure of another lane. */
  record Follows() implements RankReason {}

  /** Says nothing, while most others tell of the failure. */
  record Silent() implements RankReason {}

  /** Nothing is wrong. */
  record Unremarkable() implements RankReason {}
}
