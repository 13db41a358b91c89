package dev.faultbook.redaction;

/**
 * Lines of a {@code .pgpass} file: {@code host:port:database:user:password}. The port has four or
 * five digits or is {@code *}, and no field holds a blank.
 */
final class PasswordFiles implements SecretFinder {

  private static final int LONGEST_LINE = 400;
  private static final int FIELDS = 4;

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int end = TextRuns.trimmedEnd(line, 0, line.length());
    int start = TextRuns.skipBlanks(line, LineLabels.textStart(line, false));
    if (end - start > LONGEST_LINE || start >= end) {
      return;
    }
    int field = start;
    for (int i = 0; i < FIELDS; i++) {
      int colon = line.indexOf(':', field, end);
      if (colon <= field || !isField(line, i, field, colon)) {
        return;
      }
      field = colon + 1;
    }
    if (field < end && !hasBlank(line, field, end) && !Placeholders.startsAt(line, field)) {
      found.add(field, end, SecretKind.SECRET);
    }
  }

  private static boolean isField(String line, int index, int start, int end) {
    if (end - start == 1 && line.charAt(start) == '*') {
      return true;
    }
    boolean host = index == 0;
    if (index == 1) {
      return end - start >= 4 && end - start <= 5 && TextRuns.isNumber(line, start, end);
    }
    return isName(line, start, end) && (host || TextRuns.isLetter(line.charAt(start)));
  }

  private static boolean isName(String line, int start, int end) {
    for (int i = start; i < end; i++) {
      char c = line.charAt(i);
      boolean placeholder = c == '<' || c == '>';
      if (!TextRuns.isLetterOrDigit(c) && "_-.".indexOf(c) < 0 && !placeholder) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasBlank(String line, int start, int end) {
    for (int i = start; i < end; i++) {
      if (TextRuns.isBlank(line.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
