package dev.faultbook.failure;

import java.util.List;
import java.util.Set;

/**
 * Recognizes failures that follow from others: errors that launchers raise because a worker died,
 * errors that peers report because a rank is gone, and errors during shutdown.
 */
final class Cascade {
  /** Errors of launchers and executors which only report that something they started has failed. */
  private static final Set<String> FOLLOWERS =
      Set.of(
          // _queue.Empty: the awaited result did not arrive.
          "Empty",
          "ProcessRaisedException",
          "ProcessExitedException",
          "ActorDiedError",
          "RayActorError",
          "ActorUnavailableError",
          "WorkerCrashedError",
          "RayTaskError",
          "BrokenPipeError",
          "ConnectionResetError",
          "ConnectionAbortedError",
          "BrokenProcessPool",
          "DistNetworkError",
          "RendezvousClosedError",
          "RendezvousConnectionError",
          "RendezvousGracefulExitError",
          "RendezvousTimeoutError",
          "EngineDeadError",
          "AsyncEngineDeadError",
          "MQEngineDeadError",
          "EngineGenerateError",
          "TooManyRequests",
          "RemoteTraceback",
          "_RemoteTraceback",
          "ExceptionGroup",
          "BaseExceptionGroup",
          "HorovodInternalError",
          "WorkerLostError");

  /** Launchers that report only that a process ended. */
  private static final Set<String> REPORTERS =
      Set.of("ChildFailedError", "CalledProcessError", "SystemExit");

  /** Classes whose message is the traceback of another process. */
  private static final Set<String> CARRIERS =
      Set.of(
          "RemoteTraceback",
          "_RemoteTraceback",
          "RayTaskError",
          // _queue.Empty: the awaited result did not arrive.
          "Empty",
          "ProcessRaisedException",
          "ExceptionGroup",
          "BaseExceptionGroup",
          "ChildFailedError",
          "CheckpointException",
          "RemoteError");

  private static final Set<String> INTERRUPTIONS =
      Set.of("KeyboardInterrupt", "Interrupted", "SignalException");

  private static final Set<String> TEARDOWN = Set.of("CancelledError", "GeneratorExit");

  private static final List<String> FOLLOWING =
      List.of(
          "watchdog caught collective operation timeout",
          "watchdog got stuck",
          "detected by watchdog",
          "after attempting to dump debug info",
          "received a dump signal",
          "preparing to dump debug info",
          "to avoid data inconsistency, we are taking the entire process down",
          "collective operation timeout",
          "some nccl operations have failed or timed out",
          "remote process exited or there was a network error",
          "remote process has terminated",
          "connection closed by peer",
          "connection closed by remote peer",
          "connection reset by peer",
          "broken pipe",
          "monitoredbarrier",
          "store based barrier",
          "timed out waiting",
          "barrier timed out",
          "received sigquit from a child process",
          "scheduler is dead",
          "worker died or was killed while executing a task",
          "jax distributed service detected fatal errors",
          "collective ops is aborted by",
          "another task",
          "socket timeout",
          "nccl communicator was aborted",
          "nccl communicator encountered error set by",
          "timed out waiting for clients",
          "client socket has timed out",
          "seconds waiting for clients",
          "wait timeout after",
          "heartbeat monitor timed out",
          "tcpstore has been shut down",
          "failed to recv, got 0 bytes",
          "recvvalue failed",
          "sendbytes failed",
          "application timeout caused pair closure",
          "read timeout [",
          "lost connection to",
          "engine core initialization failed",
          "engine process failed to start",
          "background loop has errored already",
          "workerproc initialization failed",
          "worker died unexpectedly",
          "another worker",
          "other ranks",
          "peer rank",
          "pipe is broken",
          "process group has already been destroyed",
          "horovod has been shut down",
          "server died, exitcode",
          "exited unexpectedly",
          "has died",
          "the actor is dead",
          "received signal: 15",
          "got signal: 15",
          "got signal: 1",
          "sigterm",
          "non-zero exit status",
          "terminated with exit code",
          "terminated with signal",
          "nccl error in:",
          "nccl error: ",
          "graph execution error",
          "root error(s) found",
          "unhandled system error",
          "unhandled cuda error",
          "generator raised stopiteration");

  /** Messages that refer to another error as the reason. */
  private static final List<String> DEFERRING =
      List.of(
          "see root cause above",
          "see stack trace for root cause",
          "check the stack trace above for the root cause",
          "see the error messages above",
          "see the errors above",
          "see the error above",
          "see above for",
          "look at the errors above",
          "inspect the previous error messages",
          "the first process to do so was");

  private static final List<String> AT_THE_END =
      List.of(
          "cannot schedule new futures after",
          "event loop is closed",
          "event loop stopped before future completed",
          "can't register atexit after shutdown",
          "sys.meta_path is none",
          "interpreter shutdown",
          "nonetype' object is not callable",
          "daemonic processes",
          "handle is invalid");

  private static final PhraseSets PHRASES =
      new PhraseSets(1500, List.of(FOLLOWING, DEFERRING, AT_THE_END));
  private static final long FOLLOWS = 1;
  private static final long DEFERS = 2;
  private static final long ENDS = 4;

  private Cascade() {}

  /** The standing of an exception, by its class and message. */
  static Standing standingOf(ExceptionText exception, String message) {
    String name = exception.simpleName();
    long phrases = PHRASES.findIn(message);
    if (TEARDOWN.contains(name) || (phrases & ENDS) != 0) {
      return Standing.TEARDOWN;
    }
    if (INTERRUPTIONS.contains(name)) {
      return Standing.INTERRUPTION;
    }
    if (isKilled(name, message)) {
      return Standing.DEATH;
    }
    if (REPORTERS.contains(name) || (phrases & DEFERS) != 0) {
      return Standing.REPORT;
    }
    return FOLLOWERS.contains(name) || (phrases & FOLLOWS) != 0
        ? Standing.CONSEQUENCE
        : Standing.CAUSE;
  }

  /** Whether a stack ends in a wait for data of another process. */
  static boolean waitsForOther(ExceptionText exception, List<StackFrame> frames) {
    return exception.simpleName().equals("EOFError")
        && !frames.isEmpty()
        && frames.getLast().file().contains("multiprocessing/connection");
  }

  /**
   * {@code DataLoader worker (pid 77) is killed by signal: Killed.}: another event may state why.
   */
  private static boolean isKilled(String name, String message) {
    boolean signalled = message.contains("terminated with signal SIG");
    return message.contains("killed by signal")
        || signalled && !message.contains("SIGTERM") && !message.contains("SIGABRT")
        || name.equals("BrokenProcessPool");
  }

  /** Whether an exception follows from the failure of another process. */
  static boolean isFollower(ExceptionText exception, String message) {
    String name = exception.simpleName();
    return FOLLOWERS.contains(name) || REPORTERS.contains(name) || followsOther(message);
  }

  /** Whether a text is among those that follow from another failure. */
  static boolean followsOther(String text) {
    return (PHRASES.findIn(text) & (FOLLOWS | DEFERS)) != 0;
  }

  /** Whether the message of an exception is the traceback of another process. */
  static boolean carriesTraceback(ChainLink link) {
    return CARRIERS.contains(link.exception().simpleName())
        || link.exception().type().endsWith("TaskError")
        || link.message().contains("ray::")
        || link.message().endsWith("Original Traceback (most recent call last):");
  }
}
