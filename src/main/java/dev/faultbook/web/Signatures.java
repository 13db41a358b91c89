package dev.faultbook.web;

import java.util.ArrayList;
import java.util.List;

/** Marks the gaps and captures in the text of a signature. */
final class Signatures {
  private Signatures() {}

  static List<StyledText> toPieces(String source) {
    List<StyledText> pieces = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int i = 0;
    while (i < source.length()) {
      int end = markEnd(source, i);
      if (source.charAt(i) == '\\' && i + 1 < source.length()) {
        text.append(source, i, i + 2);
        i += 2;
      } else if (end > i) {
        flushLiteral(pieces, text);
        pieces.add(
            new StyledText(
                source.substring(i, end), source.charAt(i) == '{' ? "capture" : "gap", ""));
        i = end;
      } else {
        text.append(source.charAt(i++));
      }
    }
    flushLiteral(pieces, text);
    return pieces;
  }

  private static int markEnd(String source, int at) {
    if (source.startsWith("...", at)) {
      return at + 3;
    }
    if (source.charAt(at) == '{') {
      int end = source.indexOf('}', at);
      for (int i = at + 1; i < end; i++) {
        char c = source.charAt(i);
        if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == ':')) {
          return -1;
        }
      }
      return end > at + 1 ? end + 1 : -1;
    }
    return -1;
  }

  private static void flushLiteral(List<StyledText> pieces, StringBuilder text) {
    if (!text.isEmpty()) {
      pieces.add(new StyledText(text.toString(), "", ""));
      text.setLength(0);
    }
  }
}
