package dev.faultbook.redaction;

/**
 * Maps and lists in one line whose name says that their values are secrets: {@code
 * {"secrets":{"db":"…"}}}, {@code api_keys: ["…", "…"]}, {@code credentials: [AK, SK]}.
 */
final class SecretGroups implements SecretFinder {

  private static final int LONGEST_NAME = 80;
  private static final int MOST_SIGNS = 16;
  private static final String OPENING = "{[(";
  private static final String CLOSING = "}])";

  private final Assignments assignments;

  SecretGroups(Assignments assignments) {
    this.assignments = assignments;
  }

  /**
   * Whether a map or a list starts at a position, rather than a value in brackets: a bracket before
   * a quote, before {@code key:}, or before {@code word,}.
   */
  static boolean startsAt(String line, int at) {
    int bracket = at < line.length() ? OPENING.indexOf(line.charAt(at)) : -1;
    if (bracket < 0) {
      return false;
    }
    int i = TextRuns.skipBlanks(line, at + 1);
    if (i == line.length()) {
      return bracket < 2;
    }
    if (TextRuns.isQuote(line.charAt(i)) || isEscapedQuote(line, i)) {
      return true;
    }
    int end = i;
    while (end < line.length() && end - i < LONGEST_NAME && TextRuns.isNamePart(line.charAt(end))) {
      end++;
    }
    return end > i && (line.startsWith(": ", end) || line.startsWith(", ", end));
  }

  private static boolean isEscapedQuote(String line, int at) {
    return line.charAt(at) == '\\'
        && at + 1 < line.length()
        && TextRuns.isQuote(line.charAt(at + 1));
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int i = 0;
    while (i < line.length()) {
      if (OPENING.indexOf(line.charAt(i)) >= 0 && startsAt(line, i)) {
        SecretParent parent = SecretParent.of(assignments, nameBefore(line, i));
        i = parent == SecretParent.NONE ? i + 1 : takeGroup(line, i + 1, parent, found);
      } else {
        i++;
      }
    }
  }

  /** The name before the sign that a bracket follows; empty if there is none. */
  private static String nameBefore(String line, int bracket) {
    int sign = TextRuns.trimmedEnd(line, Math.max(0, bracket - MOST_SIGNS), bracket) - 1;
    if (sign < 1 || ":=".indexOf(line.charAt(sign)) < 0) {
      return "";
    }
    int end = sign;
    while (end > 0 && sign - end < MOST_SIGNS && isBetween(line.charAt(end - 1))) {
      end--;
    }
    int start = end;
    while (start > 0
        && end - start <= LONGEST_NAME
        && TextRuns.isNamePart(line.charAt(start - 1))) {
      start--;
    }
    return line.substring(start, end);
  }

  private static boolean isBetween(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || c == '\\' || c == ']';
  }

  /** Redacts the values up to the bracket that closes the group, and returns its end. */
  private static int takeGroup(String line, int from, SecretParent parent, RedactedSpans found) {
    int depth = 1;
    int i = from;
    String key = "";
    while (i < line.length() && depth > 0) {
      char c = line.charAt(i);
      SecretValue word = wordAt(line, i);
      int behind = word.quoted() ? closingEnd(line, word.end()) : word.end();
      int sign = TextRuns.skipBlanks(line, behind);
      if (OPENING.indexOf(c) >= 0 || CLOSING.indexOf(c) >= 0) {
        depth += OPENING.indexOf(c) >= 0 ? 1 : -1;
        key = "";
        i++;
      } else if (behind <= i) {
        key = c == ',' ? "" : key;
        i++;
      } else if (sign < line.length() && ":=".indexOf(line.charAt(sign)) >= 0) {
        key = line.substring(word.start(), Math.min(word.end(), word.start() + LONGEST_NAME));
        i = sign + 1;
      } else {
        if (parent.holds(key, line, word)) {
          found.add(word.start(), word.end(), SecretKind.SECRET);
        }
        i = behind;
      }
    }
    return i;
  }

  /** A key or a value, in quotes or up to a sign of the group; empty if there is none. */
  private static SecretValue wordAt(String line, int at) {
    char c = line.charAt(at);
    if (TextRuns.isQuote(c) || isEscapedQuote(line, at)) {
      return SecretValue.at(line, at, line.length());
    }
    int end = at;
    while (end < line.length() && !endsWord(line, end)) {
      end++;
    }
    return new SecretValue(at, end, false);
  }

  private static boolean endsWord(String line, int at) {
    char c = line.charAt(at);
    if (c == '=') {
      int next = at + 1;
      return next < line.length() && "=,}]) ".indexOf(line.charAt(next)) < 0; // no padding
    }
    return TextRuns.isBlank(c)
        || TextRuns.isQuote(c)
        || OPENING.indexOf(c) >= 0
        || CLOSING.indexOf(c) >= 0
        || c == ','
        || c == ':';
  }

  /** Returns the position behind the quote that ends a value, and behind its backslashes. */
  private static int closingEnd(String line, int end) {
    int i = end;
    while (i < line.length() && line.charAt(i) == '\\') {
      i++;
    }
    return Math.min(i + 1, line.length());
  }
}
