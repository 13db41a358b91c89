package dev.faultbook.search;

/**
 * Strips Markdown markup for search and snippets. Not a parser: pages are parsed for display; here
 * a stray asterisk is harmless, and indexing must be fast.
 */
final class MarkdownText {
  private static final String COMMENT = "<!--";

  /** Ends a paragraph, a list item or a heading; no sentence extends beyond it. */
  static final char PARAGRAPH = '\u2029';

  private MarkdownText() {}

  /** The text of a paragraph on one line. */
  static String inline(String markdown) {
    StringBuilder out = new StringBuilder();
    appendLine(markdown, 0, markdown.length(), out);
    return out.toString().replace('\n', ' ').strip();
  }

  /**
   * Appends the sentences of a section, each paragraph and each list item ending with {@link
   * #PARAGRAPH}. Leaves out headings, commands, tables and comments, and sentences that end with a
   * colon, because what they announce is left out.
   */
  static void appendProse(String markdown, StringBuilder out) {
    boolean code = false;
    for (String line : markdown.lines().toList()) {
      if (line.startsWith("```")) {
        code = !code;
        endParagraph(out);
      } else if (!code) {
        appendProseLine(line.strip(), out);
      }
    }
    endParagraph(out);
  }

  private static void appendProseLine(String line, StringBuilder out) {
    boolean item = !line.isEmpty() && (line.startsWith("- ") || isNumbered(line));
    if (line.isEmpty() || item || "#|<".indexOf(line.charAt(0)) >= 0) {
      endParagraph(out);
    }
    if (!line.isEmpty() && "#|<".indexOf(line.charAt(0)) < 0) {
      out.append(inline(isNumbered(line) ? line.substring(line.indexOf(". ") + 2) : line));
      out.append(' ');
    }
  }

  private static void endParagraph(StringBuilder out) {
    int start = out.lastIndexOf(String.valueOf(PARAGRAPH)) + 1;
    String text = out.substring(start).strip();
    out.setLength(start);
    if (text.endsWith(":") || text.endsWith("\uff1a")) {
      text = text.substring(0, lastSentenceEnd(text)).strip();
    }
    if (!text.isEmpty()) {
      out.append(text).append(PARAGRAPH);
    }
  }

  /** The index after the last complete sentence before the final one; 0 if there is only one. */
  private static int lastSentenceEnd(String text) {
    int latin = Math.max(text.lastIndexOf(". "), text.lastIndexOf("? "));
    return Math.max(latin, Math.max(text.lastIndexOf('\u3002'), text.lastIndexOf('\uff1f'))) + 1;
  }

  /** {@code 2. Raise the limit}. */
  private static boolean isNumbered(String line) {
    int end = 0;
    while (end < line.length() && Character.isDigit(line.charAt(end))) {
      end++;
    }
    return end > 0 && line.startsWith(". ", end);
  }

  /** Appends the text of a section: words, code and link texts, line by line. */
  static void appendText(String markdown, StringBuilder out) {
    boolean code = false;
    int at = 0;
    while (at < markdown.length()) {
      int end = markdown.indexOf('\n', at);
      end = end < 0 ? markdown.length() : end;
      if (markdown.startsWith("```", at)) {
        code = !code;
      } else if (markdown.startsWith(COMMENT, at)) {
        // A condition or the verification of a command, which readers do not see.
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
