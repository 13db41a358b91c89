package dev.faultbook.content;

import java.util.List;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renders the Markdown of pages as HTML. HTML in the Markdown is escaped; links may lead to other
 * entries or to the web, never to scripts.
 */
public final class Markdown {
  private static final String ENTRY = "entry:";
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(EXTENSIONS)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .attributeProviderFactory(context -> new Attributes())
          .build();

  private Markdown() {}

  /** The HTML of several paragraphs. */
  public static String toHtml(String markdown) {
    return RENDERER.render(parse(markdown));
  }

  /** The HTML of one or two sentences, without a paragraph around them. */
  public static String toInlineHtml(String markdown) {
    Node document = parse(markdown);
    Node only = document.getFirstChild();
    if (!(only instanceof Paragraph) || only.getNext() != null) {
      return RENDERER.render(document);
    }
    StringBuilder html = new StringBuilder();
    for (Node node = only.getFirstChild(); node != null; node = node.getNext()) {
      html.append(RENDERER.render(node));
    }
    return html.toString();
  }

  /**
   * Replaces the targets of links between entries: {@code [text](entry:disk-full)} becomes {@code
   * [text](PREFIXdisk-full)}.
   *
   * @param prefix the part of the address before the id; may be empty
   */
  public static String addressEntries(String markdown, String prefix) {
    return markdown.replace("](" + ENTRY, "](" + prefix);
  }

  private static Node parse(String markdown) {
    Node document = PARSER.parse(markdown);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            if (link.getDestination().startsWith(ENTRY)) {
              link.setDestination("/entries/" + link.getDestination().substring(ENTRY.length()));
            }
            visitChildren(link);
          }
        });
    return document;
  }

  /** Marks blocks of commands, so that a page can offer to copy them. */
  private static final class Attributes implements AttributeProvider {
    @Override
    public void setAttributes(Node node, String tag, Map<String, String> attributes) {
      if (tag.equals("pre")) {
        boolean command =
            node instanceof FencedCodeBlock block && block.getInfo().strip().equals("bash");
        if (command || node instanceof IndentedCodeBlock || node instanceof FencedCodeBlock) {
          attributes.put("class", command ? "command" : "output");
        }
      }
      if (node instanceof Link && attributes.getOrDefault("href", "").startsWith("http")) {
        attributes.put("rel", "noopener noreferrer");
      }
    }
  }
}
