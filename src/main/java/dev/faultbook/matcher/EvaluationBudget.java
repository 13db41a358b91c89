package dev.faultbook.matcher;

import dev.faultbook.log.Deadline;
import dev.faultbook.stream.MatchedLine;

/**
 * Limits the cost of evaluating one log: counts steps, and the memory of the lines that are kept.
 *
 * <p>A step is the check of one part of one signature, one kept line or one kept match. Every
 * evaluator takes a bounded number of steps for a matched line, so that the total is linear in the
 * log whatever its content; tests compare the totals.
 *
 * <p>If the memory is used up, evaluators forget their oldest lines instead of growing. An instance
 * serves one log and one thread.
 */
final class EvaluationBudget {
  /** Steps between two checks of the clock; they take some hundred microseconds. */
  private static final int STEPS_PER_CHECK = 1024;

  private final MatchLimits limits;
  private long held;
  private long steps;
  private long nextCheck = STEPS_PER_CHECK;

  EvaluationBudget(MatchLimits limits) {
    this.limits = limits;
  }

  /**
   * Counts steps.
   *
   * @throws dev.faultbook.log.TimeLimitException if the time is over
   */
  void spend(long count) {
    steps += count;
    if (steps >= nextCheck) {
      nextCheck = steps + STEPS_PER_CHECK;
      limits.deadline().checkTime();
    }
  }

  Deadline deadline() {
    return limits.deadline();
  }

  long spentSteps() {
    return steps;
  }

  /** Counts the memory of a line that is kept. */
  void hold(MatchedLine line) {
    held += line.estimateMemory();
  }

  void release(MatchedLine line) {
    held -= line.estimateMemory();
  }

  /** Whether the memory is used up. */
  boolean isSpent() {
    return held > limits.heldBytes();
  }

  /** Estimated bytes of the lines that are kept. */
  long heldBytes() {
    return held;
  }
}
