package dev.faultbook.web;

import java.util.List;
import org.springframework.web.util.HtmlUtils;

/**
 * Renders the lines of a log as HTML. A page shows up to 1,500 of them; rendered by the template
 * engine, they would take most of the page's time.
 */
final class LineHtml {
  private final StringBuilder out = new StringBuilder();

  /**
   * Renders lines.
   *
   * @param columns the columns to show next to the text
   */
  static String write(List<LogView.Line> lines, LogView.Columns columns) {
    LineHtml html = new LineHtml();
    lines.forEach(line -> html.writeLine(line, columns));
    return html.out.toString();
  }

  private void writeLine(LogView.Line line, LogView.Columns columns) {
    startTag("div", line.mark().isEmpty() ? "ln" : "ln ln--hit " + "ln--" + line.mark());
    out.append(" id=\"L").append(line.number()).append('"');
    if (!line.note().isEmpty()) {
      out.append(" title=\"");
      out.append(HtmlUtils.htmlEscape(line.note(), "UTF-8"));
      out.append('"');
    }
    out.append('>');
    startTag("a", "ln__number");
    out.append(" tabindex=\"-1\" href=\"#L").append(line.number()).append("\">");
    out.append(line.label()).append("</a>");
    if (columns.times()) {
      writeElement("span", "ln__time", line.time());
    }
    if (columns.lanes()) {
      writeElement("span", "ln__lane", line.lane());
    }
    out.append("<code>");
    line.pieces().forEach(this::writePiece);
    out.append("</code></div>");
  }

  private void writePiece(StyledText piece) {
    if (!piece.mark().isEmpty()) {
      writeElement("mark", "mark--" + piece.mark(), piece.text());
    } else if (!piece.style().isEmpty()) {
      writeElement("span", piece.style(), piece.text());
    } else {
      out.append(HtmlUtils.htmlEscape(piece.text(), "UTF-8"));
    }
  }

  private void writeElement(String name, String classes, String text) {
    startTag(name, classes);
    out.append('>');
    out.append(HtmlUtils.htmlEscape(text, "UTF-8"));
    out.append("</").append(name).append('>');
  }

  /**
   * Writes a start tag with a class attribute but without its {@code >}, so that further attributes
   * can follow.
   */
  private void startTag(String name, String classes) {
    out.append('<').append(name).append(" class=\"").append(classes).append('"');
  }
}
