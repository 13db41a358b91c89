package dev.faultbook.redaction;

/**
 * Parameters of a statement that SQLAlchemy prints on the line behind it: {@code [SQL: SELECT …
 * WHERE password=%s]}, {@code [parameters: ('bob', '…')]}. Those that look like a password or a
 * token are redacted where the statement names a column of secrets.
 */
final class SqlParameters {

  private static final String STATEMENT = "[SQL: ";
  private static final String PARAMETERS = "[parameters: ";
  private static final int LONGEST_STATEMENT = 2000;
  private static final int LONGEST_NAME = 80;

  private final Assignments assignments;

  /** Characters of the current statement that may still be read; 0 outside a statement. */
  private int left;

  private boolean namesSecret;

  SqlParameters(Assignments assignments) {
    this.assignments = assignments;
  }

  /** Adds the secrets of a line of parameters. */
  void findSecrets(String line, RedactedSpans found) {
    int at = namesSecret ? line.indexOf(PARAMETERS) : -1;
    if (at < 0) {
      return;
    }
    int i = at + PARAMETERS.length();
    while (i < line.length()) {
      if (!TextRuns.isQuote(line.charAt(i))) {
        i++;
        continue;
      }
      SecretValue value = SecretValue.at(line, i, line.length());
      boolean key = line.startsWith(":", value.end() + 1);
      boolean secret = ValueRule.looksMixed(line, value) || ValueRule.RANDOM.accepts(line, value);
      if (secret && !key && !Placeholders.startsAt(line, value.start())) {
        found.add(value.start(), value.end(), SecretKind.SECRET);
      }
      i = value.end() + 1;
    }
  }

  /** Reads the columns of a statement. */
  void lineDone(String redacted) {
    int statement = redacted.indexOf(STATEMENT);
    if (statement >= 0) {
      left = LONGEST_STATEMENT;
      namesSecret = false;
    }
    if (left == 0) {
      return;
    }
    int from = statement < 0 ? 0 : statement + STATEMENT.length();
    int end = Math.min(redacted.length(), from + left);
    left -= end - from;
    if (statement < 0 && redacted.contains(PARAMETERS)) {
      left = 0;
      namesSecret = false;
      return;
    }
    namesSecret |= holdsName(redacted, from, end);
  }

  private boolean holdsName(String line, int from, int end) {
    int i = from;
    while (i < end) {
      int start = i;
      while (i < end && TextRuns.isWordPart(line.charAt(i))) {
        i++;
      }
      boolean word = i > start && i - start <= LONGEST_NAME;
      if (word && assignments.isSecretName(line.substring(start, i))) {
        return true;
      }
      i++;
    }
    return false;
  }
}
