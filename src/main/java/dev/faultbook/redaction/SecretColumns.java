package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of secrets, by the headings of a table: {@code user,password}, {@code | user | password
 * |}, {@code USER PASSWORD}. The table ends at the first line that is not a ruling and has another
 * number of cells.
 */
final class SecretColumns {

  private static final int LONGEST_HEADING = 400;

  /** Cell separators; the first of these that occurs in the heading is used. */
  private static final String SEPARATORS = TableCells.BORDERS + "\t,;";

  /** Marks a table whose cells are separated by two or more blanks. */
  private static final char BLANKS = ' ';

  private static final String HEADING_SIGNS = "_-./# \"'";
  private static final String RULE_SIGNS = TableCells.BORDERS + "+-=:─━═┼┿╇╪├┤┡┩╞╡┏┓┌┐└┘┗┛┳┻┬┴╋ \t";

  private record Column(int index, List<NameRule> rules) {}

  private final SecretNames names;
  private char separator;
  private int cells;
  private List<Column> columns = List.of();

  SecretColumns(SecretNames names) {
    this.names = names;
  }

  /** Adds the secrets of a row of the current table. */
  void findSecrets(String line, RedactedSpans found) {
    if (columns.isEmpty() || isRule(line)) {
      return;
    }
    List<TextRange> row = cellsOf(line, separator);
    if (row.size() != cells) {
      return;
    }
    for (Column column : columns) {
      TextRange cell = row.get(column.index());
      SecretValue value = new SecretValue(cell.start(), cell.end(), false);
      if (column.rules().stream().anyMatch(rule -> rule.value().accepts(line, value))) {
        found.add(cell.start(), cell.end(), SecretKind.SECRET);
      }
    }
  }

  /** Recognises the heading and the end of a table. */
  void lineDone(String redacted) {
    if (!columns.isEmpty() && (isRule(redacted) || cellsOf(redacted, separator).size() == cells)) {
      return;
    }
    columns = List.of();
    if (isHeading(redacted)) {
      readHeading(redacted);
    }
  }

  private void readHeading(String line) {
    separator = separatorOf(line);
    List<TextRange> heading = cellsOf(line, separator);
    cells = heading.size();
    if (heading.stream().filter(cell -> !cell.isEmpty()).count() < 2) {
      return;
    }
    List<Column> secret = new ArrayList<>();
    for (int i = 0; i < cells; i++) {
      List<NameRule> rules = rulesFor(line, heading.get(i));
      if (!rules.isEmpty()) {
        secret.add(new Column(i, rules));
      }
    }
    columns = List.copyOf(secret);
  }

  private List<NameRule> rulesFor(String line, TextRange cell) {
    boolean word = !cell.isEmpty() && line.substring(cell.start(), cell.end()).indexOf(' ') < 0;
    if (!word || line.charAt(cell.start()) == '-') {
      return List.of(); // "--api-key", is an argument in a list
    }
    return names.secretRulesFor(line, cell);
  }

  private static char separatorOf(String line) {
    for (int i = 0; i < SEPARATORS.length(); i++) {
      if (line.indexOf(SEPARATORS.charAt(i)) >= 0) {
        return SEPARATORS.charAt(i);
      }
    }
    return BLANKS;
  }

  /** Whether the line has only words and separators. This rules out most lines of a log quickly. */
  private static boolean isHeading(String line) {
    if (line.isEmpty() || line.length() > LONGEST_HEADING) {
      return false;
    }
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean word = TextRuns.isLetterOrDigit(c) || c >= '\u4e00' && c <= '\u9fff';
      if (!word && HEADING_SIGNS.indexOf(c) < 0 && SEPARATORS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRule(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (RULE_SIGNS.indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return !line.isBlank();
  }

  /** Splits a line into cells without surrounding blanks and quotes. */
  private static List<TextRange> cellsOf(String line, char separator) {
    List<TextRange> cells = new ArrayList<>();
    int start = separator == BLANKS ? TextRuns.skipBlanks(line, 0) : 0;
    while (start <= line.length()) {
      int end = cellEnd(line, start, separator);
      cells.add(trim(line, start, end));
      int next = separator == BLANKS ? TextRuns.skipBlanks(line, end) : end + 1;
      start = next == line.length() && separator == BLANKS ? next + 1 : next;
    }
    return cells;
  }

  private static int cellEnd(String line, int start, char separator) {
    int end = separator == BLANKS ? line.indexOf("  ", start) : line.indexOf(separator, start);
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
