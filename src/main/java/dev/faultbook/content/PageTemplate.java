package dev.faultbook.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * Markdown with variables {@code {{name|default}}}. Prose accepts any text without markup. Code
 * accepts what a {@link CommandTemplate} accepts. Code means fenced and indented blocks and inline
 * code, except inline code that is a single variable: that quotes a log and is not a command.
 */
public final class PageTemplate {
  private static final Parser PARSER =
      Parser.builder().includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES).build();

  private PageTemplate() {}

  /**
   * A part of a page, either prose or code.
   *
   * @param text the part
   * @param code whether it is code
   */
  record Segment(String text, boolean code) {}

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

  /** The prose with its values; empty if a variable has none. */
  public static Optional<String> fillKnown(String prose, TemplateValues values) {
    boolean known =
        Variable.findAll(prose).stream()
            .allMatch(one -> values.proseValue(one.name()).flatMap(one::scale).isPresent());
    return known ? Optional.of(fillProse(prose, values)) : Optional.empty();
  }

  private static String fillProse(String text, TemplateValues values) {
    StringBuilder out = new StringBuilder(text.length());
    int from = 0;
    for (Variable variable : Variable.findAll(text)) {
      append(out, text.substring(from, variable.start()));
      append(
          out,
          values
              .proseValue(variable.name())
              .flatMap(variable::scale)
              .orElse(variable.defaultValue()));
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
    Splitter splitter = new Splitter(markdown);
    PARSER.parse(markdown).accept(splitter);
    splitter.splitAt(markdown.length(), markdown.length());
    return splitter.segments;
  }

  private static final class Splitter extends AbstractVisitor {
    private final String markdown;
    private final List<Segment> segments = new ArrayList<>();
    private int done;

    Splitter(String markdown) {
      this.markdown = markdown;
    }

    @Override
    public void visit(FencedCodeBlock block) {
      splitAt(startOf(block), endOf(block));
    }

    @Override
    public void visit(IndentedCodeBlock block) {
      splitAt(startOf(block), endOf(block));
    }

    @Override
    public void visit(Code code) {
      int start = startOf(code);
      int ticks = 1;
      while (markdown.startsWith("`", start + ticks)) {
        ticks++;
      }
      int end = endOf(code) - ticks;
      if (!isSingleVariable(markdown.substring(start + ticks, end))) {
        splitAt(start + ticks, end);
      }
    }

    private static int startOf(Node node) {
      return node.getSourceSpans().getFirst().getInputIndex();
    }

    private static int endOf(Node node) {
      SourceSpan last = node.getSourceSpans().getLast();
      return last.getInputIndex() + last.getLength();
    }

    /** Adds the prose before a range, and the range as code. */
    void splitAt(int start, int end) {
      addProse(done, start);
      segments.add(new Segment(markdown.substring(start, end), true));
      done = end;
    }

    /**
     * Adds a range without code. An indented line is a command, although Markdown takes one right
     * behind a sentence for the rest of that.
     */
    private void addProse(int from, int to) {
      int start = from;
      for (int at = from; at < to; ) {
        int end = Math.min(to, markdown.indexOf('\n', at) + 1);
        end = end == 0 ? to : end;
        boolean begins = at == 0 || markdown.charAt(at - 1) == '\n';
        if (begins && (markdown.startsWith("    ", at) || markdown.startsWith("\t", at))) {
          segments.add(new Segment(markdown.substring(start, at), false));
          segments.add(new Segment(markdown.substring(at, end), true));
          start = end;
        }
        at = end;
      }
      segments.add(new Segment(markdown.substring(start, to), false));
    }
  }

  private static boolean isSingleVariable(String code) {
    List<Variable> variables = Variable.findAll(code);
    return variables.size() == 1
        && variables.getFirst().start() == 0
        && variables.getFirst().end() == code.length();
  }
}
