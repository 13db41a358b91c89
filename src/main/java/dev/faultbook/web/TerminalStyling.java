package dev.faultbook.web;

import dev.faultbook.log.EscapeSequences;
import dev.faultbook.log.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Converts a line with terminal escapes into styled parts: colours become CSS classes, other
 * control sequences are dropped.
 */
final class TerminalStyling {
  private static final List<String> COLOURS =
      List.of("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white");
  private static final String BOLD = "ansi--bold";

  private TerminalStyling() {}

  /**
   * @param line the line
   * @param marks for each character the CSS class of the finding that it supports, or null
   */
  static List<StyledText> toPieces(String line, String[] marks) {
    List<StyledText> pieces = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    String style = "";
    String mark = "";
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (EscapeSequences.isIntroducer(c)) {
        int end = EscapeSequences.sequenceEnd(line, i);
        if (line.charAt(end - 1) == 'm' && line.startsWith("[", i + 1)) {
          String next = applyCodes(line.substring(i + 2, end - 1), style);
          if (!next.equals(style)) {
            flushPiece(pieces, text, style, mark);
            style = next;
          }
        }
        i = end;
        continue;
      }
      String here = marks[i] == null ? "" : marks[i];
      if (!here.equals(mark)) {
        flushPiece(pieces, text, style, mark);
        mark = here;
      }
      if (!VisibleText.isControl(c)) {
        text.append(c);
      } else if (c != '\r') {
        text.append('\uFFFD');
      }
      i++;
    }
    flushPiece(pieces, text, style, mark);
    return pieces;
  }

  /**
   * Text of several lines without terminal control characters, which HTML forbids; other control
   * characters become U+FFFD. Line ends are kept, so line numbers do not change.
   */
  static String plainText(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (EscapeSequences.isIntroducer(c)) {
        i = EscapeSequences.sequenceEnd(text, i);
        continue;
      }
      boolean kept = !VisibleText.isControl(c) || c == '\n' || c == '\r';
      plain.append(kept ? c : '\uFFFD');
      i++;
    }
    return plain.toString();
  }

  private static void flushPiece(
      List<StyledText> pieces, StringBuilder text, String style, String mark) {
    if (!text.isEmpty()) {
      pieces.add(new StyledText(text.toString(), style, mark));
      text.setLength(0);
    }
  }

  private static String applyCodes(String codes, String before) {
    boolean bold = before.startsWith(BOLD);
    String colour = bold ? before.substring(BOLD.length()).strip() : before;
    for (String code : codes.isEmpty() ? List.of("0") : Arrays.asList(codes.split(";", -1))) {
      int n = parseNumber(code);
      if (n == 38 || n == 48) {
        break; // the codes after it are those of a palette
      }
      bold = n == 1 || bold && n != 0 && n != 22;
      colour = colourAfter(n, colour);
    }
    return ((bold ? BOLD + " " : "") + colour).strip();
  }

  private static String colourAfter(int n, String before) {
    if (n == 0 || n == 39) {
      return "";
    }
    int hue = n >= 90 ? n - 90 : n - 30;
    return hue >= 0 && hue < COLOURS.size() ? "ansi--" + COLOURS.get(hue) : before;
  }

  /** The number of a code; 0 if it is left out, -1 if it is none. */
  private static int parseNumber(String code) {
    boolean number = code.length() <= 4 && code.chars().allMatch(c -> c >= '0' && c <= '9');
    return number ? Integer.parseInt("0" + code) : -1;
  }
}
