package dev.faultbook.failure;

/** How well an event explains the end of a job, the best first. */
public enum Standing {
  /** Explains itself: an uncaught exception, a crash, a scheduler's decision, a failed command. */
  CAUSE,
  /** A process was killed and nothing here says why; another event may. */
  DEATH,
  /** A command reports an error of the system; scripts may go on after it. */
  COMMAND,
  /** A program says what is missing or wrong, without its end being seen. */
  COMPLAINT,
  /** What happens because another process failed: time-outs, lost peers, wrapping exceptions. */
  CONSEQUENCE,
  /** A line that is marked as an error, or a stack that is cut off. */
  ERROR_LINE,
  /** A process ended with a code or by its own abort; why is not said. */
  EXIT,
  /** A launcher reports that what it started has failed. */
  REPORT,
  /** A person, or the end of another task, stopped the job. */
  INTERRUPTION,
  /** A warning that may matter where nothing else is found. */
  HINT,
  /** Noise of an end that has another reason. Never a failure where anything else is found. */
  TEARDOWN
}
