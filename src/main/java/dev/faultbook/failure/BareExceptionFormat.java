package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An exception without its traceback: the traceback is cut off, or only its last line was logged.
 */
final class BareExceptionFormat implements FailureFormat {
  private static final String QUOTES = "`*\"“”";
  private static final List<String> LABELS = PhraseSets.LISTS.phrases("labels of exceptions");
  private static final int MAX_LABEL = 20;

  /** The first of the punctuation marks of Chinese; further ones are full-width forms. */
  private static final char FIRST_WIDE = '\u3000';

  private static final char FIRST_IDEOGRAPH = '\u4e00';

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    LineText shown = stripMarks(line);
    ExceptionText text = ExceptionText.parseStrict(shown.bare());
    if (text == null) {
      shown = stripBefore(line);
      text = ExceptionText.parseStrict(shown.bare());
    }
    if (text == null || line.severity().isHarmless() || shown.bare().equals("Exception:")) {
      return null;
    }
    LoggerPrefix gutter =
        LoggerPrefix.before(line.raw(), line.raw().length() - line.body().length());
    TracebackBlock block = new TracebackBlock(shown, gutter, false).startAtException(text, shown);
    int before = line.body().length() - shown.body().length();
    return before > 0 && isProgram(line, line.body().substring(0, before).strip())
        ? block.endMessage()
        : block;
  }

  /**
   * Strips the mark of pytest, {@code E torch._dynamo.exc.TorchRuntimeError: …}, and those with
   * which people quote a message: {@code **RuntimeError: …**}, {@code [RuntimeError: …]}.
   */
  private static LineText stripMarks(LineText line) {
    String body = line.body();
    if (body.startsWith("E   ")) {
      return line.withBody(body.substring(4));
    }
    if (body.startsWith("[") && body.endsWith("]")) {
      return line.withBody(body.substring(1, body.length() - 1));
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

  /**
   * Strips the code in front of an exception, as titles of issues have it: {@code raise ValueError(
   * ValueError: bad shard}; or the sentence around a quoted one: {@code I get "ValueError: bad
   * shard" at the start}.
   */
  private static LineText stripBefore(LineText line) {
    String body = line.body();
    int colon = body.indexOf(": ");
    while (colon > 0) {
      int from = colon;
      while (from > 0 && isTypePart(body.charAt(from - 1))) {
        from--;
      }
      // The class alone decides; a copy of the rest at each colon would not be linear.
      if (from > 1 && ExceptionText.parseStrict(body.substring(from, colon + 1)) != null) {
        int to = isQuoted(line, from) ? quoteEnd(body, body.charAt(from - 1), colon) : -1;
        // A sentence in Chinese ends without a blank.
        boolean apart = body.charAt(from - 1) == ' ' || body.charAt(from - 1) >= FIRST_WIDE;
        String before = apart ? body.substring(0, from).strip() : "";
        return to < 0 && !isCode(before) && !isLabel(before) && !isProgram(line, before)
            ? line
            : line.withBody(body.substring(from, to < 0 ? body.length() : to));
      }
      colon = body.indexOf(": ", colon + 1);
    }
    return line;
  }

  /** An apostrophe may also stand within the quotation: the last one ends it. */
  private static int quoteEnd(String body, char quote, int from) {
    char close = quote == '“' ? '”' : quote;
    int end = quote == '\'' ? body.lastIndexOf(close) : body.indexOf(close, from);
    return end > from ? end : -1;
  }

  /**
   * {@code - Failure: ModuleNotFoundError: No module named torchgen} in a list; {@code FAILED
   * tests/test_train.py::test_fit - TypeError: …} in pytest's summary; {@code Failed to process the
   * request(s) for model instance 'tok_0', message: TypeError: …} of Triton's Python backend.
   */
  private static boolean isLabel(String text) {
    return text.startsWith("FAILED ") && text.endsWith(" -")
        || text.endsWith("', message:") && text.contains("request(s) for model ")
        || text.length() <= MAX_LABEL && LABELS.stream().anyMatch(text::endsWith);
  }

  /** {@code 06:02:01 worker: AssertionError: …}: a name behind a time. */
  private static boolean isProgram(LineText line, String text) {
    return line.raw().length() > line.body().length()
        && line.severity() == Severity.UNSTATED
        && text.endsWith(":")
        && text.chars().limit(text.length() - 1L).allMatch(c -> c >= 'a' && c <= 'z' || c == '-');
  }

  /** Whether an exception follows a frame on the same line. */
  static boolean isBehindCode(LineText line) {
    return line.bare().startsWith("File \"") && stripBefore(line) != line;
  }

  private static boolean isTypePart(char c) {
    return TextScan.isIdentifierPart(c) || c == '.';
  }

  /** Whether a quotation begins before an index of a line of prose, which has no prefix. */
  private static boolean isQuoted(LineText line, int from) {
    String body = line.body();
    char before = body.charAt(from - 1);
    return (before == '\'' || QUOTES.indexOf(before) >= 0)
        && (body.charAt(from - 2) == ' ' || body.charAt(from - 2) >= FIRST_IDEOGRAPH)
        && Character.isLetter(body.charAt(0))
        && line.severity() == Severity.UNSTATED
        && body.equals(line.raw());
  }

  /** Whether a text is a frame, a statement that raises, or ends in a call or an index. */
  private static boolean isCode(String text) {
    return text.startsWith("File \"")
        || text.startsWith("raise ")
        || text.endsWith(")") && text.indexOf('(') > 0 && text.charAt(text.indexOf('(') - 1) != ' '
        || text.endsWith("]") && text.contains(" = ");
  }
}
