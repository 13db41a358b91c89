package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Statement;

/**
 * The reason for a finding's position and role. Holds ids and numbers only; {@code
 * report.ReasonText} puts them into words.
 */
public sealed interface Reason {
  /** A rule that ranks one cause above another, in the order in which the rules apply. */
  enum Rule {
    /** A specific entry ranks above one that names a class of failures. */
    SPECIFIC_ENTRY,
    /**
     * A cause proven by lines ranks above one that follows from facts, and that above weak matches.
     */
    PROVEN,
    /** The facts of the log confirm it. */
    CONFIRMED,
    /** It explains other findings. */
    ACCOUNTS,
    /** Its line is the failure that ended the job. */
    ENDED_JOB,
    /** It occurred earlier. */
    EARLIER,
    /** Its signature is more specific. */
    SPECIFIC,
    /** More lines match. */
    FREQUENT
  }

  /** No line shows the cause; it follows from what the compatibility tables state. */
  record FollowsFromFacts(Statement ground) implements Reason {}

  /**
   * The only cause in the log.
   *
   * @param explained number of other findings that it explains
   */
  record OnlyCause(int explained) implements Reason {}

  /**
   * The cause ranks above the next one or below the previous one, by a rule.
   *
   * @param other id of that entry
   * @param line the first line of the cause
   * @param inferred whether the lower one only follows from the facts
   */
  record Ranked(boolean above, Rule rule, String other, long line, boolean inferred)
      implements Reason {}

  /** The reason for its position, with a fact of the log that also confirms the entry. */
  record Confirmed(Reason reason, Statement ground) implements Reason {}

  /** Follows from the finding of another entry. */
  record FollowsFrom(String entry) implements Reason {}

  /** A reason without details. */
  enum Plain implements Reason {
    /** Stacks and records of the hang show it. */
    HANG,
    /** No other cause was found, and the lines only hint at this one. */
    HINT,
    /** A symptom leads, and the failure itself states what ended the job. */
    SYMPTOM_FAILURE,
    /** A symptom leads, and the log shows how a process ended but not why. */
    SYMPTOM_END,
    /** A symptom leads; its cause is not in the log. */
    SYMPTOM_ONLY,
    /** A symptom that no found cause is known to produce. */
    SYMPTOM_UNEXPLAINED,
    /** It looks like an error but is unrelated to the failure. */
    HARMLESS,
    /** The run survived it. */
    HANDLED
  }
}
