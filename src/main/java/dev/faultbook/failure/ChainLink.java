package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One exception of a chain, while its lines are read. */
final class ChainLink {
  private static final int MAX_FRAMES = 64;
  private static final int OUTERMOST = 16;
  private static final int MAX_MESSAGE = 4000;
  private static final int MAX_ANNOUNCEMENT = 40;

  /** The relation of an exception to the one before it. */
  enum Relation {
    /** The first of its chain. */
    FIRST,
    /** "The above exception was the direct cause of the following exception". */
    CAUSE,
    /** "During handling of the above exception, another exception occurred". */
    DURING,
    /** Another exception of the same group. */
    SIBLING,
    /** The exception that the previous one carried from another process or thread. */
    CARRIED
  }

  final Relation relation;
  final LineText header;
  private final List<StackFrame> frames = new ArrayList<>();
  private final StringBuilder message = new StringBuilder();
  private @Nullable ExceptionText exception;
  private @Nullable LineText messageLine;
  private @Nullable LineText lastFrame;
  private @Nullable LineText raising;
  private long lastOfStack;

  ChainLink(Relation relation, LineText header) {
    this.relation = relation;
    this.header = header;
  }

  void addFrame(StackFrame frame, LineText line) {
    // The outermost frames show where the program came from, the innermost ones where it failed.
    if (frames.size() == MAX_FRAMES) {
      frames.remove(OUTERMOST);
    }
    frames.add(frame);
    lastFrame = line;
    raising = null;
  }

  /** {@code raise ValueError("no shard")}, the statement of the latest frame. */
  void setRaising(LineText line) {
    raising = line;
  }

  /** Takes the exception from the statement that raised it, where the log ends with it. */
  void completeFromStatement() {
    LineText line = raising;
    ExceptionText text = line == null ? null : ExceptionText.parseStatement(line.bare());
    if (line != null && text != null) {
      setException(text, line);
    }
  }

  void setException(ExceptionText text, LineText line) {
    exception = text;
    messageLine = line;
    message.append(TextScan.limitLength(text.message(), MAX_MESSAGE));
  }

  void continueMessage(String text, LineText line) {
    if (message.isEmpty()) {
      // RuntimeError:
      // The detected CUDA version (11.8) mismatches the version that was used to compile PyTorch
      messageLine = isCode(text) ? messageLine : line;
      message.append(text);
      return;
    }
    if (message.length() + text.length() < MAX_MESSAGE) {
      message.append('\n').append(text);
    }
  }

  /**
   * Whether the message only announces the error, as TensorFlow's messages do: {@code Graph
   * execution error:}, {@code 2 root error(s) found.}
   */
  boolean isAnnouncement() {
    return message.length() < MAX_ANNOUNCEMENT
        && (message.toString().equals("Graph execution error:") || announcesRoots());
  }

  /** Whether the errors follow as {@code (0) INVALID_ARGUMENT: Incompatible shapes}. */
  boolean announcesRoots() {
    return message.length() < MAX_ANNOUNCEMENT
        && message.toString().endsWith(" root error(s) found.");
  }

  /** Replaces an announcement by the message that it announces. */
  void replaceMessage(String text, LineText line) {
    message.setLength(0);
    message.append(TextScan.limitLength(text, MAX_MESSAGE));
    messageLine = line;
  }

  private static boolean isCode(String text) {
    return text.startsWith("#") || text.endsWith(";") || text.endsWith("{");
  }

  boolean isComplete() {
    return messageLine != null;
  }

  boolean hasFrames() {
    return !frames.isEmpty();
  }

  List<StackFrame> frames() {
    return frames;
  }

  /** The exception of a complete link. */
  ExceptionText exception() {
    return Objects.requireNonNull(exception, "the link is not complete");
  }

  String message() {
    return message.toString();
  }

  /** The line that states the exception; if the stack is cut off, that of its last frame. */
  LineText line() {
    if (messageLine != null) {
      return messageLine;
    }
    return lastFrame != null ? lastFrame : header;
  }

  /** Takes a line as part of the stack: a frame, its statement, or the marks below. */
  void extendStack(LineText line) {
    lastOfStack = line.number();
  }

  /** Number of the line that states the exception; if it is cut off, of the last of the stack. */
  long lastLine() {
    return isComplete() ? line().number() : Math.max(line().number(), lastOfStack);
  }

  /**
   * {@code KeyError: 'labels'}, at the line that states it.
   *
   * @param known whether the text is known without it
   */
  MessageLine toMessageLine(boolean known) {
    String text = known ? "" : exception().type() + ": " + message.toString().replace('\n', ' ');
    return new MessageLine(line().number(), TextScan.limitLength(text, MessageLine.MAX_TEXT));
  }
}
