package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/**
 * An exception without its traceback: the traceback is cut off, or only its last line was logged.
 */
final class BareExceptionFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    LineText shown = stripPytestMark(line);
    ExceptionText text = ExceptionText.parseStrict(shown.bare());
    if (text == null || line.severity().isHarmless() || shown.bare().equals("Exception:")) {
      return null;
    }
    LoggerPrefix gutter =
        LoggerPrefix.before(line.raw(), line.raw().length() - line.body().length());
    return new TracebackBlock(shown, gutter, false).startAtException(text, shown);
  }

  /** Strips the mark of pytest: {@code E torch._dynamo.exc.TorchRuntimeError: …}. */
  private static LineText stripPytestMark(LineText line) {
    return line.body().startsWith("E   ") ? line.withBody(line.body().substring(4)) : line;
  }
}
