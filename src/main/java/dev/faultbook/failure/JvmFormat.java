package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stack traces of Java and Node. */
final class JvmFormat implements FailureFormat {
  private static final String THREAD = "Exception in thread \"";

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    String rest = bare;
    // Exception in thread "main" java.lang.OutOfMemoryError: Java heap space
    if (bare.startsWith(THREAD)) {
      int close = bare.indexOf("\" ", THREAD.length());
      rest = close < 0 ? "" : bare.substring(close + 2);
    } else if (!bare.startsWith("java.lang.")) {
      return null;
    }
    ExceptionText text = ExceptionText.parseLenient(rest);
    return text == null || line.severity().isHarmless() ? null : new Trace(line, text);
  }

  /** Frames and causes of an exception; the last cause is the first in time. */
  private static final class Trace implements FailureBlock {
    private static final int MAX_FRAMES = 64;
    private static final List<String> ROOTS = List.of("java.", "jdk.", "sun.", "scala.", "org.");
    private final List<MessageLine> chain = new ArrayList<>();
    private final List<StackFrame> frames = new ArrayList<>();
    private LineText decisive;
    private ExceptionText text;
    private long last;

    Trace(LineText line, ExceptionText text) {
      setException(line, text);
    }

    private void setException(LineText line, ExceptionText told) {
      decisive = line;
      text = told;
      chain.addFirst(MessageLine.of(line));
      last = line.number();
      frames.clear();
    }

    @Override
    public Step acceptLine(LineText line) {
      String bare = line.bare();
      if (bare.startsWith("at ") && bare.endsWith(")")) {
        if (frames.size() < MAX_FRAMES) {
          frames.addFirst(parseFrame(bare.substring(3)));
        }
      } else if (bare.startsWith("Caused by: ")) {
        ExceptionText cause = ExceptionText.parseLenient(bare.substring(11));
        if (cause == null) {
          return Step.ENDED;
        }
        setException(line, cause);
      } else if (!bare.startsWith("... ")) {
        return Step.ENDED;
      }
      last = line.number();
      return Step.TAKEN;
    }

    /** {@code org.apache.spark.SparkContext.runJob(SparkContext.scala:2214)}. */
    private static StackFrame parseFrame(String at) {
      int open = at.indexOf('(');
      String function = open < 0 ? at : at.substring(0, open);
      String place = open < 0 ? "" : at.substring(open + 1, at.length() - 1);
      int colon = place.lastIndexOf(':');
      Integer line = colon < 0 ? null : TextScan.parseNumber(place, colon + 1);
      String file = colon < 0 ? place : place.substring(0, colon);
      return new StackFrame(file, line == null ? 0 : line, function, libraryOf(function));
    }

    /**
     * {@code org.apache} of {@code org.apache.spark.SparkContext.runJob}; null for the user's code.
     */
    private static @Nullable String libraryOf(String function) {
      int second = function.indexOf('.', function.indexOf('.') + 1);
      for (String root : ROOTS) {
        if (second > 0 && function.startsWith(root)) {
          return function.substring(0, second);
        }
      }
      return null;
    }

    @Override
    public FailureEvent toEvent() {
      Failure failure =
          new Failure.UncaughtException(
              Failure.UncaughtException.ExceptionRuntime.NATIVE,
              text.type(),
              text.message(),
              frames,
              chain);
      return FailureEvent.of(decisive, failure, Cascade.roleOf(text, text.message()))
          .withLastLine(last);
    }
  }
}
