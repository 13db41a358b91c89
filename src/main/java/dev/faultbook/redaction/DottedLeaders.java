package dev.faultbook.redaction;

/**
 * Names and values with a row of points between them, as Megatron prints its arguments: {@code
 * db_password ............ …}, {@code API key.......: …}.
 */
final class DottedLeaders implements SecretFinder {

  private static final String POINTS = "...";
  private static final int FEWEST = 5;
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_VALUE = 300;
  private static final LineGrams.Trigger TRIGGER = new LineGrams.Trigger(POINTS);

  private final Assignments assignments;

  DottedLeaders(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    if (!TRIGGER.mayOccurIn(grams)) {
      return;
    }
    int at = line.indexOf(POINTS);
    int first = at < 0 ? 0 : TextRuns.skipBlanks(line, LineLabels.textStart(line, false));
    while (at >= 0) {
      int end = at;
      while (end < line.length() && line.charAt(end) == '.') {
        end++;
      }
      int sign = TextRuns.skipBlanks(line, end);
      boolean signed = sign < line.length() && ":=\uff1a".indexOf(line.charAt(sign)) >= 0;
      int value = TextRuns.skipBlanks(line, signed ? sign + 1 : sign);
      if (signed || end - at >= FEWEST) {
        findValue(line, new TextRange(first, at), value, found);
      }
      at = line.indexOf(POINTS, end);
    }
  }

  /**
   * Redacts the value of the name that ends {@code text}, unless the text has other words and the
   * value is one.
   */
  private void findValue(String line, TextRange text, int at, RedactedSpans found) {
    int end = text.end();
    while (end > 0 && text.end() - end < LONGEST_NAME && TextRuns.isBlank(line.charAt(end - 1))) {
      end--;
    }
    int last = TextRuns.nameStart(line, end, LONGEST_NAME);
    SecretValue value = SecretValue.at(line, at, LONGEST_VALUE);
    int behind = value.end() + (value.quoted() ? 1 : 0);
    boolean fills = TextRuns.skipBlanks(line, behind) >= line.length();
    boolean sure = text.start() == last || ValueRule.looksMixed(line, value);
    if (last == end || !fills || !sure) {
      return;
    }
    String name = line.substring(last, end);
    if (assignments.takeValueOf(name, line, at, found) < 0
        && last > 1
        && line.charAt(last - 1) == ' ') {
      String before = line.substring(TextRuns.nameStart(line, last - 1, LONGEST_NAME), last - 1);
      assignments.takeValueOf(before + "_" + name, line, at, found);
    }
  }
}
