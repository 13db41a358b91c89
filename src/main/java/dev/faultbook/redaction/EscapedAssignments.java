package dev.faultbook.redaction;

/**
 * Names and values in percent-encoded text, as in a form or a URL: {@code
 * %22password%22%3A%22…%22}, {@code password%3D…%26}.
 */
final class EscapedAssignments implements SecretFinder {

  private static final String COLON = "%3a";
  private static final String EQUALS = "%3d";
  private static final int ESCAPE = 3;
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_VALUE = 4096;

  /** Encoded blanks and quotes, which may stand around names and values. */
  private static final String SIGNS = "%20 %22 %27 %5c %5C";

  /** Encoded signs that end a value. */
  private static final String ENDS = SIGNS + " %26 %2c %2C %3b %3B %7d %7D %5d %5D %0a %0A %0d %0D";

  private static final LineGrams.Trigger COLON_TRIGGER = new LineGrams.Trigger(COLON);
  private static final LineGrams.Trigger EQUALS_TRIGGER = new LineGrams.Trigger(EQUALS);

  private final Assignments assignments;

  EscapedAssignments(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    if (COLON_TRIGGER.mayOccurIn(grams)) {
      findBehind(COLON, line, found);
    }
    if (EQUALS_TRIGGER.mayOccurIn(grams)) {
      findBehind(EQUALS, line, found);
    }
  }

  private void findBehind(String sign, String line, RedactedSpans found) {
    int at = TextRuns.indexOfIgnoringCase(line, sign, 0);
    while (at >= 0) {
      int next = at + ESCAPE;
      String name = nameBefore(line, at);
      if (!name.isEmpty() && assignments.isSecretName(name)) {
        int start = next;
        while (isEscape(SIGNS, line, start) || line.startsWith("+", start)) {
          start += line.charAt(start) == '+' ? 1 : ESCAPE;
        }
        next = Math.max(next, valueEnd(line, start));
        assignments.takeRangeOf(name, line, new TextRange(start, next), found);
      }
      at = TextRuns.indexOfIgnoringCase(line, sign, next);
    }
  }

  private static String nameBefore(String line, int sign) {
    int end = sign;
    while (end >= ESCAPE && sign - end < 4 * ESCAPE && isEscape(SIGNS, line, end - ESCAPE)) {
      end -= ESCAPE;
    }
    int start = end;
    while (start > 0 && end - start < LONGEST_NAME && TextRuns.isNamePart(line.charAt(start - 1))) {
      start--;
    }
    boolean escaped = start > 0 && line.charAt(start - 1) == '%';
    return line.substring(Math.min(end, escaped ? start + 2 : start), end);
  }

  private static int valueEnd(String line, int start) {
    int limit = Math.min(line.length(), start + LONGEST_VALUE);
    int i = start;
    while (i < limit
        && !TextRuns.isBlank(line.charAt(i))
        && !TextRuns.isQuote(line.charAt(i))
        && line.charAt(i) != '&'
        && !isEscape(ENDS, line, i)) {
      i++;
    }
    return i;
  }

  private static boolean isEscape(String escapes, String line, int at) {
    return at + ESCAPE <= line.length()
        && line.charAt(at) == '%'
        && escapes.contains(line.substring(at, at + ESCAPE));
  }
}
