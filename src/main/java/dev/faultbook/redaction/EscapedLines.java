package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text that is escaped within one line: {@code {"msg":"password:\n hunter2\n"}}.
 * Line breaks at all levels of escapes are read alike.
 */
final class EscapedLines {

  /** Escapes of line breaks by other programs than those that write {@code \n}. */
  private static final List<String> OTHERS =
      List.of("#012", "#015", "&#10;", "&#13;", "%0A", "%0a", "%0D", "%0d");

  /** What the escapes of a carriage return end with. */
  private static final List<String> RETURNS = List.of("r", "#015", "&#13;", "%0D", "%0d");

  private static final int MOST_BACKSLASHES = 15;

  private final List<String> lines = new ArrayList<>();

  /** The escaped line break after each line but the last. */
  private final List<String> breaks = new ArrayList<>();

  private EscapedLines(String line) {
    int start = 0;
    int i = 0;
    while (i < line.length()) {
      int end = breakEnd(line, i);
      if (end > i && isReturn(line, i, end) && !isReturn(line, end, breakEnd(line, end))) {
        end = breakEnd(line, end); // \r\n
      }
      if (end > i) {
        lines.add(line.substring(start, i));
        breaks.add(line.substring(i, end));
        start = end;
      }
      i = Math.max(i + 1, end);
    }
    lines.add(line.substring(start));
  }

  /** Returns the escaped lines of a line; null if it has no escaped line break. */
  static @Nullable EscapedLines of(String line) {
    boolean may =
        line.indexOf('\\') >= 0 || OTHERS.stream().anyMatch(escape -> line.contains(escape));
    EscapedLines escaped = may ? new EscapedLines(line) : null;
    return escaped == null || escaped.breaks.isEmpty() ? null : escaped;
  }

  /** The lines with real line breaks. */
  String text() {
    return String.join("\n", lines);
  }

  /** Replaces each line, in their order, and returns the line with its escapes. */
  String replaceLines(UnaryOperator<String> replacement) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      out.append(replacement.apply(lines.get(i))).append(i < breaks.size() ? breaks.get(i) : "");
    }
    return out.toString();
  }

  private static boolean isReturn(String line, int from, int end) {
    return RETURNS.stream()
        .anyMatch(escape -> end > from && line.startsWith(escape, end - escape.length()));
  }

  /** Returns the end of the escaped line break at a position; the position if there is none. */
  private static int breakEnd(String line, int at) {
    char c = at < line.length() ? line.charAt(at) : ' ';
    if (c == '\\') {
      int letter = at + 1;
      while (letter < line.length()
          && letter - at < MOST_BACKSLASHES
          && line.charAt(letter) == '\\') {
        letter++;
      }
      boolean breaks = letter < line.length() && "nr".indexOf(line.charAt(letter)) >= 0;
      return breaks ? letter + 1 : at;
    }
    if (c == '#' || c == '&' || c == '%') {
      for (String escape : OTHERS) {
        if (line.startsWith(escape, at)) {
          return at + escape.length();
        }
      }
    }
    return at;
  }
}
