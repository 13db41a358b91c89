package dev.faultbook.failure;

import java.util.List;

/** An exception that stands alone: its traceback is cut off, or only its last line was logged. */
final class BareExceptionFormat implements FailureFormat {
  @Override
  public List<String> triggers() {
    return List.of(
        "error",
        "exception",
        "keyboardinterrupt",
        "notfound:",
        "unsupported:",
        "timeout:",
        "timeoutexpired",
        "outofmemory:");
  }

  @Override
  public boolean graveOnly() {
    return true;
  }

  @Override
  public FailureBlock read(LineText line) {
    LineText shown = unmarked(line);
    ExceptionText text = ExceptionText.strict(shown.bare());
    if (text == null || line.severity().harmless() || shown.bare().equals("Exception:")) {
      return null;
    }
    Gutter gutter = Gutter.before(line.raw(), line.raw().length() - line.body().length());
    return new TracebackBlock(shown, gutter, false, null).told(text, shown);
  }

  /** {@code E torch._dynamo.exc.TorchRuntimeError: …} as pytest marks what failed. */
  private static LineText unmarked(LineText line) {
    return line.body().startsWith("E   ") ? line.withBody(line.body().substring(4)) : line;
  }

  @Override
  public boolean interrupts() {
    return false;
  }
}
