package dev.faultbook.redaction;

/**
 * Names and values in adjacent cells of a table row ({@code | password | … |}, {@code │ password │
 * … │}), and pairs that fill a line, as in netrc files and listings ({@code password …}).
 */
final class TableCells implements SecretFinder {

  /** Characters that separate the cells of a table with borders. */
  static final String BORDERS = "|│┃║\uff5c";

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
    border = -1; // the first cell may lack its border
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
    return new TextRange(start, TextRuns.trimmedEnd(line, start, next));
  }

  /** Handles a line whose first word is the name and whose rest is the value. */
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
      takeValue(
          line, name, new TextRange(value, TextRuns.trimmedEnd(line, value, line.length())), found);
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

  /** Position of the next border; the end of the line if there is none. */
  static int nextBorder(String line, int from) {
    int i = from;
    while (i < line.length() && BORDERS.indexOf(line.charAt(i)) < 0) {
      i++;
    }
    return i;
  }
}
