package dev.faultbook.redaction;

/**
 * A name and its value in neighbouring cells of a table's row: {@code | password | … |}, {@code │
 * password │ … │}; and alone on a line, as in netrc files and listings: {@code password …}.
 */
final class TableCells implements SecretFinder {

  private static final String BORDERS = "|│┃║";
  private static final int LONGEST_NAME = 80;

  private final Assignments assignments;

  TableCells(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int border = nextBorder(line, 0);
    if (border == line.length()) {
      findPair(line, found);
      return;
    }
    while (border < line.length()) {
      int next = nextBorder(line, border + 1);
      TextRange name = cellBehind(line, border, next);
      if (next < line.length() && isName(line, name)) {
        TextRange value = cellBehind(line, next, nextBorder(line, next + 1));
        takeValue(line, name, value, found);
      }
      border = next;
    }
  }

  private static TextRange cellBehind(String line, int border, int next) {
    int start = TextRuns.skipBlanks(line, border + 1);
    return new TextRange(start, trimmedEnd(line, start, next));
  }

  /** The name is the first word of the line and the value the only other one. */
  private void findPair(String line, RedactedSpans found) {
    int start = TextRuns.skipBlanks(line, 0);
    int end = start;
    while (end < line.length()
        && !TextRuns.isBlank(line.charAt(end))
        && end - start <= LONGEST_NAME) {
      end++;
    }
    TextRange name = new TextRange(start, end);
    int value = TextRuns.skipBlanks(line, end);
    if (value > end && isName(line, name)) {
      takeValue(line, name, new TextRange(value, trimmedEnd(line, value, line.length())), found);
    }
  }

  private void takeValue(String line, TextRange name, TextRange value, RedactedSpans found) {
    if (!value.isEmpty()) {
      assignments.takeRandomValue(line, name, value, found);
    }
  }

  private static boolean isName(String line, TextRange name) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && isWord(line, name.start(), name.end());
  }

  private static boolean isWord(String line, int start, int end) {
    for (int i = start; i < end; i++) {
      char c = line.charAt(i);
      if (!TextRuns.isLetterOrDigit(c) && "_-.".indexOf(c) < 0 && c < 128) {
        return false;
      }
    }
    return true;
  }

  private static int nextBorder(String line, int from) {
    int i = from;
    while (i < line.length() && BORDERS.indexOf(line.charAt(i)) < 0) {
      i++;
    }
    return i;
  }

  private static int trimmedEnd(String line, int start, int end) {
    int i = end;
    while (i > start && TextRuns.isBlank(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }
}
