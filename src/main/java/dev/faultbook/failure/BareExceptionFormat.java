package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/**
 * An exception without its traceback: the traceback is cut off, or only its last line was logged.
 */
final class BareExceptionFormat implements FailureFormat {
  private static final String QUOTES = "`*\"“”";

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    LineText shown = stripMarks(line);
    ExceptionText text = ExceptionText.parseStrict(shown.bare());
    if (text == null || line.severity().isHarmless() || shown.bare().equals("Exception:")) {
      return null;
    }
    LoggerPrefix gutter =
        LoggerPrefix.before(line.raw(), line.raw().length() - line.body().length());
    return new TracebackBlock(shown, gutter, false).startAtException(text, shown);
  }

  /**
   * Strips the mark of pytest, {@code E torch._dynamo.exc.TorchRuntimeError: …}, and those with
   * which people quote a message: {@code **RuntimeError: …**}.
   */
  private static LineText stripMarks(LineText line) {
    String body = line.body();
    if (body.startsWith("E   ")) {
      return line.withBody(body.substring(4));
    }
    int from = 0;
    int to = body.length();
    while (from < to && QUOTES.indexOf(body.charAt(from)) >= 0) {
      from++;
    }
    while (from > 0 && to > from && QUOTES.indexOf(body.charAt(to - 1)) >= 0) {
      to--;
    }
    return from == 0 ? line : line.withBody(body.substring(from, to));
  }
}
