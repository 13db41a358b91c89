package dev.faultbook.codes;

/** How a job, a container or a command ends if a log states a code. */
public enum Ending {
  TIME_LIMIT,
  PREEMPTED,
  NODE_FAILURE,
  /** A person or another job stopped it. */
  CANCELLED,
  OUT_OF_MEMORY,
  EVICTED,
  /** It never started. */
  REFUSED,
  /** Its exit code tells. */
  EXIT,
  /** The signal whose name is an alias of the row ends it. */
  SIGNAL,
  /** A command that prints the code has failed. */
  COMMAND
}
