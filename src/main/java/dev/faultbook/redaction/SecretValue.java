package dev.faultbook.redaction;

import java.util.List;

/**
 * A value in a line: in quotes, in escaped quotes, or bare.
 *
 * @param start start of the content, after an opening quote
 * @param end end of the content, exclusive, before a closing quote
 * @param quoted whether it is in quotes
 */
record SecretValue(int start, int end, boolean quoted) {

  private static final int MOST_BACKSLASHES = 15;

  /** The Chinese characters of Unicode's basic plane, without punctuation. */
  private static final char FIRST_CHINESE = '\u3400';

  private static final char LAST_CHINESE = '\u9fff';

  /** Characters before a value that are searched for the opening quote of the text around it. */
  private static final int LONGEST_LOOK_BACK = 256;

  /** Chinese opening quotes and brackets. Their closing counterparts end a value. */
  private static final String OPENING = "“‘「『【《（";

  /** How Python's {@code shlex.quote} writes a single quote within single quotes. */
  private static final String SHELL_QUOTE = "'\"'\"'";

  /** How people write a single quote within single quotes of a shell. */
  private static final String ESCAPED_SHELL_QUOTE = "'\\''";

  /** Escaped signs that end a value. */
  private static final List<String> END_ENTITIES =
      List.of("&amp;", "&quot;", "&apos;", "&lt;", "&gt;", "&#34;", "&#38;", "&#39;", "&#10;");

  /**
   * Reads the value that starts at a position, which may be that of its opening quote.
   *
   * @param longest most characters to read; a longer value is truncated
   */
  static SecretValue at(String line, int from, int longest) {
    int limit = (int) Math.min(line.length(), (long) from + longest);
    int i = from;
    if (i + 1 < line.length()
        && "bfruBFRU".indexOf(line.charAt(i)) >= 0
        && TextRuns.isQuote(line.charAt(i + 1))) {
      i++; // Python's b'…'
    }
    for (String shellQuote : List.of(SHELL_QUOTE, ESCAPED_SHELL_QUOTE)) {
      if (line.startsWith(shellQuote, i)) { // sh -c 'export TOKEN='"'"'…'"'"' && …'
        int start = Math.min(i + shellQuote.length(), limit);
        int end = line.indexOf(shellQuote, start, limit);
        return new SecretValue(start, end < 0 ? bareEnd(line, start, limit) : end, true);
      }
    }
    if (i < line.length() && OPENING.indexOf(line.charAt(i)) >= 0) {
      return new SecretValue(i + 1, bareEnd(line, i + 1, limit), false); // “…”
    }
    int quote = skipBackslashes(line, i);
    if (quote > i && quote < line.length() && TextRuns.isQuote(line.charAt(quote))) {
      int start = Math.min(quote + 1, limit);
      int end = line.indexOf(line.substring(i, quote + 1), start, limit);
      return new SecretValue(start, end < 0 ? limit : end, true);
    }
    if (i < line.length() && TextRuns.isQuote(line.charAt(i))) {
      return new SecretValue(i + 1, Math.max(i + 1, closingQuote(line, i, limit)), true);
    }
    return new SecretValue(i, bareEnd(line, i, limit), false);
  }

  /** Skips the backslashes of an escaped quote. Each level of nesting doubles their number. */
  private static int skipBackslashes(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < MOST_BACKSLASHES && line.charAt(i) == '\\') {
      i++;
    }
    return i;
  }

  private static int closingQuote(String line, int opening, int limit) {
    char quote = line.charAt(opening);
    int i = opening + 1;
    while (i < limit && (line.charAt(i) != quote || line.startsWith(SHELL_QUOTE, i))) {
      if (line.charAt(i) == quote) {
        i += SHELL_QUOTE.length();
      } else {
        i += line.charAt(i) == '\\' ? 2 : 1;
      }
    }
    return Math.min(i, limit);
  }

  /** A bare value ends at a blank, at a closing quote, or before the next assignment. */
  private static int bareEnd(String line, int from, int limit) {
    int i = from;
    while (i < limit && !endsBare(line, i) && !endsEscaped(line, i, from)) {
      i++;
    }
    while (i > from && ",;.:)]}>".indexOf(line.charAt(i - 1)) >= 0) {
      i--;
    }
    return i;
  }

  private static boolean endsBare(String line, int i) {
    char c = line.charAt(i);
    if (TextRuns.isLetterOrDigit(c)) {
      return false;
    }
    if (TextRuns.isBlank(c) || "，。；、！？）】》」』”’".indexOf(c) >= 0) {
      return true;
    }
    if (TextRuns.isQuote(c)) {
      return endsWord(line, i + 1)
          || TextRuns.isQuote(line.charAt(i + 1))
          || ",;:)]}\\<".indexOf(line.charAt(i + 1)) >= 0
          || (".!?".indexOf(line.charAt(i + 1)) >= 0 && endsWord(line, i + 2));
    }
    return (c == ',' || c == ';' || c == '&') && startsAssignment(line, i + 1);
  }

  private static boolean endsWord(String line, int at) {
    return at >= line.length() || TextRuns.isBlank(line.charAt(at));
  }

  /**
   * Whether an escaped line break or sign ends a bare value. {@code \n} does so only within quotes
   * that were opened before the value, as in {@code {"msg":"TOKEN=…\nnext"}}: elsewhere, it may be
   * a part of a password.
   */
  private static boolean endsEscaped(String line, int i, int valueStart) {
    char c = line.charAt(i);
    if (c == '&') {
      boolean entity = i + 1 < line.length() && "aqlg#".indexOf(line.charAt(i + 1)) >= 0;
      return entity && END_ENTITIES.stream().anyMatch(name -> line.startsWith(name, i));
    }
    if (c == '#') {
      return line.startsWith("#012", i) || line.startsWith("#015", i) || line.startsWith("#011", i);
    }
    return c == '\\'
        && i + 1 < line.length()
        && "nrt".indexOf(line.charAt(i + 1)) >= 0
        && isWithinQuotes(line, valueStart);
  }

  private static boolean isWithinQuotes(String line, int valueStart) {
    int limit = Math.max(0, valueStart - LONGEST_LOOK_BACK);
    for (int i = valueStart - 1; i >= limit; i--) {
      if (TextRuns.isQuote(line.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsAssignment(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < 40 && isNamePart(line.charAt(i))) {
      i++;
    }
    return i > from
        && !TextRuns.isDigit(line.charAt(from))
        && i < line.length()
        && "=:\uff1a\uff1d".indexOf(line.charAt(i)) >= 0;
  }

  private static boolean isNamePart(char c) {
    return TextRuns.isLetterOrDigit(c)
        || "_-.\"'".indexOf(c) >= 0
        || (c >= FIRST_CHINESE && c <= LAST_CHINESE);
  }

  int length() {
    return end - start;
  }
}
