package dev.faultbook.failure;

import dev.faultbook.log.LogTime;
import java.util.ArrayList;
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
 * @param speaker what the line gives as the name of its program; may be empty
 * @param text the line without its prefix, at most 2,000 characters
 * @param failure the kind of failure
 * @param role how well it explains the end of the job
 * @param handled how the program handled it ("retried", "went on"); null if it did not
 * @param lastLine number of the last line that belongs to it
 * @param details lines that follow the message of a tool, at most {@value #MAX_DETAILS}
 */
public record FailureEvent(
    long line,
    int stream,
    @Nullable Integer rank,
    @Nullable LogTime time,
    String speaker,
    String text,
    Failure failure,
    CausalRole role,
    @Nullable String handled,
    long lastLine,
    List<MessageLine> details) {
  static final int MAX_TEXT = 2000;
  static final int MAX_DETAILS = 4;

  public FailureEvent {
    details = List.copyOf(details);
  }

  static FailureEvent of(LineText line, Failure failure, CausalRole role) {
    return of(line, line.bare(), failure, role);
  }

  static FailureEvent of(LineText line, String text, Failure failure, CausalRole role) {
    return new FailureEvent(
        line.number(),
        line.stream(),
        null,
        line.time(),
        line.speaker(),
        TextScan.limitLength(text, MAX_TEXT),
        failure,
        role,
        null,
        line.number(),
        List.of());
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
    return new FailureEvent(
        line, stream, stated, time, speaker, text, failure, role, handled, lastLine, details);
  }

  FailureEvent withRole(CausalRole other) {
    return new FailureEvent(
        line, stream, rank, time, speaker, text, failure, other, handled, lastLine, details);
  }

  FailureEvent withHandled(String why) {
    return new FailureEvent(
        line, stream, rank, time, speaker, text, failure, role, why, lastLine, details);
  }

  /** The same event if it turns out that nobody handled it. */
  public FailureEvent asUnhandled() {
    return new FailureEvent(
        line, stream, rank, time, speaker, text, failure, role, null, lastLine, details);
  }

  FailureEvent withLastLine(long last) {
    return new FailureEvent(
        line, stream, rank, time, speaker, text, failure, role, handled, last, details);
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
    return failure instanceof Failure.UncaughtException e
        ? e.chain().stream().map(MessageLine::line).toList()
        : List.of();
  }

  /** The same event with one more line of its message. */
  FailureEvent withDetail(MessageLine detail) {
    List<MessageLine> more = new ArrayList<>(details);
    more.add(detail);
    return new FailureEvent(
        line, stream, rank, time, speaker, text, failure, role, handled, lastLine, more);
  }

  /**
   * All that the failure says: its own message first, then the other exceptions of its chain, then
   * the lines that follow it.
   */
  public List<MessageLine> messages() {
    List<MessageLine> all = new ArrayList<>();
    String type = type();
    all.add(new MessageLine(line, type == null ? message() : type + ": " + message()));
    if (failure instanceof Failure.UncaughtException e) {
      e.chain().stream().filter(one -> one.line() != line).forEach(all::add);
    }
    all.addAll(details);
    return all;
  }

  /** Whether the log shows frames of an exception and not the exception. */
  public boolean breaksOff() {
    return failure instanceof Failure.UncaughtException && type() == null;
  }

  /**
   * The line below a sentence that only announces an error: {@code I got this error:}; for all
   * other events the event itself.
   */
  FailureEvent announced() {
    boolean announces =
        (role == CausalRole.ERROR_LINE || role == CausalRole.REPORT)
            && failure instanceof Failure.Message
            && text.endsWith("error:")
            && !details.isEmpty();
    if (!announces) {
      return this;
    }
    MessageLine told = details.getFirst();
    return new FailureEvent(
        told.line(),
        stream,
        rank,
        time,
        speaker,
        told.text(),
        failure,
        role,
        handled,
        Math.max(lastLine, told.line()),
        details.subList(1, details.size()));
  }

  /** Whether it is noise of a shutdown that has another reason. */
  public boolean isTeardown() {
    return role == CausalRole.TEARDOWN;
  }
}
