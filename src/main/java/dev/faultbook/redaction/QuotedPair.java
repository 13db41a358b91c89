package dev.faultbook.redaction;

import org.jspecify.annotations.Nullable;

/**
 * Two texts in quotes and nothing else in brackets, as headers and environments are printed: {@code
 * ("X-Api-Key", "…")}, {@code (b'authorization', b'Token …')}.
 */
record QuotedPair(SecretValue name, SecretValue value) {

  private static final int LONGEST_NAME = 80;

  /** Reads the pair that a bracket opens; null if there is none. */
  static @Nullable QuotedPair at(String line, int bracket) {
    char close = line.charAt(bracket) == '(' ? ')' : ']';
    if (!isQuoted(line, bracket + 1)) {
      return null;
    }
    SecretValue name = SecretValue.at(line, bracket + 1, LONGEST_NAME);
    int comma = behind(line, name);
    int start = TextRuns.skipBlanks(line, comma + 1);
    if (comma >= line.length() || line.charAt(comma) != ',' || !isQuoted(line, start)) {
      return null;
    }
    SecretValue value = SecretValue.at(line, start, line.length());
    int end = behind(line, value);
    return end < line.length() && line.charAt(end) == close ? new QuotedPair(name, value) : null;
  }

  private static boolean isQuoted(String line, int from) {
    int i = from < line.length() && line.charAt(from) == 'b' ? from + 1 : from;
    i = i < line.length() && line.charAt(i) == '\\' ? i + 1 : i;
    return i < line.length() && TextRuns.isQuote(line.charAt(i));
  }

  /** Returns the position behind the closing quote, which a backslash may precede. */
  private static int behind(String line, SecretValue value) {
    int end = value.end();
    return end < line.length() && line.charAt(end) == '\\' ? end + 2 : end + 1;
  }
}
