package dev.faultbook.search;

/**
 * Markdown without its marks, for searching and for snippets. Not a parser: a page is parsed where
 * it is shown; here a stray asterisk does no harm, and the index must be there at once.
 */
final class MarkdownText {
  private MarkdownText() {}

  /** Appends the text of a section: words, code and link texts, one line of it a line. */
  static void append(String markdown, StringBuilder out) {
    boolean code = false;
    int at = 0;
    while (at < markdown.length()) {
      int end = markdown.indexOf('\n', at);
      end = end < 0 ? markdown.length() : end;
      if (markdown.startsWith("```", at)) {
        code = !code;
      } else if (code) {
        out.append(markdown, at, end).append('\n');
      } else {
        line(markdown, at, end, out);
      }
      at = end + 1;
    }
  }

  private static void line(String text, int from, int to, StringBuilder out) {
    int i = from;
    while (i < to && "#-> ".indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    while (i < to) {
      char c = text.charAt(i);
      if (c == ']' && i + 1 < to && text.charAt(i + 1) == '(') {
        int close = text.indexOf(')', i);
        i = close < 0 || close >= to ? i + 2 : close + 1;
        continue;
      }
      if (c != '`' && c != '*' && !(c == '[' && isLink(text, i, to))) {
        out.append(c);
      }
      i++;
    }
    out.append('\n');
  }

  private static boolean isLink(String text, int from, int to) {
    int i = from + 1;
    while (i < to && text.charAt(i) != '[' && text.charAt(i) != ']') {
      i++;
    }
    return text.startsWith("](", i);
  }
}
