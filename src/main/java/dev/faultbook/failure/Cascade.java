package dev.faultbook.failure;

import java.util.List;
import java.util.Set;

/**
 * Recognizes failures that follow from others: errors that launchers raise because a worker died,
 * errors that peers report because a rank is gone, and errors during shutdown.
 */
final class Cascade {
  private static final Set<String> FOLLOWERS = PhraseSets.LISTS.names("followers");
  private static final Set<String> REPORTERS = PhraseSets.LISTS.names("reporters");
  private static final Set<String> CARRIERS = PhraseSets.LISTS.names("carriers");
  private static final Set<String> INTERRUPTIONS = PhraseSets.LISTS.names("interruptions");
  private static final Set<String> TEARDOWN = PhraseSets.LISTS.names("teardown classes");

  private static final PhraseSets PHRASES =
      new PhraseSets(1500, "following", "deferring", "at the end");
  private static final long FOLLOWS = 1;
  private static final long DEFERS = 2;
  private static final long ENDS = 4;

  private Cascade() {}

  /** The role of an exception, by its class and message. */
  static CausalRole roleOf(ExceptionText exception, String message) {
    String name = exception.simpleName();
    long phrases = PHRASES.findIn(message);
    if (TEARDOWN.contains(name) || (phrases & ENDS) != 0) {
      return CausalRole.TEARDOWN;
    }
    if (INTERRUPTIONS.contains(name)) {
      return CausalRole.INTERRUPTION;
    }
    if (isKilled(name, message)) {
      return CausalRole.DEATH;
    }
    if (REPORTERS.contains(name) || (phrases & DEFERS) != 0) {
      return CausalRole.REPORT;
    }
    return FOLLOWERS.contains(name) || (phrases & FOLLOWS) != 0
        ? CausalRole.CONSEQUENCE
        : CausalRole.CAUSE;
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
