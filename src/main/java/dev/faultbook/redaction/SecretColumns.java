package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.TableRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Columns of secrets, by the headings of a table: {@code user,password}, {@code | user | password
 * |}, {@code USER PASSWORD}. The table ends at the first line that is not a ruling and has another
 * number of cells.
 */
final class SecretColumns {

  private static final int LONGEST_HEADING = 400;
  private static final String HEADING_SIGNS = "_-./# \"'";

  /**
   * @param rules the rules for the heading; empty if the cells hold a user and a secret
   */
  private record Column(int index, List<NameRule> rules) {}

  private final SecretNames names;
  private final TableRules words;
  private char separator;
  private int cells;

  /** Whether the rows start with a number that the heading lacks, as pandas prints them. */
  private boolean numbered;

  private List<Column> columns = List.of();

  SecretColumns(SecretNames names, TableRules words) {
    this.names = names;
    this.words = words;
  }

  /** Adds the secrets of a row of the current table. */
  void findSecrets(String line, RedactedSpans found) {
    if (columns.isEmpty() || TableRows.isRule(line)) {
      return;
    }
    List<TextRange> row = TableRows.cellsOf(line, separator);
    if (!isRow(row.size())) {
      return;
    }
    for (Column column : columns) {
      TextRange cell = row.get(column.index() + row.size() - cells);
      if (column.rules().isEmpty()) {
        takePair(line, cell, found);
      } else if (accepts(line, cell, column.rules())) {
        found.add(cell.start(), cell.end(), SecretKind.SECRET);
      }
    }
  }

  private boolean isRow(int size) {
    return size == cells || (numbered && size == cells + 1);
  }

  private boolean accepts(String line, TextRange cell, List<NameRule> rules) {
    SecretValue value = new SecretValue(cell.start(), cell.end(), false);
    boolean word = separator != TableRows.WORDS || ValueRule.looksMixed(line, value);
    return word && rules.stream().anyMatch(rule -> rule.value().accepts(line, value));
  }

  /** Redacts the secret of {@code root/…}, {@code root : …}, {@code root …}. */
  private static void takePair(String line, TextRange cell, RedactedSpans found) {
    int user = cell.start();
    while (user < cell.end() && TextRuns.isNamePart(line.charAt(user))) {
      user++;
    }
    int start = user;
    while (start < cell.end() && " /:".indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    SecretValue value = new SecretValue(start, cell.end(), false);
    boolean secret = ValueRule.looksMarked(line, value) || ValueRule.RANDOM.accepts(line, value);
    if (start > user && user > cell.start() && secret) {
      found.add(start, cell.end(), SecretKind.SECRET);
    }
  }

  /** Recognises the heading and the end of a table. */
  void lineDone(String redacted) {
    if (!columns.isEmpty()
        && (TableRows.isRule(redacted) || isRow(TableRows.cellsOf(redacted, separator).size()))) {
      return;
    }
    columns = List.of();
    if (isHeading(redacted)) {
      readHeading(redacted);
    }
  }

  private void readHeading(String line) {
    separator = TableRows.separatorOf(line);
    List<TextRange> heading = TableRows.cellsOf(line, separator);
    if (separator == TableRows.BLANKS && heading.size() == 1) {
      separator = TableRows.WORDS;
      heading = TableRows.cellsOf(line, separator);
    }
    cells = heading.size();
    numbered = separator == TableRows.BLANKS && TextRuns.skipBlanks(line, 0) > 1;
    List<Column> secret = new ArrayList<>();
    int filled = 0;
    int known = 0;
    int first = -1;
    for (int i = 0; i < cells; i++) {
      TextRange cell = heading.get(i);
      if (cell.isEmpty()) {
        continue;
      }
      if (TextRuns.isDigit(line.charAt(cell.start()))) {
        return; // a row: hf-token  Opaque  1  3d
      }
      first = first < 0 ? i : first;
      filled++;
      String text = line.substring(cell.start(), cell.end()).toLowerCase(Locale.ROOT);
      boolean pair = words.pairs().contains(text);
      List<NameRule> rules = pair ? List.of() : rulesFor(line, cell);
      known += words.beside().contains(text) ? 1 : 0;
      if (pair || !rules.isEmpty()) {
        secret.add(new Column(i, rules));
      }
    }
    boolean leads = !secret.isEmpty() && secret.getFirst().index() == first;
    boolean onlyKnown = separator != TableRows.WORDS || known + secret.size() >= filled;
    boolean heads = filled > 1 && onlyKnown && (known > 0 || !leads || secret.size() == filled);
    columns = heads ? List.copyOf(secret) : List.of();
  }

  private List<NameRule> rulesFor(String line, TextRange cell) {
    boolean blanks = line.substring(cell.start(), cell.end()).indexOf(' ') >= 0;
    if ((blanks && separator == TableRows.BLANKS) || line.charAt(cell.start()) == '-') {
      return List.of(); // "--api-key", is an argument in a list
    }
    return names.secretRulesFor(line, cell);
  }

  /** Whether the line has only words and separators. This rules out most lines of a log quickly. */
  private static boolean isHeading(String line) {
    if (line.isEmpty() || line.length() > LONGEST_HEADING) {
      return false;
    }
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean word = TextRuns.isLetterOrDigit(c) || c >= '\u4e00' && c <= '\u9fff';
      if (!word && HEADING_SIGNS.indexOf(c) < 0 && TableRows.SEPARATORS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
