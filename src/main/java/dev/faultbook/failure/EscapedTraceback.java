package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.List;

/** Tracebacks that JSON loggers write on one line, with escaped newlines. */
final class EscapedTraceback {
  private static final int MAX_LINES = 400;
  private static final String HEADER = TracebackBlock.HEADER + ":\\n";

  private EscapedTraceback() {}

  static boolean isIn(String text) {
    return text.contains(HEADER);
  }

  static List<String> unescapeLines(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int i = text.indexOf(HEADER);
    while (i < text.length() && lines.size() < MAX_LINES) {
      char c = text.charAt(i);
      if (c == '"') {
        break;
      }
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        char escaped = text.charAt(i);
        if (escaped == 'n') {
          lines.add(line.toString());
          line.setLength(0);
        } else {
          line.append(escaped == 't' ? '\t' : escaped);
        }
      } else {
        line.append(c);
      }
      i++;
    }
    lines.add(line.toString());
    return lines;
  }
}
