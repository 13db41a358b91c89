package dev.faultbook.search;

/**
 * Markdown without its marks, for searching and for snippets. Not a parser: a page is parsed where
 * it is shown; here a stray asterisk does no harm, and the index must be there at once.
 */
final class MarkdownText {
  private static final String COMMENT = "<!--";

  /** Ends a paragraph, a list item or a heading: no sentence goes beyond it. */
  static final char PARAGRAPH = '\u2029';

  private MarkdownText() {}

  /** A paragraph's text on one line. */
  static String inline(String markdown) {
    StringBuilder out = new StringBuilder();
    appendLine(markdown, 0, markdown.length(), out);
    return out.toString().replace('\n', ' ').strip();
  }

  /** Appends the sentences of a section: no commands, tables, comments or labels of risks. */
  static void appendProse(String markdown, StringBuilder out) {
    boolean code = false;
    for (String line : markdown.lines().toList()) {
      if (line.startsWith("```")) {
        code = !code;
      } else if (!code && !line.startsWith("|") && !line.startsWith(COMMENT)) {
        boolean starts = line.isBlank() || "#-".indexOf(line.charAt(0)) >= 0 || isNumbered(line);
        if (starts && !out.isEmpty() && out.charAt(out.length() - 1) != PARAGRAPH) {
          out.append(PARAGRAPH);
        }
        sentence(withoutRisk(line), out);
      }
    }
    out.append(PARAGRAPH);
  }

  private static void sentence(String line, StringBuilder out) {
    String text = inline(line);
    if (!text.isEmpty()) {
      out.append(text).append(' ');
    }
  }

  private static boolean isNumbered(String line) {
    return Character.isDigit(line.charAt(0)) && line.indexOf(". ") > 0;
  }

  /** {@code ### 1. Raise the limit [restart]} without its label. */
  private static String withoutRisk(String line) {
    int open = line.lastIndexOf(" [");
    return line.startsWith("#") && line.endsWith("]") && open > 0 ? line.substring(0, open) : line;
  }

  /** Appends the text of a section: words, code and link texts, one line of it a line. */
  static void appendText(String markdown, StringBuilder out) {
    boolean code = false;
    int at = 0;
    while (at < markdown.length()) {
      int end = markdown.indexOf('\n', at);
      end = end < 0 ? markdown.length() : end;
      if (markdown.startsWith("```", at)) {
        code = !code;
      } else if (markdown.startsWith(COMMENT, at)) {
        // A condition or how a command was verified: no reader sees it.
      } else if (code) {
        out.append(markdown, at, end).append('\n');
      } else {
        appendLine(markdown, at, end, out);
      }
      at = end + 1;
    }
  }

  private static void appendLine(String text, int from, int to, StringBuilder out) {
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
