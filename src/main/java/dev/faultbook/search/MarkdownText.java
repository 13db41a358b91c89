package dev.faultbook.search;

import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
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
final class MarkdownText extends AbstractVisitor {
  /** Ends a paragraph, a list item or a heading; no sentence extends beyond it. */
  static final char PARAGRAPH = '\u2029';

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private final StringBuilder out;

  private MarkdownText(StringBuilder out) {
    this.out = out;
  }

  /** The text of a paragraph on one line. */
  static String inline(String markdown) {
    return oneLine(PARSER.parse(markdown));
  }

  private static String oneLine(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(new MarkdownText(text));
    return text.toString().replace('\n', ' ').strip();
  }

  /** Appends the text of a section, line by line. */
  static void appendText(String markdown, StringBuilder out) {
    PARSER.parse(markdown).accept(new MarkdownText(out));
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

  private static String withoutAnnouncement(String text) {
    if (!text.endsWith(":") && !text.endsWith("\uff1a")) {
      return text;
    }
    int latin = Math.max(text.lastIndexOf(". "), text.lastIndexOf("? "));
    int chinese = Math.max(text.lastIndexOf('\u3002'), text.lastIndexOf('\uff1f'));
    return text.substring(0, Math.max(latin, chinese) + 1).strip();
  }

  @Override
  public void visit(Text text) {
    out.append(text.getLiteral());
  }

  @Override
  public void visit(Code code) {
    out.append(code.getLiteral());
  }

  @Override
  public void visit(HtmlInline html) {
    out.append(html.getLiteral());
  }

  @Override
  public void visit(FencedCodeBlock code) {
    out.append(code.getLiteral());
  }

  @Override
  public void visit(IndentedCodeBlock code) {
    out.append(code.getLiteral());
  }

  @Override
  public void visit(HtmlBlock html) {
    // A comment is a condition or the verification of a command, which readers do not see.
    out.append(html.getLiteral().startsWith("<!--") ? "" : html.getLiteral() + "\n");
  }

  @Override
  public void visit(Paragraph paragraph) {
    appendLine(paragraph);
  }

  @Override
  public void visit(Heading heading) {
    appendLine(heading);
  }

  @Override
  public void visit(CustomNode cell) {
    appendLine(cell);
  }

  private void appendLine(Node node) {
    visitChildren(node);
    out.append('\n');
  }

  @Override
  public void visit(SoftLineBreak end) {
    out.append('\n');
  }

  @Override
  public void visit(HardLineBreak end) {
    out.append('\n');
  }
}
