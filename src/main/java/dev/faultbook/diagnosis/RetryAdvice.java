package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeSighting;
import dev.faultbook.content.Retry;
import dev.faultbook.content.Retry.Action;
import dev.faultbook.content.Retry.Verdict;
import java.time.Duration;

/**
 * Whether the job can be started again, with the reason.
 *
 * @param verdict what a restart would do
 * @param action what has to happen first
 */
public record RetryAdvice(Verdict verdict, Action action, Reason reason) {
  RetryAdvice(Case basis) {
    this(basis.verdict, basis.action, basis);
  }

  static RetryAdvice afterIdle(Duration time) {
    return new RetryAdvice(Verdict.UNKNOWN, Action.NONE, new Reason.Idle(time));
  }

  /** The advice for a job that failed at its start, with the same action. */
  RetryAdvice atStart() {
    return new RetryAdvice(Case.AT_START.verdict, action, Case.AT_START);
  }

  /** The reason for the advice. */
  public sealed interface Reason {
    /** The leading entry states it. */
    record Stated(Retry retry) implements Reason {}

    /** The table of a code states it, or the line that holds the code. */
    record Tabulated(CodeSighting sighting) implements Reason {}

    /**
     * The job had not reported progress for long when its time limit ended it.
     *
     * @param time from the last report of progress to the limit
     */
    record Idle(Duration time) implements Reason {}

    /** The same fault recurred on one GPU, so the advice for a single event is not sufficient. */
    record Repeated(CodeAnalysis.RepeatedEvent event) implements Reason {}
  }

  /** The kind of failure according to its structure, with the advice for it. */
  public enum Case implements Reason {
    /** An exception that the program's own code raised. */
    OWN_EXCEPTION(Verdict.WILL_FAIL_AGAIN, Action.FIX_PROGRAM),
    /** An exception that a library raised when called from the program's own code. */
    LIBRARY_EXCEPTION(Verdict.WILL_FAIL_AGAIN, Action.FIX_PROGRAM),
    /** Another process, a server or a connection did not answer. */
    PEER_LOST(Verdict.MAY_RECOVER, Action.NONE),
    /** A program says what is wrong, and it does not follow from another failure. */
    ERROR_REPORTED(Verdict.WILL_FAIL_AGAIN, Action.FIX_ENVIRONMENT),
    COMMAND_FAILED(Verdict.WILL_FAIL_AGAIN, Action.FIX_ENVIRONMENT),
    TIME_LIMIT(Verdict.WILL_FAIL_AGAIN, Action.FREE_RESOURCES),
    /** A job of higher priority took the machines. */
    PREEMPTED(Verdict.MAY_RECOVER, Action.NONE),
    NODE_FAILED(Verdict.MAY_RECOVER, Action.OTHER_NODE),
    /** A person or another job cancelled the job. */
    CANCELLED(Verdict.MAY_RECOVER, Action.NONE),
    /** The memory limit of a job, a container or a machine. */
    OUT_OF_MEMORY(Verdict.WILL_FAIL_AGAIN, Action.FREE_RESOURCES),
    EVICTED(Verdict.MAY_RECOVER, Action.FREE_RESOURCES),
    /** The provider took the machine back. */
    SPOT_RECLAIMED(Verdict.MAY_RECOVER, Action.OTHER_NODE),
    REFUSED(Verdict.WILL_FAIL_AGAIN, Action.FIX_ENVIRONMENT),
    /** The kernel reports a fault of the GPU or the machine. */
    KERNEL_FAULT(Verdict.MAY_RECOVER, Action.OTHER_NODE),
    /** A process was killed or crashed, and the log does not say why. */
    CRASHED(Verdict.UNKNOWN, Action.NONE),
    /** Nothing decides but that the log shows no progress before the failure. */
    AT_START(Verdict.WILL_FAIL_AGAIN, Action.NONE),
    UNDECIDED(Verdict.UNKNOWN, Action.NONE);

    private final Verdict verdict;
    private final Action action;

    Case(Verdict verdict, Action action) {
      this.verdict = verdict;
      this.action = action;
    }
  }
}
