package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import java.util.ArrayList;
import java.util.List;

/** Message and stack that a native program, or the handler of a signal, prints when it aborts. */
final class NativeBlock implements FailureBlock {
  private static final int MAX_FRAMES = 64;
  private static final int MAX_FOREIGN = 6;
  private static final int MAX_MESSAGE = 40;

  /** Longest prefix of an unknown format that a log collector writes before each line. */
  private static final int MAX_PREFIX = 100;

  private final String type;
  private final int signal;
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
    this(line, type, message, 0);
    open = message.isEmpty();
  }

  private NativeBlock(LineText line, String type, String message, int signal) {
    this.type = type;
    this.signal = signal;
    this.message = new StringBuilder(message);
    decisive = line;
    last = line;
  }

  /** A signal, with the stack that a handler prints after it. */
  static NativeBlock ofSignal(LineText line, int signal) {
    return new NativeBlock(line, "", line.bare(), signal);
  }

  @Override
  public boolean isInterruption() {
    return signal != 0 && Signals.roleOf(signal) == CausalRole.INTERRUPTION;
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
    if (what >= 0 && what < MAX_PREFIX && signal == 0) {
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
    if (NativeFrame.isHeading(bare) || signal != 0 && isDetail(bare)) {
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

  private static boolean isDetail(String bare) {
    return bare.startsWith("Signal code: ") || bare.startsWith("Failing at address: ");
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
    if (signal != 0) {
      return FailureEvent.of(decisive, new Failure.Signal(signal, frames), Signals.roleOf(signal))
          .withLastLine(last.number());
    }
    String text = message.toString();
    CausalRole role = Cascade.followsOther(text) ? CausalRole.CONSEQUENCE : CausalRole.CAUSE;
    if (type.equals("terminate") || text.isEmpty()) {
      role = CausalRole.EXIT;
    }
    Failure failure = Failure.UncaughtException.ofNative(type, text, frames, decisive.number());
    return FailureEvent.of(decisive, failure, role).withLastLine(last.number());
  }
}
