package dev.faultbook.report;

import dev.faultbook.log.TextParts;
import dev.faultbook.log.VisibleText;

/**
 * Lines of plain text for a terminal. What steers a terminal or cannot be seen is left out: a log
 * must not be able to steer the terminal that shows it.
 */
public final class LineWriter {
  private static final int WIDTH = 96;

  private final StringBuilder out = new StringBuilder();

  /** An empty line. */
  public void writeBlank() {
    writeLine("");
  }

  /** A line, however long. */
  public void writeLine(String text) {
    out.append(VisibleText.of(text)).append('\n');
  }

  /** A text, wrapped at its blanks. */
  public void writeWrapped(String indent, String text) {
    StringBuilder row = new StringBuilder(indent);
    for (String word : TextParts.splitAt(text.strip().replace('\n', ' '), ' ')) {
      if (row.length() + word.length() + 1 > WIDTH && row.length() > indent.length()) {
        writeLine(row.toString());
        row = new StringBuilder(indent);
      }
      row.append(row.length() > indent.length() ? " " : "").append(word);
    }
    writeLine(row.toString());
  }

  /** A text of at most so many characters, with an ellipsis where it was longer. */
  public static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) + "…" : text;
  }

  /** Everything that was written. */
  @Override
  public String toString() {
    return out.toString();
  }
}
