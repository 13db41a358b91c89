package dev.faultbook.failure;

import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.stream.Severity;
import org.jspecify.annotations.Nullable;

/**
 * What a line in JSON states beside its message: {@code {"level":"error","msg":"problem running
 * manager","error":"listen tcp :8080: bind: address already in use"}}.
 *
 * @param severity the level; null if the line states none, or is no JSON
 * @param error the error; empty if the line states none, or is no JSON
 */
record JsonFields(@Nullable Severity severity, String error) {
  private static final int MAX_LINE = 8 * 1024;
  private static final JsonFields NONE = new JsonFields(null, "");

  static JsonFields of(LineSlice line) {
    if (line.from() == line.to() || line.bytes()[line.from()] != '{') {
      return NONE;
    }
    int to = Math.min(line.to(), line.from() + MAX_LINE);
    String text = Lines.decodeText(line.bytes(), line.from(), to);
    String level = valueOf(text, "\"level\":");
    String error = valueOf(text, "\"error\":");
    return new JsonFields(level == null ? null : Severity.of(level), error == null ? "" : error);
  }

  /** The text behind a key, without its escapes; null if there is none. */
  private static @Nullable String valueOf(String text, String key) {
    int at = text.indexOf(key);
    int open = TextScan.blanksEnd(text, at + key.length());
    if (at < 0 || !text.startsWith("\"", open)) {
      return null;
    }
    StringBuilder value = new StringBuilder();
    for (int i = open + 1; i < text.length() && text.charAt(i) != '"'; i++) {
      boolean escaped = text.charAt(i) == '\\' && i + 1 < text.length();
      i = escaped ? i + 1 : i;
      value.append(escaped && text.charAt(i) == 'n' ? ' ' : text.charAt(i));
    }
    return value.toString();
  }

  /** The message with the error behind it, unless the line has no message but the error. */
  String addError(String message) {
    return error.isEmpty() || message.startsWith("{") ? message : message + ": " + error;
  }

  LineText addLevel(LineText line) {
    return severity == null
        ? line
        : new LineText(
            line.number(), line.stream(), line.time(), line.raw(), line.body(), severity);
  }
}
