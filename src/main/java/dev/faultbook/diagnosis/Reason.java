package dev.faultbook.diagnosis;

/**
 * Why a finding has its place and its role. Holds ids and numbers only; {@code report.ReasonText}
 * puts them into words.
 */
public sealed interface Reason {
  /** A rule that puts one cause above another, in the order in which the rules are asked. */
  enum Rule {
    /** A specific entry stands above one that names a class of failure. */
    SPECIFIC_ENTRY,
    /** What lines prove stands above what follows from facts, and that above mere hints. */
    PROVEN,
    /** The facts of the log confirm it. */
    CONFIRMED,
    /** It accounts for other findings. */
    ACCOUNTS,
    /** Its line is the failure that ended the job. */
    ENDED_JOB,
    /** It shows earlier. */
    EARLIER,
    /** Its signature is more specific. */
    SPECIFIC,
    /** More lines match. */
    FREQUENT
  }

  /**
   * No line names the cause; it follows from the facts.
   *
   * @param ground the statement that it follows from
   */
  record FollowsFromFacts(Ground ground) implements Reason {}

  /** No other cause shows, and the lines only hint at this one. */
  record OnlyHint() implements Reason {}

  /**
   * The only cause that the log shows.
   *
   * @param explained how many other findings it accounts for
   */
  record OnlyCause(int explained) implements Reason {}

  /**
   * The cause stands above the next one.
   *
   * @param rule the rule that decided
   * @param other id of the entry below
   * @param line where the cause shows first
   * @param inferred whether the other one only follows from the facts
   */
  record Above(Rule rule, String other, long line, boolean inferred) implements Reason {}

  /**
   * The cause stands below the one before.
   *
   * @param rule the rule that decided
   * @param other id of the entry above
   * @param line where the cause shows first
   * @param inferred whether the cause only follows from the facts
   */
  record Below(Rule rule, String other, long line, boolean inferred) implements Reason {}

  /**
   * A reason, and a fact of the log that confirms the entry besides.
   *
   * @param reason why it has its place
   * @param ground the fact
   */
  record Confirmed(Reason reason, Ground ground) implements Reason {}

  /**
   * Follows from another finding.
   *
   * @param entry id of the entry that it follows from
   */
  record FollowsFrom(String entry) implements Reason {}

  /** A symptom leads, and the failure itself says what ended the job. */
  record SymptomBesideFailure() implements Reason {}

  /** A symptom leads, and the log tells how a process ended but not what led to it. */
  record SymptomWithEnd() implements Reason {}

  /** A symptom leads; its cause is not in the log. */
  record SymptomOnly() implements Reason {}

  /** A symptom that no cause found is known to produce. */
  record SymptomUnexplained() implements Reason {}

  /** Looks like an error and has no part in the failure. */
  record Harmless() implements Reason {}
}
