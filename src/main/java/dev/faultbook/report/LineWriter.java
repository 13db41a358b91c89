package dev.faultbook.report;

import dev.faultbook.log.TextParts;
import dev.faultbook.log.VisibleText;

/**
 * Writes lines of plain text for a terminal. Drops control and invisible characters: a log must not
 * be able to control the terminal that shows it.
 */
public final class LineWriter {
  private static final int WIDTH = 96;

  private final StringBuilder out = new StringBuilder();

  /** Writes an empty line. */
  public void writeBlank() {
    writeLine("");
  }

  /** Writes a line of any length. */
  public void writeLine(String text) {
    out.append(VisibleText.of(text)).append('\n');
  }

  /** Writes text that is already safe where it will be shown, without ending the line. */
  void writeRaw(String... parts) {
    for (String part : parts) {
      out.append(part);
    }
  }

  /** Writes a text, wrapped at blanks. */
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

  /** The text, cut to {@code longest} characters with an ellipsis if it is longer. */
  public static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) + "…" : text;
  }

  /** The text written so far. */
  @Override
  public String toString() {
    return out.toString();
  }
}
