package dev.faultbook.matcher;

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
  /**
   * Most bytes of matched lines that are held for one log, by the estimate of {@link
   * MatchedLine#weight}. Four diagnoses at a time stay within a third of a heap of 768 MB.
   */
  static final long MOST_HELD_BYTES = 64L * 1024 * 1024;

  private final long most;
  private long held;
  private long steps;

  EvaluationBudget() {
    this(MOST_HELD_BYTES);
  }

  /**
   * @param most most bytes that are held
   */
  EvaluationBudget(long most) {
    this.most = most;
  }

  /** Counts steps. */
  void spend(long count) {
    steps += count;
  }

  /** How many steps were taken so far. */
  long steps() {
    return steps;
  }

  /** A line is remembered once more. */
  void hold(MatchedLine line) {
    held += line.weight();
  }

  /** A line is remembered once less. */
  void release(MatchedLine line) {
    held -= line.weight();
  }

  /** Whether nothing more should be remembered. */
  boolean isSpent() {
    return held > most;
  }

  /** Estimated bytes of the lines that are held. */
  long held() {
    return held;
  }
}
