package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.TableRules;

/** Secrets in the rows of a table, which its heading or the rows above identify. */
final class SecretTables {

  private final SecretColumns columns;
  private final NamedRows rows;

  SecretTables(SecretNames names, Assignments assignments, TableRules words) {
    columns = new SecretColumns(names, words);
    rows = new NamedRows(assignments, words);
  }

  /**
   * Adds the secrets of a line.
   *
   * @param start start of the row in the line
   */
  void findSecrets(String line, int start, RedactedSpans found) {
    String row = line.substring(start);
    RedactedSpans inRow = new RedactedSpans();
    columns.findSecrets(row, inRow);
    rows.findSecrets(row, inRow);
    inRow.copyTo(found, start);
  }

  /** Records a row for those below it. */
  void lineDone(String row) {
    columns.lineDone(row);
    rows.lineDone(row);
  }
}
