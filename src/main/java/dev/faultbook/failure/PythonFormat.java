package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** Python's tracebacks, complete or with the beginning cut off. */
final class PythonFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    int at = line.raw().indexOf(TracebackBlock.HEADER);
    if (at >= 0) {
      int start = headerStart(line.raw(), at);
      LoggerPrefix gutter = LoggerPrefix.before(line.raw(), start);
      TracebackBlock block = new TracebackBlock(line, gutter, false);
      // Traceback (most recent call last):  File "<string>", line 1, in <module>
      String rest = line.raw().substring(at + TracebackBlock.HEADER.length());
      return rest.length() > 8 && FrameText.of(rest.substring(1).strip()) != null
          ? block.startAtFrame(line.withBody(rest.substring(1)))
          : block;
    }
    StackFrame frame = FrameText.of(line.bare());
    if (frame == null
        || BareExceptionFormat.isBehindCode(line)
        || line.body().startsWith("Cell In") && line.body().length() > 60) {
      return null;
    }
    return new TracebackBlock(line, gutterOfFrame(line), true).startAtFrame(line);
  }

  /** The end of the gutter before a header, with {@code Original}, {@code +} or IPython's class. */
  private static int headerStart(String raw, int at) {
    int i = at;
    while (i > 0 && raw.charAt(i - 1) == ' ') {
      i--;
    }
    boolean wide = at - i > 3 && !raw.startsWith(":", at + TracebackBlock.HEADER.length());
    if (wide || raw.startsWith("Original ", at - 9)) {
      while (i > 0 && raw.charAt(i - 1) != ' ') {
        i--;
      }
      return i;
    }
    return at;
  }

  private static LoggerPrefix gutterOfFrame(LineText line) {
    int at = line.raw().indexOf("File ");
    int i = Math.max(at, 0);
    while (i > 0 && line.raw().charAt(i - 1) == ' ') {
      i--;
    }
    return i > 0 && i + 1 < line.raw().length()
        ? LoggerPrefix.before(line.raw(), i + 1)
        : LoggerPrefix.NONE;
  }
}
