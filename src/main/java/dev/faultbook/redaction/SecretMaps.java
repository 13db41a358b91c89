package dev.faultbook.redaction;

/**
 * Kubernetes Secrets in one line, as JSON, escaped JSON ({@code
 * kubectl.kubernetes.io/last-applied-configuration}) or the printout of a dictionary: the values of
 * the maps {@code data} and {@code stringData}. If one manifest of the line is that of a Secret,
 * all of them count as such.
 */
final class SecretMaps implements SecretFinder {

  private static final String KIND_KEY = "kind";
  private static final String KIND = "Secret";
  private static final String DATA = "ata";
  private static final String STRING = "stringD";
  private static final int MOST_SIGNS = 16;

  private static final LineGrams.Trigger SECRET_TRIGGER = new LineGrams.Trigger(KIND);
  private static final LineGrams.Trigger STRING_TRIGGER = new LineGrams.Trigger(STRING);
  private static final LineGrams.Trigger DATA_TRIGGER = new LineGrams.Trigger(DATA);

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    boolean may =
        DATA_TRIGGER.mayOccurIn(grams)
            && (SECRET_TRIGGER.mayOccurIn(grams) || STRING_TRIGGER.mayOccurIn(grams));
    if (!may || line.indexOf('{') < 0) {
      return;
    }
    boolean secret = hasKind(line);
    int at = line.indexOf(DATA);
    while (at >= 0) {
      int next = at + DATA.length();
      int content = isDataKey(line, at, secret) ? contentBehind(line, next) : -1;
      if (content >= 0 && content < line.length() && line.charAt(content) == '{') {
        next = takeMap(line, content + 1, found);
      }
      at = line.indexOf(DATA, next);
    }
  }

  private static boolean hasKind(String line) {
    for (int at = line.indexOf(KIND_KEY); at >= 0; at = line.indexOf(KIND_KEY, at + 1)) {
      int value = skipSigns(line, contentBehind(line, at + KIND_KEY.length()));
      int end = value + KIND.length();
      if (value > 0
          && line.startsWith(KIND, value)
          && (end == line.length() || !TextRuns.isLetter(line.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the key that ends with {@code ata} is {@code stringData} or, in the line of a Secret,
   * {@code data}.
   */
  private static boolean isDataKey(String line, int at, boolean secret) {
    if (line.startsWith(STRING, at - STRING.length())) {
      return true;
    }
    boolean data = at > 0 && line.charAt(at - 1) == 'd';
    return secret && data && (at == 1 || !TextRuns.isWordPart(line.charAt(at - 2)));
  }

  /** Returns the position after the colon behind a key; -1 if there is none. */
  private static int contentBehind(String line, int keyEnd) {
    int sign = skipSigns(line, keyEnd);
    boolean colon = sign >= 0 && sign < line.length() && line.charAt(sign) == ':';
    return colon ? TextRuns.skipBlanks(line, sign + 1) : -1;
  }

  /** Skips blanks, quotes and the backslashes before them. */
  private static int skipSigns(String line, int from) {
    int i = from;
    while (i >= 0 && i < line.length() && i - from < MOST_SIGNS && isSign(line.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isSign(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || c == '\\';
  }

  /** Redacts the values of a map, and returns the position after it. */
  static int takeMap(String line, int from, RedactedSpans found) {
    int i = from;
    while (i < line.length() && line.charAt(i) != '}') {
      int colon = wordAt(line, i).end();
      while (colon < line.length() && ":,}".indexOf(line.charAt(colon)) < 0) {
        colon++;
      }
      i = colon;
      if (colon < line.length() && line.charAt(colon) == ':') {
        SecretValue value = wordAt(line, TextRuns.skipBlanks(line, colon + 1));
        if (value.length() > 0
            && "{[".indexOf(line.charAt(value.start())) < 0
            && !Placeholders.startsAt(line, value.start())
            && !ValueRule.isNullOrMask(line, value)) {
          found.add(value.start(), value.end(), SecretKind.SECRET);
        }
        i = Math.max(value.end(), colon + 1);
      }
      while (i < line.length() && ",}".indexOf(line.charAt(i)) < 0) {
        i++;
      }
      i = TextRuns.skipBlanks(line, i < line.length() && line.charAt(i) == ',' ? i + 1 : i);
    }
    return i;
  }

  /** A key or a value: in quotes, which backslashes may precede, or up to a sign of the map. */
  private static SecretValue wordAt(String line, int from) {
    int quote = from;
    while (quote < line.length() && line.charAt(quote) == '\\') {
      quote++;
    }
    if (quote < line.length() && TextRuns.isQuote(line.charAt(quote))) {
      return new SecretValue(quote + 1, closingQuote(line, quote, quote - from), true);
    }
    int i = from;
    while (i < line.length() && ":,}".indexOf(line.charAt(i)) < 0) {
      i++;
    }
    return new SecretValue(from, TextRuns.trimmedEnd(line, from, i), false);
  }

  /**
   * Returns the end of the text in quotes: the next quote that as many backslashes precede as the
   * opening one.
   */
  private static int closingQuote(String line, int opening, int backslashes) {
    int before = 0;
    for (int i = opening + 1; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == line.charAt(opening) && before == backslashes) {
        return i - before;
      }
      before = c == '\\' ? before + 1 : 0;
    }
    return line.length();
  }
}
