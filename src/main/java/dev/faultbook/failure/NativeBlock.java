package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import java.util.ArrayList;
import java.util.List;

/** Message and stack that a native program prints when it aborts. */
final class NativeBlock implements FailureBlock {
  private static final int MAX_FRAMES = 64;
  private static final int MAX_FOREIGN = 6;
  private static final int MAX_MESSAGE = 40;

  /** Longest prefix of an unknown format that a log collector writes before each line. */
  private static final int MAX_PREFIX = 100;

  private final String type;
  private final StringBuilder message;
  private final List<StackFrame> frames = new ArrayList<>();
  private LineText decisive;
  private LineText last;
  private boolean open;
  private int foreign;
  private int lines;

  /**
   * @param line the line that states the error, unless a {@code what():} follows
   * @param type the class, or the kind of check that failed
   * @param message the message on the line
   */
  NativeBlock(LineText line, String type, String message) {
    this.type = type;
    this.message = new StringBuilder(message);
    decisive = line;
    last = line;
    open = message.isEmpty();
  }

  @Override
  public boolean yieldsTo(FailureFormat other) {
    return true;
  }

  @Override
  public Step acceptLine(LineText line) {
    String bare = line.bare();
    // what():  CUDA error: an illegal memory access was encountered
    int what = bare.indexOf("what():");
    if (what >= 0 && what < MAX_PREFIX) {
      message.append(bare.substring(what + 7).strip());
      decisive = line;
      open = true;
      return takeLine(line);
    }
    StackFrame frame = NativeFrame.of(bare);
    if (frame != null) {
      open = false;
      if (frames.size() < MAX_FRAMES) {
        frames.addFirst(frame);
      }
      return takeLine(line);
    }
    if (NativeFrame.isHeading(bare)) {
      open = false;
      return takeLine(line);
    }
    if (continuesMessage(line)) {
      message.append('\n').append(bare);
      open = ++lines < MAX_MESSAGE;
      return takeLine(line);
    }
    return ++foreign > MAX_FOREIGN ? Step.ENDED : Step.PASSED;
  }

  private boolean continuesMessage(LineText line) {
    return open
        && !message.isEmpty()
        && !line.bare().isEmpty()
        && line.severity() == Severity.UNSTATED
        && !Aftermath.isProgress(line.bare());
  }

  private Step takeLine(LineText line) {
    last = line;
    foreign = 0;
    return Step.TAKEN;
  }

  @Override
  public FailureEvent toEvent() {
    String text = message.toString();
    CausalRole role = Cascade.followsOther(text) ? CausalRole.CONSEQUENCE : CausalRole.CAUSE;
    if (type.equals("terminate") || text.isEmpty()) {
      role = CausalRole.EXIT;
    }
    Failure failure =
        new Failure.UncaughtException(
            Failure.UncaughtException.ExceptionRuntime.NATIVE,
            type,
            text,
            frames,
            List.of(decisive.number()));
    return FailureEvent.of(decisive, failure, role).withLastLine(last.number());
  }
}
