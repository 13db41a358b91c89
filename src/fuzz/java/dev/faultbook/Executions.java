package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts the executions of a fuzz target, so that fuzzing that does not happen fails. */
public final class Executions {
  /** More than any target has seeds, and the slowest target reaches it on a busy machine. */
  private static final long FEWEST = 20;

  private long count;

  /** Counts one more. */
  public void countOne() {
    count++;
  }

  /** Fails when the target was not fuzzed. */
  public void assertFuzzed() {
    System.out.println("Executions: " + count);
    assertThat(count).as("executions; is JAZZER_FUZZ set?").isGreaterThan(FEWEST);
  }
}
