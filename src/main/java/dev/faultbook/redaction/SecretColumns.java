package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of secrets, which the table's heading names: {@code user,password}, {@code | user |
 * password |}, {@code USER PASSWORD}. Rows go on as long as they have as many cells as the heading.
 */
final class SecretColumns {

  private static final int LONGEST_HEADING = 400;

  /** What separates cells; the first that occurs in the heading counts. */
  private static final String SEPARATORS = "|│┃║\t,;";

  /** Cells that two blanks or more separate. */
  private static final char BLANKS = ' ';

  private static final String HEADING_SIGNS = "_-./# \"'";
  private static final String RULE_SIGNS = "+-=:|│┃║─━═┼┿╇╪├┤┡┩╞╡┏┓┌┐└┘┗┛┳┻┬┴╋ \t";

  private record Cell(int start, int end) {}

  private record Column(int index, List<NameRule> rules) {}

  private final SecretNames names;
  private char separator;
  private int cells;
  private List<Column> columns = List.of();

  SecretColumns(SecretNames names) {
    this.names = names;
  }

  /** Adds the secrets of a row of the table whose heading was read last. */
  void findSecrets(String line, RedactedSpans found) {
    if (columns.isEmpty() || isRule(line)) {
      return;
    }
    List<Cell> row = cellsOf(line, separator);
    if (row.size() != cells) {
      return;
    }
    for (Column column : columns) {
      Cell cell = row.get(column.index());
      SecretValue value = new SecretValue(cell.start(), cell.end(), false);
      if (column.rules().stream().anyMatch(rule -> rule.value().accepts(line, value))) {
        found.add(cell.start(), cell.end(), SecretKind.SECRET);
      }
    }
  }

  /** Reads a heading, and notes where a table ends. */
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
    List<Cell> heading = cellsOf(line, separator);
    cells = heading.size();
    if (cells < 2) {
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

  private List<NameRule> rulesFor(String line, Cell cell) {
    if (cell.start() >= cell.end() || line.substring(cell.start(), cell.end()).indexOf(' ') >= 0) {
      return List.of();
    }
    boolean otherScript = line.charAt(cell.end() - 1) >= 128;
    int start = otherScript ? cell.end() : cell.start();
    return names.rulesFor(line, start, cell.end(), NameRule.Form.EQUALS).stream()
        .filter(rule -> rule.value() != ValueRule.USER_NAME)
        .toList();
  }

  private static char separatorOf(String line) {
    for (int i = 0; i < SEPARATORS.length(); i++) {
      if (line.indexOf(SEPARATORS.charAt(i)) >= 0) {
        return SEPARATORS.charAt(i);
      }
    }
    return BLANKS;
  }

  /** Whether the line has words and separators alone; most lines of a log are out at once. */
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

  /** The cells of a line, without the blanks and quotes around them. */
  private static List<Cell> cellsOf(String line, char separator) {
    List<Cell> cells = new ArrayList<>();
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

  private static Cell trim(String line, int start, int end) {
    int first = start;
    int last = end;
    while (first < last && isAround(line.charAt(first))) {
      first++;
    }
    while (last > first && isAround(line.charAt(last - 1))) {
      last--;
    }
    return new Cell(first, last);
  }

  private static boolean isAround(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c);
  }
}
