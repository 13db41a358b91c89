package dev.faultbook.redaction;

/**
 * Secrets that the line before announces: the value under a key of its own line, the second half of
 * a token that a terminal wrapped, the rows of a table. It reads lines that are redacted otherwise,
 * so that a second redaction sees the same.
 */
final class FollowingLines {

  private static final String SECRET = "<" + SecretKind.SECRET.word() + "-";
  private static final int SHORTEST_REST = 8;
  private static final int LONG_REST = 16;
  private static final int MOST_SLASHES = 2;

  private final Assignments assignments;
  private final SecretColumns columns;
  private OpenName openName = OpenName.NONE;
  private boolean endsInSecret;

  FollowingLines(Assignments assignments, SecretColumns columns) {
    this.assignments = assignments;
    this.columns = columns;
  }

  /** Adds what the lines before say about this one. */
  void findSecrets(String line, RedactedSpans found) {
    assignments.takeOpenValue(openName, line, found);
    columns.findSecrets(line, found);
    int rest = endsInSecret ? restEnd(line) : 0;
    if (rest > 0) {
      found.add(0, rest, SecretKind.SECRET);
    }
  }

  /** Notes what the line says about the next one. */
  void lineDone(String redacted) {
    openName = assignments.openName(redacted);
    columns.lineDone(redacted);
    int last = redacted.endsWith(">") ? redacted.lastIndexOf(SECRET) : -1;
    endsInSecret =
        last >= 0
            && Placeholders.standsAt(redacted, last)
            && redacted.indexOf('>', last) == redacted.length() - 1;
  }

  /**
   * Where the second half of a token ends that begins the line; 0 when none does. It is all of the
   * line, or an address goes on behind it: {@code 3f9a81…&x=1}.
   */
  private static int restEnd(String line) {
    int end = 0;
    while (end < line.length() && isTokenPart(line.charAt(end))) {
      end++;
    }
    int padded = end;
    while (padded < line.length() && padded - end < 2 && line.charAt(padded) == '=') {
      padded++;
    }
    boolean ends = padded == line.length() || "&\"',;)".indexOf(line.charAt(padded)) >= 0;
    return ends && looksLikeRest(line, end) ? padded : 0;
  }

  /** Hashes of 40 or 64 digits, as those of commits and images, and paths stay. */
  private static boolean looksLikeRest(String line, int length) {
    if (length < SHORTEST_REST) {
      return false;
    }
    boolean digit = false;
    boolean small = false;
    boolean capital = false;
    boolean hexadecimal = true;
    int slashes = 0;
    for (int i = 0; i < length; i++) {
      char c = line.charAt(i);
      slashes += c == '/' ? 1 : 0;
      digit |= TextRuns.isDigit(c);
      small |= c >= 'a' && c <= 'z';
      capital |= c >= 'A' && c <= 'Z';
      hexadecimal &= Character.digit(c, 16) >= 0;
    }
    boolean hash = hexadecimal && (length == 40 || length == 64);
    boolean path = line.charAt(0) == '/' || slashes > MOST_SLASHES;
    return digit
        && !hash
        && !path
        && ((small && capital) || (length >= LONG_REST && (small || capital)));
  }

  private static boolean isTokenPart(char c) {
    return TextRuns.isLetterOrDigit(c) || "_+/.%-".indexOf(c) >= 0;
  }
}
