package dev.faultbook.search;

import java.text.BreakIterator;
import java.util.List;
import java.util.Locale;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** The words of Markdown for search and snippets: text, code and link texts, without markup. */
final class MarkdownText {
  /** Ends a paragraph, a list item or a heading; no sentence extends beyond it. */
  static final char PARAGRAPH = '\u2029';

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private MarkdownText() {}

  /** The text of a paragraph on one line. */
  static String inline(String markdown) {
    return oneLine(PARSER.parse(markdown));
  }

  private static String oneLine(Node node) {
    StringBuilder text = new StringBuilder();
    append(node, text);
    return text.toString().replace('\n', ' ').strip();
  }

  /** Appends the text of a section, line by line. */
  static void appendText(String markdown, StringBuilder out) {
    append(PARSER.parse(markdown), out);
  }

  /**
   * Appends the sentences of a section, each paragraph and each list item ending with {@link
   * #PARAGRAPH}. Leaves out headings, commands, tables and comments, and sentences that end with a
   * colon, because what they announce is left out.
   */
  static void appendProse(String markdown, StringBuilder out) {
    PARSER
        .parse(markdown)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Paragraph paragraph) {
                String text = withoutAnnouncement(oneLine(paragraph));
                out.append(text).append(text.isEmpty() ? "" : PARAGRAPH);
              }
            });
  }

  /** The sentences of paragraphs that {@link #appendProse} appended, one a line. */
  static String sentences(String prose) {
    StringBuilder lines = new StringBuilder(prose.length());
    for (String paragraph : Analyzers.splitWords(prose, c -> c != PARAGRAPH)) {
      BreakIterator ends = BreakIterator.getSentenceInstance(Locale.ROOT);
      ends.setText(paragraph);
      int from = ends.first();
      for (int to = ends.next(); to != BreakIterator.DONE; to = ends.next()) {
        lines.append(paragraph.substring(from, to).strip()).append('\n');
        from = to;
      }
    }
    return lines.toString();
  }

  private static String withoutAnnouncement(String text) {
    if (!text.endsWith(":") && !text.endsWith("\uff1a")) {
      return text;
    }
    int latin = Math.max(text.lastIndexOf(". "), text.lastIndexOf("? "));
    int chinese = Math.max(text.lastIndexOf('\u3002'), text.lastIndexOf('\uff1f'));
    return text.substring(0, Math.max(latin, chinese) + 1).strip();
  }

  private static void append(Node node, StringBuilder out) {
    switch (node) {
      case Text text -> out.append(text.getLiteral());
      case Code code -> out.append(code.getLiteral());
      case HtmlInline html -> out.append(html.getLiteral());
      case FencedCodeBlock code -> out.append(code.getLiteral());
      case IndentedCodeBlock code -> out.append(code.getLiteral());
      // A comment is a condition or the verification of a command, which readers do not see.
      case HtmlBlock html ->
          out.append(html.getLiteral().startsWith("<!--") ? "" : html.getLiteral() + "\n");
      case SoftLineBreak end -> out.append('\n');
      case HardLineBreak end -> out.append('\n');
      default -> {
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
          append(child, out);
        }
        boolean line = node instanceof Paragraph || node instanceof Heading;
        out.append(line || node instanceof TableCell ? "\n" : "");
      }
    }
  }
}
