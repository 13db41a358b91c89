package dev.faultbook.cre;

import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.markdown.MarkdownRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Makes untrusted Markdown safe for a section of a page: headings become bold paragraphs, HTML
 * becomes text, images and links that do not lead to the web become their text, and nothing in it
 * is parsed as a section, a variable or a link between entries.
 */
final class PlainText {
  private static final Parser PARSER = Parser.builder().build();
  private static final MarkdownRenderer MARKDOWN = MarkdownRenderer.builder().build();
  private static final TextContentRenderer TEXT = TextContentRenderer.builder().build();

  private PlainText() {}

  static String toMarkdown(String source) {
    return makeInert(MARKDOWN.render(tamed(source)).strip());
  }

  private static Node tamed(String source) {
    Node document = PARSER.parse(source);
    document.accept(new Tamer());
    return document;
  }

  /** A line of text as Markdown that shows it unchanged. */
  static String escapeLine(String line) {
    return makeInert(MARKDOWN.render(paragraphOf(line)).strip());
  }

  private static Paragraph paragraphOf(String text) {
    Paragraph paragraph = new Paragraph();
    paragraph.appendChild(new Text(oneLine(text)));
    return paragraph;
  }

  /** The first paragraph of a Markdown text in one line of plain text. */
  static String firstParagraph(String source) {
    Node first = tamed(source).getFirstChild();
    while (first != null && first.getNext() != null && TEXT.render(first).isBlank()) {
      first = first.getNext();
    }
    return first == null ? "" : oneLine(TEXT.render(first));
  }

  static String oneLine(String text) {
    return String.join(" ", text.strip().split("\\s+"));
  }

  /** Cuts at a sentence, otherwise at a word. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    String start = text.substring(0, most - 1);
    int sentence = start.lastIndexOf(". ");
    if (sentence > most / 3) {
      return start.substring(0, sentence + 1);
    }
    int blank = start.lastIndexOf(' ');
    return (blank > most / 2 ? start.substring(0, blank) : start) + "…";
  }

  /** Pages fill variables and check links in their whole text, including code. */
  private static String makeInert(String markdown) {
    return markdown.replace("{{", "{ {").replace("](entry:", "] (entry:");
  }

  /** Replaces elements that a page must not contain. */
  private static final class Tamer extends AbstractVisitor {
    @Override
    public void visit(Heading heading) {
      visitChildren(heading);
      StrongEmphasis strong = new StrongEmphasis("**");
      for (Node child = heading.getFirstChild(); child != null; child = heading.getFirstChild()) {
        strong.appendChild(child);
      }
      Paragraph paragraph = new Paragraph();
      if (strong.getFirstChild() != null) {
        paragraph.appendChild(strong);
      }
      replaceNode(heading, paragraph);
    }

    @Override
    public void visit(HtmlBlock html) {
      replaceNode(html, paragraphOf(html.getLiteral()));
    }

    @Override
    public void visit(HtmlInline html) {
      replaceNode(html, new Text(html.getLiteral()));
    }

    @Override
    public void visit(Image image) {
      visitChildren(image);
      unwrapNode(image);
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      String to = link.getDestination();
      if (!to.startsWith("https://") && !to.startsWith("http://")) {
        unwrapNode(link);
      }
    }

    @Override
    public void visit(FencedCodeBlock code) {
      // The page's reader tells code by lines that begin with three backticks.
      code.setFenceCharacter("`");
      code.setOpeningFenceLength(3);
      code.setClosingFenceLength(3);
      code.setLiteral(code.getLiteral().replace("```", "'''"));
      code.setInfo(
          List.of("bash", "yaml", "json", "sql").contains(code.getInfo()) ? code.getInfo() : "");
    }

    @Override
    public void visit(IndentedCodeBlock code) {
      FencedCodeBlock fenced = new FencedCodeBlock();
      fenced.setLiteral(code.getLiteral());
      replaceNode(code, fenced);
      visit(fenced);
    }

    @Override
    public void visit(SoftLineBreak lineBreak) {
      replaceNode(lineBreak, new Text(" "));
    }

    @Override
    public void visit(HardLineBreak lineBreak) {
      replaceNode(lineBreak, new Text(" "));
    }

    @Override
    public void visit(ThematicBreak line) {
      line.setLiteral("***");
    }

    private static void replaceNode(Node old, Node by) {
      old.insertBefore(by);
      old.unlink();
    }

    private static void unwrapNode(Node node) {
      for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
        node.insertBefore(child);
      }
      node.unlink();
    }
  }
}
