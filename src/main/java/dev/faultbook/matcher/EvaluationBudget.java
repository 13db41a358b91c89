package dev.faultbook.matcher;

import dev.faultbook.log.Deadline;
import dev.faultbook.stream.MatchedLine;

/**
 * What the evaluation of one log may cost. Counts its steps and the memory of the lines that it
 * holds on to.
 *
 * <p>A step is the look at one part of one signature, one remembered line or one remembered match.
 * Every evaluator takes a number of steps for a matched line that is bounded by constants, so that
 * their sum is linear in the log whatever the log says; tests compare the sums.
 *
 * <p>When the memory is used up, evaluators forget what they heard longest ago instead of growing.
 * Serves one log and one thread.
 */
final class EvaluationBudget {
  /** Steps between two looks at the clock; they take some hundred microseconds. */
  private static final int STEPS_A_LOOK = 1024;

  private final MatchLimits limits;
  private long held;
  private long steps;
  private long nextLook = STEPS_A_LOOK;

  EvaluationBudget(MatchLimits limits) {
    this.limits = limits;
  }

  /**
   * Counts steps.
   *
   * @throws dev.faultbook.log.TimeLimitException when the time is over
   */
  void spend(long count) {
    steps += count;
    if (steps >= nextLook) {
      nextLook = steps + STEPS_A_LOOK;
      limits.deadline().checkTime();
    }
  }

  /** Ends the evaluation. */
  Deadline deadline() {
    return limits.deadline();
  }

  /** How many steps were taken so far. */
  long spentSteps() {
    return steps;
  }

  /** A line is remembered once more. */
  void hold(MatchedLine line) {
    held += line.estimateMemory();
  }

  /** A line is remembered once less. */
  void release(MatchedLine line) {
    held -= line.estimateMemory();
  }

  /** Whether nothing more should be remembered. */
  boolean isSpent() {
    return held > limits.heldBytes();
  }

  /** Estimated bytes of the lines that are held. */
  long heldBytes() {
    return held;
  }
}
