package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One exception of a chain while its lines are being read. */
final class ChainLink {
  private static final int MOST_FRAMES = 64;
  private static final int OUTERMOST = 16;
  private static final int LONGEST_MESSAGE = 4000;

  /** How an exception follows the one before it. */
  enum Relation {
    /** The first of its chain. */
    FIRST,
    /** "The above exception was the direct cause of the following exception". */
    CAUSE,
    /** "During handling of the above exception, another exception occurred". */
    DURING,
    /** The one before it is another one of the same group. */
    SIBLING,
    /** The one before it only carries this one from another process or thread. */
    CARRIED
  }

  final Relation relation;
  final LineText header;
  private final List<StackFrame> frames = new ArrayList<>();
  private final StringBuilder message = new StringBuilder();
  private @Nullable ExceptionText exception;
  private @Nullable LineText told;
  private @Nullable LineText lastFrame;

  ChainLink(Relation relation, LineText header) {
    this.relation = relation;
    this.header = header;
  }

  void addFrame(StackFrame frame, LineText line) {
    // The outermost frames show where the program came from, the innermost ones where it broke.
    if (frames.size() == MOST_FRAMES) {
      frames.remove(OUTERMOST);
    }
    frames.add(frame);
    lastFrame = line;
  }

  void setException(ExceptionText text, LineText line) {
    exception = text;
    told = line;
    message.append(TextScan.limitLength(text.message(), LONGEST_MESSAGE));
  }

  void goOn(String text, LineText line) {
    if (message.isEmpty()) {
      // RuntimeError:
      // The detected CUDA version (11.8) mismatches the version that was used to compile PyTorch
      told = isCode(text) ? told : line;
      message.append(text);
      return;
    }
    if (message.length() + text.length() < LONGEST_MESSAGE) {
      message.append('\n').append(text);
    }
  }

  /** Whether the message only announces what went wrong, as TensorFlow's of graphs does. */
  boolean isAnnouncement() {
    return message.toString().equals("Graph execution error:");
  }

  /** Takes the line that an announcement was for. */
  void replaceMessage(String text, LineText line) {
    message.setLength(0);
    message.append(TextScan.limitLength(text, LONGEST_MESSAGE));
    told = line;
  }

  private static boolean isCode(String text) {
    return text.startsWith("#") || text.endsWith(";") || text.endsWith("{");
  }

  boolean isComplete() {
    return told != null;
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

  /** The line that tells the exception; where the stack is cut off, that of its last frame. */
  LineText line() {
    if (told != null) {
      return told;
    }
    return lastFrame != null ? lastFrame : header;
  }
}
