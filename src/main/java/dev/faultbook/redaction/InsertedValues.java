package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Secrets in SQL that inserts rows, by the names of the columns: {@code INSERT INTO users (name,
 * password) VALUES ('bob', '…')}, also where SQLAlchemy prints the values behind the statement:
 * {@code VALUES (?, ?)] [parameters: ('bob', '…')]}.
 */
final class InsertedValues implements SecretFinder {

  private static final String INSERT = "insert into ";
  private static final LineGrams.Trigger INSERT_TRIGGER = new LineGrams.Trigger(INSERT);
  private static final String VALUES = "values";
  private static final String PARAMETERS = "parameters: ";
  private static final int LONGEST_HEAD = 400;
  private static final int LONGEST_NAME = 80;
  private static final int MOST_COLUMNS = 32;

  private final Assignments assignments;

  InsertedValues(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    if (!INSERT_TRIGGER.mayOccurIn(grams)) {
      return;
    }
    int at = TextRuns.indexOfIgnoringCase(line, INSERT, 0);
    while (at >= 0) {
      int end = takeStatement(line, at + INSERT.length(), found);
      at = TextRuns.indexOfIgnoringCase(line, INSERT, end);
    }
  }

  /** Redacts the secrets of a statement, and returns its end as far as it was read. */
  private int takeStatement(String line, int from, RedactedSpans found) {
    int limit = Math.min(line.length(), from + LONGEST_HEAD);
    int open = line.indexOf('(', from, limit);
    int close = open < 0 ? -1 : line.indexOf(')', open, limit);
    int values = close < 0 ? -1 : TextRuns.skipBlanks(line, close + 1);
    if (close < 0 || !line.regionMatches(true, values, VALUES, 0, VALUES.length())) {
      return from;
    }
    List<TextRange> names = namesOf(line, open + 1, close);
    int at = TextRuns.skipBlanks(line, values + VALUES.length());
    while (at < line.length() && "([".indexOf(line.charAt(at)) >= 0) {
      int end = takeRow(line, at + 1, names, found);
      at = TextRuns.skipBlanks(line, end + 1);
      at = line.startsWith(",", at) ? TextRuns.skipBlanks(line, at + 1) : at;
      boolean printed = line.startsWith("]", at) && line.startsWith(PARAMETERS, at + 3);
      at = printed ? at + 3 + PARAMETERS.length() : at;
    }
    return Math.max(from, at);
  }

  private static List<TextRange> namesOf(String line, int open, int close) {
    List<TextRange> names = new ArrayList<>();
    int start = open;
    while (start <= close && names.size() < MOST_COLUMNS) {
      int comma = line.indexOf(',', start, close);
      int end = comma < 0 ? close : comma;
      int first = start;
      while (first < end && " \"`[".indexOf(line.charAt(first)) >= 0) {
        first++;
      }
      int last = end;
      while (last > first && " \"`]".indexOf(line.charAt(last - 1)) >= 0) {
        last--;
      }
      names.add(new TextRange(first, last));
      start = end + 1;
    }
    return names;
  }

  /** Redacts the secrets of a row, and returns the position of the bracket that closes it. */
  private int takeRow(String line, int from, List<TextRange> names, RedactedSpans found) {
    int at = TextRuns.skipBlanks(line, from);
    for (TextRange name : names) {
      if (at >= line.length()) {
        break;
      }
      SecretValue value = SecretValue.at(line, at, line.length());
      if (value.quoted()) {
        takeValue(line, name, value, found);
        at = Math.min(line.length(), value.end() + 1);
      }
      while (at < line.length() && ",)]".indexOf(line.charAt(at)) < 0) {
        at++;
      }
      if (at >= line.length() || line.charAt(at) != ',') {
        break;
      }
      at = TextRuns.skipBlanks(line, at + 1);
    }
    return at;
  }

  private void takeValue(String line, TextRange name, SecretValue value, RedactedSpans found) {
    if (name.isEmpty() || name.length() > LONGEST_NAME || value.length() <= 0) {
      return;
    }
    String column = line.substring(name.start(), name.end());
    if (!Placeholders.startsAt(line, value.start())) {
      assignments.takeRangeOf(column, line, new TextRange(value.start(), value.end()), found);
    }
  }
}
