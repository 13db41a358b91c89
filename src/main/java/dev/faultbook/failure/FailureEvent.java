package dev.faultbook.failure;

import dev.faultbook.log.LogTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One failure in a log.
 *
 * @param line number of the line that states it, counted across all files
 * @param stream id of the log stream of that line
 * @param rank the rank that the text itself states, as torchrun's report does; null if it is the
 *     rank of the stream
 * @param time the time that the line states, or null
 * @param text the line without its prefix, at most 2,000 characters
 * @param failure the kind of failure
 * @param role how well it explains the end of the job
 * @param handled how the program handled it ("retried", "went on"); null if it did not
 * @param lastLine number of the last line that belongs to it
 */
public record FailureEvent(
    long line,
    int stream,
    @Nullable Integer rank,
    @Nullable LogTime time,
    String text,
    Failure failure,
    CausalRole role,
    @Nullable String handled,
    long lastLine) {
  static final int MAX_TEXT = 2000;

  static FailureEvent of(LineText line, Failure failure, CausalRole role) {
    return of(line, line.bare(), failure, role);
  }

  static FailureEvent of(LineText line, String text, Failure failure, CausalRole role) {
    return new FailureEvent(
        line.number(),
        line.stream(),
        null,
        line.time(),
        TextScan.limitLength(text, MAX_TEXT),
        failure,
        role,
        null,
        line.number());
  }

  /**
   * The end of a process as a launcher reports it.
   *
   * @param code exit code; one from -64 to -1 is the number of a signal, as in Python's {@code
   *     returncode}
   * @param signal null if the report states none
   * @return null if the report states neither
   */
  static @Nullable FailureEvent ofProcessEnd(
      LineText line, @Nullable Integer code, @Nullable Integer signal) {
    Integer by =
        signal == null && code != null && code < 0 && code > -65 ? Integer.valueOf(-code) : signal;
    if (by != null) {
      return of(line, new Failure.Signal(by, List.of()), Signals.roleOf(by));
    }
    return code == null ? null : of(line, new Failure.Exit(code), Signals.roleOfExit(code));
  }

  FailureEvent ofRank(@Nullable Integer stated) {
    return new FailureEvent(line, stream, stated, time, text, failure, role, handled, lastLine);
  }

  FailureEvent withRole(CausalRole other) {
    return new FailureEvent(line, stream, rank, time, text, failure, other, handled, lastLine);
  }

  FailureEvent withHandled(String why) {
    return new FailureEvent(line, stream, rank, time, text, failure, role, why, lastLine);
  }

  /** The same event if it turns out that nobody handled it. */
  public FailureEvent asUnhandled() {
    return new FailureEvent(line, stream, rank, time, text, failure, role, null, lastLine);
  }

  FailureEvent withLastLine(long last) {
    return new FailureEvent(line, stream, rank, time, text, failure, role, handled, last);
  }

  public String kind() {
    return failure.kind();
  }

  public @Nullable String type() {
    return failure instanceof Failure.UncaughtException e ? e.type() : null;
  }

  /** Message of the exception; for other kinds the text of the line. */
  public String message() {
    return failure instanceof Failure.UncaughtException e ? e.message() : text;
  }

  /** The stack, outermost frame first; empty if none was printed. */
  public List<StackFrame> frames() {
    return switch (failure) {
      case Failure.UncaughtException e -> e.frames();
      case Failure.Signal s -> s.frames();
      default -> List.of();
    };
  }

  /** The innermost frame of the user's own code; null if there is none. */
  public @Nullable StackFrame ownFrame() {
    return frames().reversed().stream().filter(StackFrame::isOwn).findFirst().orElse(null);
  }

  /**
   * The frame that raised the exception if it belongs to a library; null if it is the user's or
   * unknown.
   */
  public @Nullable StackFrame raisedIn() {
    List<StackFrame> frames = frames();
    return frames.isEmpty() || frames.getLast().isOwn() ? null : frames.getLast();
  }

  /** Lines that state the exceptions of the chain, oldest first; empty for other kinds. */
  public List<Long> chain() {
    return failure instanceof Failure.UncaughtException e ? e.chain() : List.of();
  }

  /** Whether it is noise of a shutdown that has another reason. */
  public boolean isTeardown() {
    return role == CausalRole.TEARDOWN;
  }
}
