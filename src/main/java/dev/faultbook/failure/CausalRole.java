package dev.faultbook.failure;

/** How well an event explains the end of a job, best first. */
public enum CausalRole {
  /**
   * Sufficient explanation: an uncaught exception, a crash, a scheduler's decision, a failed
   * command.
   */
  CAUSE,
  /** A process was killed without a stated reason; another event may state it. */
  DEATH,
  /** A command reports a system error; scripts may continue after it. */
  COMMAND,
  /** A program reports what is missing or wrong, but its end is not visible. */
  COMPLAINT,
  /** Follows from the failure of another process: time-outs, lost peers, wrapping exceptions. */
  CONSEQUENCE,
  /** A line marked as an error, or a stack that is cut off. */
  ERROR_LINE,
  /** A process exited with a code or aborted without a stated reason. */
  EXIT,
  /** A launcher reports that something it started has failed. */
  REPORT,
  /** A person, or the end of another task, stopped the job. */
  INTERRUPTION,
  /** A warning that matters only if nothing else is found. */
  HINT,
  /** Noise of a shutdown that has another reason; a failure only if nothing else is found. */
  TEARDOWN
}
