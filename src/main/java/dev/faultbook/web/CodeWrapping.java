package dev.faultbook.web;

/**
 * Makes code wrap only at blanks. A browser also breaks a line after a dash or a slash, which
 * splits an option or a path, and no style property prevents that; so each such word gets an
 * element of its own.
 */
final class CodeWrapping {
  private static final String OPEN = "<code";
  private static final String CLOSE = "</code>";
  private static final String COMMAND = "<pre class=\"command\">";

  /**
   * A longer word within a sentence may break, because it would leave too wide a gap in the line.
   */
  private static final int LONGEST_IN_TEXT = 32;

  private CodeWrapping() {}

  /** The HTML of a command. */
  static String wrapCommand(String command) {
    StringBuilder escaped = new StringBuilder();
    HtmlText.appendText(command, escaped);
    StringBuilder out = new StringBuilder();
    appendWords(escaped.toString(), Integer.MAX_VALUE, out);
    return CommandBlanks.mark(out.toString());
  }

  /** HTML in which commands and short pieces of code wrap only at blanks. */
  static String wrapHtml(String html) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    for (int at = html.indexOf(OPEN); at >= 0; at = html.indexOf(OPEN, done)) {
      int from = html.indexOf('>', at) + 1;
      int to = html.indexOf(CLOSE, from);
      boolean command = html.startsWith(COMMAND, at - COMMAND.length());
      boolean block = command || html.lastIndexOf("<pre", at) > html.lastIndexOf("</pre>", at);
      out.append(html, done, from);
      if (block && !command) {
        out.append(html, from, to);
      } else {
        StringBuilder code = new StringBuilder();
        appendWords(html.substring(from, to), command ? Integer.MAX_VALUE : LONGEST_IN_TEXT, code);
        out.append(command ? CommandBlanks.mark(code.toString()) : code);
      }
      done = to;
    }
    return out.append(html, done, html.length()).toString();
  }

  private static void appendWords(String escaped, int longest, StringBuilder out) {
    int at = 0;
    while (at < escaped.length()) {
      int end = at;
      while (end < escaped.length() && !Character.isWhitespace(escaped.charAt(end))) {
        end++;
      }
      String word = escaped.substring(at, end);
      boolean breaks = word.indexOf('-') >= 0 || word.indexOf('/') >= 0;
      if (breaks && word.length() <= longest) {
        out.append("<span class=\"word\">").append(word).append("</span>");
      } else {
        out.append(word);
      }
      at = end;
      while (at < escaped.length() && Character.isWhitespace(escaped.charAt(at))) {
        out.append(escaped.charAt(at++));
      }
    }
  }
}
