package dev.faultbook.redaction;

/** New values in the plan of Terraform: {@code ~ password = "…" -> "…"}. */
final class ChangedValues implements SecretFinder {

  private static final String ARROW = " -> ";
  private static final LineGrams.Trigger TRIGGER = new LineGrams.Trigger(ARROW);

  private final Assignments assignments;

  ChangedValues(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int arrow = TRIGGER.mayOccurIn(grams) ? line.indexOf(ARROW) : -1;
    int sign = arrow < 0 ? -1 : line.indexOf(" = ");
    if (sign < 0 || sign > arrow) {
      return;
    }
    int start = TextRuns.skipBlanks(line, 0);
    start = line.startsWith("~ ", start) ? TextRuns.skipBlanks(line, start + 1) : start;
    int end = start;
    while (end < sign && TextRuns.isNamePart(line.charAt(end))) {
      end++;
    }
    int value = TextRuns.skipBlanks(line, arrow + ARROW.length());
    boolean quoted = value < line.length() && TextRuns.isQuote(line.charAt(value));
    if (quoted && end > start && TextRuns.skipBlanks(line, end) == sign + 1) {
      assignments.takeValueOf(line.substring(start, end), line, value, found);
    }
  }
}
