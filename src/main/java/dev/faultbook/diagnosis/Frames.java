package dev.faultbook.diagnosis;

import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.StackFrame;
import dev.faultbook.signature.ExceptionPattern;
import java.util.List;

/** Compares the frames of an exception with the constraints of a signature. */
final class Frames {
  private static final String OWN = "own";
  private static final String LIBRARY = "library";

  /** Any exception that Python did not raise; most have no frames. */
  private static final String NATIVE = "native";

  private Frames() {}

  /**
   * Whether the frames satisfy the pattern; without frames only a pattern without constraints is
   * satisfied.
   */
  static boolean satisfyPattern(ExceptionPattern pattern, FailureEvent event) {
    List<StackFrame> frames = event.frames();
    if (!pattern.needsFrames()) {
      return true;
    }
    if (asksForNative(pattern)) {
      return event.failure() instanceof Failure.UncaughtException exception
          && exception.runtime() == Failure.UncaughtException.ExceptionRuntime.NATIVE;
    }
    if (frames.isEmpty()) {
      return false;
    }
    boolean raised = pattern.raisedIn().isEmpty() || isIn(frames.getLast(), pattern.raisedIn());
    return raised
        && (pattern.through().isEmpty()
            || frames.stream().anyMatch(frame -> isIn(frame, pattern.through())));
  }

  /** Whether a signature is about exceptions that Python did not raise. */
  static boolean asksForNative(ExceptionPattern pattern) {
    return pattern.raisedIn().equals(NATIVE);
  }

  /**
   * {@code torch}, {@code torch.*}, {@code own}, or {@code library} for any frame that is not own.
   */
  private static boolean isIn(StackFrame frame, String wanted) {
    if (wanted.equals(OWN)) {
      return frame.isOwn();
    }
    if (wanted.equals(LIBRARY)) {
      return !frame.isOwn() && !"".equals(frame.library());
    }
    String name = wanted.endsWith(".*") ? wanted.substring(0, wanted.length() - 2) : wanted;
    int dot = name.indexOf('.');
    String top = dot < 0 ? name : name.substring(0, dot);
    return !frame.isOwn()
        && top.equals(frame.library())
        && (dot < 0 || frame.file().replace('\\', '/').contains("/" + name.replace('.', '/')));
  }
}
