package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/** Splits the lines of a table into cells. */
final class TableRows {

  /** Marks a table whose cells are separated by two or more blanks. */
  static final char BLANKS = ' ';

  /** Marks a table whose cells are words with any number of blanks between them. */
  static final char WORDS = '\0';

  /** Cell separators; the first of these that occurs in a line is used. */
  static final String SEPARATORS = TableCells.BORDERS + "\t,;";

  private static final String RULE_SIGNS =
      TableCells.BORDERS + "+-=:─━═┼┿╇╪╬├┤┡┩╞╡╠╣┏┓┌┐╔╗└┘┗┛╚╝┳┻┬┴╦╩╤╧╟╢╋ \t";

  private TableRows() {}

  static char separatorOf(String line) {
    for (int i = 0; i < SEPARATORS.length(); i++) {
      if (line.indexOf(SEPARATORS.charAt(i)) >= 0) {
        return SEPARATORS.charAt(i);
      }
    }
    return BLANKS;
  }

  /** Whether the line consists of the signs that separate rows. */
  static boolean isRule(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (RULE_SIGNS.indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return !line.isBlank();
  }

  /** Splits a line into cells without surrounding blanks and quotes. */
  static List<TextRange> cellsOf(String line, char separator) {
    boolean blanks = separator == BLANKS || separator == WORDS;
    List<TextRange> cells = new ArrayList<>();
    int start = blanks ? TextRuns.skipBlanks(line, 0) : 0;
    while (start <= line.length()) {
      int end = cellEnd(line, start, separator);
      cells.add(trim(line, start, end));
      int next = blanks ? TextRuns.skipBlanks(line, end) : end + 1;
      start = next == line.length() && blanks ? next + 1 : next;
    }
    return cells;
  }

  private static int cellEnd(String line, int start, char separator) {
    if (TableCells.BORDERS.indexOf(separator) >= 0) {
      // Borders of any kind count: rich draws those of the heading heavier.
      return TableCells.nextBorder(line, start);
    }
    int end =
        switch (separator) {
          case BLANKS -> line.indexOf("  ", start);
          case WORDS -> line.indexOf(' ', start);
          default -> line.indexOf(separator, start);
        };
    return end < 0 ? line.length() : end;
  }

  private static TextRange trim(String line, int start, int end) {
    int first = start;
    int last = end;
    while (first < last && isPadding(line.charAt(first))) {
      first++;
    }
    while (last > first && isPadding(line.charAt(last - 1))) {
      last--;
    }
    return new TextRange(first, last);
  }

  private static boolean isPadding(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c);
  }
}
