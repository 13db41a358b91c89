package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Failures stated by a pair of lines: TensorFlow's root errors, errors in notebooks. */
final class StatusFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // 2 root error(s) found.
    if (bare.endsWith("root error(s) found.") && TextScan.parseNumber(bare, 0) != null) {
      return new SecondLine("(0) ", null);
    }
    // "name": "TypeError",
    String name = TextScan.textBetween(bare, "\"name\": \"", "\"");
    boolean exception = name != null && ExceptionText.parseStrict(name) != null;
    return exception && bare.startsWith("\"name") ? new SecondLine("\"message\": ", name) : null;
  }

  /** The next line, which states the error. */
  private static final class SecondLine implements FailureBlock {
    private final String start;
    private final @Nullable String type;
    private @Nullable LineText decisive;
    private int lines;

    SecondLine(String start, @Nullable String type) {
      this.start = start;
      this.type = type;
    }

    @Override
    public Step acceptLine(LineText line) {
      if (decisive != null || ++lines > 3) {
        return Step.ENDED;
      }
      if (!line.bare().startsWith(start)) {
        return Step.PASSED;
      }
      decisive = line;
      return Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return other instanceof RowFormat;
    }

    @Override
    public @Nullable FailureEvent toEvent() {
      if (decisive == null) {
        return null;
      }
      String text = decisive.bare().substring(start.length());
      int colon = text.indexOf(": ");
      String code = type != null || colon < 0 ? type : text.substring(0, colon);
      String message = type != null || colon < 0 ? stripQuotes(text) : text.substring(colon + 2);
      Failure failure =
          Failure.UncaughtException.ofPython(code, message, List.of(), decisive.number());
      return FailureEvent.of(decisive, failure, CausalRole.CAUSE);
    }

    private static String stripQuotes(String text) {
      int end = text.endsWith(",") ? text.length() - 1 : text.length();
      return text.startsWith("\"") && end > 2 ? text.substring(1, end - 1) : text;
    }
  }
}
