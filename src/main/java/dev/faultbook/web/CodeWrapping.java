package dev.faultbook.web;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.function.Function;
import org.springframework.web.util.HtmlUtils;

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
  private static final int MAX_IN_TEXT = 32;

  /**
   * What the user has to replace in commands: {@code docker run IMAGE}. Upper case alone does not
   * tell, because commands also contain variables ({@code LD_LIBRARY_PATH}), states ({@code DRAIN})
   * and search terms ({@code NCCL WARN}).
   */
  private static final Set<String> PLACEHOLDERS =
      Set.of(
          ResourceBundle.getBundle("dev.faultbook.web.command-words", Locale.ROOT)
              .getString("placeholders")
              .split(" "));

  private static final Pattern BREAKABLE = Pattern.compile("\\S*[-/]\\S*");
  private static final Pattern TAG_OR_WORD = Pattern.compile("<[^>]*>|\\w+");

  private CodeWrapping() {}

  /** The HTML of a command. */
  static String wrapCommand(String command) {
    String escaped = HtmlUtils.htmlEscape(command, "UTF-8");
    return markPlaceholders(wrapWords(escaped, Integer.MAX_VALUE));
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
        String code =
            wrapWords(html.substring(from, to), command ? Integer.MAX_VALUE : MAX_IN_TEXT);
        out.append(command ? markPlaceholders(code) : code);
      }
      done = to;
    }
    return out.append(html, done, html.length()).toString();
  }

  private static String wrapWords(String escaped, int longest) {
    return replaceEach(
        BREAKABLE,
        escaped,
        word ->
            word.end() - word.start() <= longest
                ? "<span class=\"word\">" + word.group() + "</span>"
                : word.group());
  }

  /** HTML of a command with its {@link #PLACEHOLDERS} marked; tags and entities are unchanged. */
  static String markPlaceholders(String html) {
    return replaceEach(
        TAG_OR_WORD,
        html,
        word ->
            PLACEHOLDERS.contains(word.group()) && !isNotPlaceholder(html, word.start(), word.end())
                ? "<em class=\"command__blank\">" + word.group() + "</em>"
                : word.group());
  }

  private static String replaceEach(
      Pattern pattern, String text, Function<Matcher, String> replacement) {
    StringBuilder out = new StringBuilder();
    Matcher matcher = pattern.matcher(text);
    int done = 0;
    while (matcher.find()) {
      out.append(text, done, matcher.start()).append(replacement.apply(matcher));
      done = matcher.end();
    }
    return out.append(text, done, text.length()).toString();
  }

  /**
   * Whether the word is a variable ({@code $NAME}, {@code NAME=}), a column ({@code NAME:.x}) or
   * part of a pattern.
   */
  private static boolean isNotPlaceholder(String html, int from, int to) {
    char before = from == 0 ? ' ' : html.charAt(from - 1);
    char after = to == html.length() ? ' ' : html.charAt(to);
    return "${|(^#-&".indexOf(before) >= 0
        || "=|)(*".indexOf(after) >= 0
        || html.startsWith(":.", to);
  }
}
