package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Output of faulthandler and the interpreter when Python itself crashes. */
final class FatalPythonFormat implements FailureFormat {
  private final Signals signals;

  FatalPythonFormat(Signals signals) {
    this.signals = signals;
  }

  private static final String FATAL = "Fatal Python error: ";

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // Fatal Python error: Segmentation fault
    int at = bare.indexOf(FATAL);
    if (at >= 0) {
      return readStack(line, bare.substring(at + FATAL.length()));
    }
    // Windows fatal exception: access violation
    return bare.startsWith("Windows fatal exception: ") ? readStack(line, bare) : null;
  }

  private Stack readStack(LineText line, String what) {
    return new Stack(line, what, signals.parseName(what));
  }

  /**
   * The stacks of all threads, innermost frame first; the first one is that of the failed thread.
   */
  private static final class Stack implements FailureBlock {
    private static final int MAX_FRAMES = 64;
    private static final int MAX_FOREIGN = 4;
    private final LineText line;
    private final String what;
    private final int signal;
    private final List<StackFrame> frames = new ArrayList<>();
    private boolean current = true;
    private int foreign;
    private long last;

    Stack(LineText line, String what, int signal) {
      this.signal = signal;
      this.line = line;
      this.what = what;
      last = line.number();
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return foreign > 0;
    }

    @Override
    public Step acceptLine(LineText next) {
      String bare = next.bare();
      StackFrame frame = FrameText.of(bare);
      if (frame != null) {
        if (current && frames.size() < MAX_FRAMES) {
          frames.addFirst(frame);
        }
        return takeLine(next);
      }
      if (isThread(bare) || isDetail(bare)) {
        return takeLine(next);
      }
      return ++foreign > MAX_FOREIGN ? Step.ENDED : Step.PASSED;
    }

    /** {@code Current thread 0x00007f2c (most recent call first):}. */
    private boolean isThread(String bare) {
      boolean failed = bare.startsWith("Current thread 0x");
      if (!failed && !bare.startsWith("Thread 0x")) {
        return false;
      }
      if (failed) {
        frames.clear();
      }
      current = failed || frames.isEmpty();
      return true;
    }

    private static boolean isDetail(String bare) {
      return bare.isEmpty()
          || bare.startsWith("Extension modules: ")
          || bare.startsWith("Python runtime state: ")
          || bare.equals("...");
    }

    private Step takeLine(LineText next) {
      last = next.number();
      foreign = 0;
      return Step.TAKEN;
    }

    @Override
    public FailureEvent toEvent() {
      if (signal == 0) {
        Failure failure =
            Failure.UncaughtException.ofPython("Fatal Python error", what, frames, line.number());
        return FailureEvent.of(line, failure, CausalRole.CAUSE).withLastLine(last);
      }
      return FailureEvent.of(line, new Failure.Signal(signal, frames), Signals.roleOf(signal))
          .withLastLine(last);
    }
  }
}
