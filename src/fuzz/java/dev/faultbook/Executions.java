package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts the executions of a fuzz target, so that fuzzing that does not happen fails. */
public final class Executions {
  /** As many as a target has seeds at most, and the empty input. */
  private static final long FEWEST = 15;

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
