package dev.faultbook.content;

import java.util.ArrayList;
import java.util.List;

/**
 * Markdown with variables {@code {{name|default}}}. Prose accepts any text without markup. Code
 * accepts what a {@link CommandTemplate} accepts. Code means fenced and indented blocks and inline
 * code, except inline code that is a single variable: that quotes a log and is not a command.
 */
public final class PageTemplate {
  private static final String FENCE = "```";
  private static final int INDENT = 4;

  private PageTemplate() {}

  /**
   * A part of a page, either prose or code.
   *
   * @param start index of its first character
   * @param text the part
   * @param code whether it is code
   */
  record Segment(int start, String text, boolean code) {}

  /** The Markdown with values inserted for its variables. */
  public static String fill(String markdown, TemplateValues values) {
    if (!markdown.contains("{{")) {
      return markdown;
    }
    StringBuilder out = new StringBuilder(markdown.length());
    for (Segment stretch : splitAtCode(TemplateFunction.fillAll(markdown, values.computed()))) {
      out.append(
          stretch.code()
              ? new CommandTemplate(stretch.text()).fill(values)
              : fillProse(stretch.text(), values));
    }
    return out.toString();
  }

  private static String fillProse(String text, TemplateValues values) {
    StringBuilder out = new StringBuilder(text.length());
    int from = 0;
    for (Variable variable : Variable.findAll(text)) {
      append(out, text.substring(from, variable.start()));
      append(out, values.proseValue(variable.name()).orElse(variable.defaultValue()));
      from = variable.end();
    }
    append(out, text.substring(from));
    return out.toString();
  }

  /**
   * Appends text, dropping the blank between two Chinese characters: a page separates a variable by
   * blanks for the number that a log fills in, but a default in words needs none.
   */
  private static void append(StringBuilder out, String text) {
    int last = out.length() - 1;
    if (last > 0 && out.charAt(last) == ' ' && isChinese(out, last - 1) && isChinese(text, 0)) {
      out.setLength(last);
    }
    boolean blank = text.startsWith(" ") && isChinese(out, last) && isChinese(text, 1);
    out.append(text, blank ? 1 : 0, text.length());
  }

  private static boolean isChinese(CharSequence text, int at) {
    return at >= 0
        && at < text.length()
        && Character.UnicodeScript.of(text.charAt(at)) == Character.UnicodeScript.HAN;
  }

  /** The whole text, split where code begins and ends. */
  static List<Segment> splitAtCode(String markdown) {
    List<Segment> segments = new ArrayList<>();
    boolean fenced = false;
    boolean code = false;
    int start = 0;
    int at = 0;
    while (at < markdown.length()) {
      int end = markdown.indexOf('\n', at) + 1;
      String line = markdown.substring(at, end == 0 ? markdown.length() : end);
      boolean fence = line.stripLeading().startsWith(FENCE);
      boolean now = fenced || fence || isIndented(line);
      if (now != code) {
        addSegments(segments, start, markdown.substring(start, at), code);
        start = at;
        code = now;
      }
      fenced ^= fence;
      at += line.length();
    }
    addSegments(segments, start, markdown.substring(start), code);
    return segments;
  }

  private static boolean isIndented(String line) {
    return line.startsWith(" ".repeat(INDENT)) || line.startsWith("\t");
  }

  private static void addSegments(List<Segment> segments, int start, String text, boolean code) {
    if (code) {
      segments.add(new Segment(start, text, true));
      return;
    }
    int from = 0;
    int open = text.indexOf('`');
    while (open >= 0) {
      String ticks = backtickRun(text, open);
      int close = findClosing(text, ticks, open + ticks.length());
      int next = open + ticks.length();
      if (close >= 0) {
        String inside = text.substring(next, close);
        segments.add(new Segment(start + from, text.substring(from, next), false));
        segments.add(new Segment(start + next, inside, !isSingleVariable(inside)));
        from = close;
        next = close + ticks.length();
      }
      open = text.indexOf('`', next);
    }
    segments.add(new Segment(start + from, text.substring(from), false));
  }

  private static String backtickRun(String text, int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) == '`') {
      end++;
    }
    return text.substring(at, end);
  }

  /** The index of the next run of exactly as many backticks, or -1. */
  private static int findClosing(String text, String ticks, int from) {
    int at = text.indexOf('`', from);
    while (at >= 0) {
      String run = backtickRun(text, at);
      if (run.equals(ticks)) {
        return at;
      }
      at = text.indexOf('`', at + run.length());
    }
    return -1;
  }

  private static boolean isSingleVariable(String code) {
    List<Variable> variables = Variable.findAll(code);
    return variables.size() == 1
        && variables.getFirst().start() == 0
        && variables.getFirst().end() == code.length();
  }
}
