package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/** Parses the lines of tracebacks that name a frame. */
public final class FrameText {
  private static final int MAX_LENGTH = 500;

  private FrameText() {}

  /**
   * The frame that a line names in any of Python's formats; null if none.
   *
   * @param bare the line without its prefix and indentation
   */
  public static @Nullable StackFrame of(String bare) {
    String s = bare.startsWith("> ") ? bare.substring(2) : bare;
    if (s.startsWith("File \"")) {
      return parsePython(s);
    }
    if (s.startsWith("File ") || s.startsWith("Cell In") || s.startsWith("Input In")) {
      return parseIpython(s);
    }
    StackFrame frame = parseLocated(s);
    return frame != null ? frame : parseOldIpython(s);
  }

  /** {@code File "train.py", line 88, in collate}; faulthandler omits the second comma. */
  private static @Nullable StackFrame parsePython(String s) {
    int close = s.indexOf('"', 6);
    if (close < 0 || !s.startsWith(", line ", close + 1)) {
      return null;
    }
    int digits = close + 8;
    Integer line = TextScan.parseNumber(s, digits);
    if (line == null) {
      return null;
    }
    int end = TextScan.digitsEnd(s, digits);
    int in = s.indexOf("in ", end);
    String function = in >= 0 && in <= end + 2 ? s.substring(in + 3).strip() : "";
    return createFrame(s.substring(6, close), line, function);
  }

  /** {@code Cell In[3], line 2} of a notebook. */
  private static @Nullable StackFrame parseCell(String s) {
    int comma = s.indexOf(',');
    Integer line = TextScan.numberAfter(s, "line ");
    if (comma < 0 || s.length() > 200) {
      return null;
    }
    return createFrame(s.substring(0, comma), line == null ? 0 : line, "<module>");
  }

  /** {@code File /opt/x/trainer.py:2171, in Trainer.train(self)}, {@code Cell In[21], line 1}. */
  private static @Nullable StackFrame parseIpython(String s) {
    if (!s.startsWith("File ")) {
      return parseCell(s);
    }
    int in = s.indexOf(", in ");
    int colon = s.lastIndexOf(':', in < 0 ? s.length() : in);
    Integer line = colon < 5 ? null : TextScan.parseNumber(s, colon + 1);
    if (line == null || in < 0 && TextScan.digitsEnd(s, colon + 1) < s.length()) {
      return null;
    }
    return createFrame(
        s.substring(5, colon), line, in < 0 ? "" : functionName(s.substring(in + 5)));
  }

  /** {@code /work/train.py:88 in collate} of rich. */
  private static @Nullable StackFrame parseLocated(String s) {
    int in = s.indexOf(" in ");
    int colon = in < 0 ? -1 : s.lastIndexOf(':', in);
    if (colon <= 0 || TextScan.digitsEnd(s, colon + 1) != in || in == colon + 1) {
      return null;
    }
    String path = s.substring(0, colon);
    boolean source = path.endsWith(".py") || path.endsWith(">") || path.endsWith(".pyx");
    Integer line = TextScan.parseNumber(s, colon + 1);
    return !source || path.indexOf(' ') >= 0 || line == null
        ? null
        : createFrame(path, line, s.substring(in + 4).strip());
  }

  /** {@code ~/x/train.py in f(a, b)}, {@code <ipython-input-3-a1b2> in <module>} before 8.0. */
  private static @Nullable StackFrame parseOldIpython(String s) {
    int in = s.indexOf(" in ");
    if (in <= 0 || !(s.startsWith("<ipython-input") || s.startsWith(".py", in - 3))) {
      return null;
    }
    String path = s.substring(0, in);
    return path.indexOf(' ') >= 0 ? null : createFrame(path, 0, functionName(s.substring(in + 4)));
  }

  private static String functionName(String call) {
    int open = call.indexOf('(');
    return (open > 0 ? call.substring(0, open) : call).strip();
  }

  static StackFrame createFrame(String path, int line, String function) {
    return new StackFrame(
        TextScan.limitLength(path, MAX_LENGTH),
        line,
        TextScan.limitLength(function, MAX_LENGTH),
        Libraries.libraryOf(path));
  }
}
