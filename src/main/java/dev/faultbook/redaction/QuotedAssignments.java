package dev.faultbook.redaction;

/**
 * Assignments whose quotes stand around the name as well, so that the value may hold blanks: {@code
 * export 'DB_PASSWORD=…'}, {@code "Env": ["DB_PASSWORD=…"]}.
 */
final class QuotedAssignments {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_VALUE = 200;
  private static final String OPENERS = " [({,=:\t";

  private QuotedAssignments() {}

  /** The value up to the quote that closes the assignment; otherwise the value. */
  static SecretValue extended(String line, SecretValue value) {
    int sign = value.start() - 1;
    if (value.quoted() || sign < 1 || line.charAt(sign) != '=' || value.end() >= line.length()) {
      return value;
    }
    int quote = TextRuns.nameStart(line, sign, LONGEST_NAME) - 1;
    boolean opens =
        quote >= 0
            && "'\"".indexOf(line.charAt(quote)) >= 0
            && (quote == 0 || OPENERS.indexOf(line.charAt(quote - 1)) >= 0);
    int limit = Math.min(line.length(), value.end() + LONGEST_VALUE);
    int close = opens ? line.indexOf(line.charAt(quote), value.end(), limit) : -1;
    // "password=… host=db" is a list of settings.
    boolean more =
        close > value.end()
            && line.charAt(value.end()) == ' '
            && line.indexOf('=', value.end(), close) < 0;
    return more ? new SecretValue(value.start(), close, false) : value;
  }
}
