package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeSighting;
import dev.faultbook.content.Retry;
import java.time.Duration;

/**
 * Whether the job can be started again, with the reason.
 *
 * @param verdict what a restart would do
 * @param action what has to happen first
 * @param reason the reason
 */
public record RetryAdvice(Retry.Verdict verdict, Retry.Action action, Reason reason) {
  /** The reason for the advice. */
  public sealed interface Reason {
    /** The leading entry states it. */
    record Stated(Retry retry) implements Reason {}

    /** The structure of the failure shows it. */
    record Structural(Case basis) implements Reason {}

    /** The table of a code states it, or the line that holds the code. */
    record Tabulated(CodeSighting sighting) implements Reason {}

    /**
     * The job had not reported progress for long when its time limit ended it.
     *
     * @param time from the last report of progress to the limit
     */
    record Idle(Duration time) implements Reason {}

    /** The same fault recurred on one GPU, so the advice for a single event is not sufficient. */
    record Repeated(RepeatedEvent event) implements Reason {}
  }

  /** The kind of failure according to its structure. */
  public enum Case {
    /** An exception that the program's own code raised. */
    OWN_EXCEPTION,
    /** An exception that a library raised when called from the program's own code. */
    LIBRARY_EXCEPTION,
    /** A command, a build or an installation failed. */
    COMMAND_FAILED,
    /** The scheduler's time limit. */
    TIME_LIMIT,
    /** A job of higher priority took the machines. */
    PREEMPTED,
    /** A node failed. */
    NODE_FAILED,
    /** A person or another job cancelled the job. */
    CANCELLED,
    /** The memory limit of a job, a container or a machine. */
    OUT_OF_MEMORY,
    /** The cluster evicted the job. */
    EVICTED,
    /** The provider took the machine back. */
    SPOT_RECLAIMED,
    /** The scheduler refused the job. */
    REFUSED,
    /** The kernel reports a fault of the GPU or the machine. */
    KERNEL_FAULT,
    /** A process was killed or crashed, and the log does not say why. */
    CRASHED,
    /** Nothing decides. */
    UNDECIDED
  }
}
