package dev.faultbook.redaction;

/** Passwords of applications at Google, which it shows as {@code abcd efgh ijkl mnop}. */
final class AppPasswords {

  private static final int GROUPS = 4;
  private static final int LETTERS = 4;
  private static final int LENGTH = GROUPS * (LETTERS + 1) - 1;

  private AppPasswords() {}

  /** The whole password if a value is its first group; otherwise the value. */
  static SecretValue extended(String line, SecretValue value) {
    int end = value.start() + LENGTH;
    if (value.quoted() || value.length() != LETTERS || end > line.length() || isLonger(line, end)) {
      return value;
    }
    for (int i = 0; i < LENGTH; i++) {
      char c = line.charAt(value.start() + i);
      boolean between = i % (LETTERS + 1) == LETTERS;
      if (between ? c != ' ' : c < 'a' || c > 'z') {
        return value;
      }
    }
    return new SecretValue(value.start(), end, false);
  }

  /** Whether the words go on behind a position, so that they are a sentence. */
  private static boolean isLonger(String line, int end) {
    int next = TextRuns.skipBlanks(line, end);
    return next < line.length()
        && (next == end
            ? TextRuns.isNamePart(line.charAt(next))
            : TextRuns.isLetter(line.charAt(next)));
  }
}
