package dev.faultbook.redaction;

/**
 * A key beside a secret, which is a secret as well: {@code S3FileSystem(key='…', secret='…')},
 * {@code {'key': '…', 'secret': '…'}}. The key comes first, and no bracket stands between them.
 */
final class SecretNeighbours implements SecretFinder {

  private static final String KEY = "key";
  private static final String SECRET = "secret";
  private static final int LONGEST_VALUE = 200;
  private static final int SHORTEST_VALUE = 4;

  private static final LineGrams.Trigger SECRET_TRIGGER = new LineGrams.Trigger(SECRET);

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int at = SECRET_TRIGGER.mayOccurIn(grams) ? line.indexOf(KEY) : -1;
    while (at >= 0) {
      int next = at + KEY.length();
      int start = valueStart(line, at, next);
      if (start >= 0) {
        SecretValue value = SecretValue.at(line, start, LONGEST_VALUE);
        if (value.quoted()
            && value.length() >= SHORTEST_VALUE
            && ValueRule.NO_PATH_NO_NUMBER.accepts(line, value)
            && isSecretNext(line, value.end() + 1)) {
          found.add(value.start(), value.end(), SecretKind.SECRET);
        }
        next = Math.max(next, value.end());
      }
      at = line.indexOf(KEY, next);
    }
  }

  /** Whether the name {@code secret} and its sign follow a comma. */
  private static boolean isSecretNext(String line, int comma) {
    if (comma >= line.length() || line.charAt(comma) != ',') {
      return false;
    }
    int name = TextRuns.skipBlanks(line, comma + 1);
    name = name < line.length() && TextRuns.isQuote(line.charAt(name)) ? name + 1 : name;
    return line.startsWith(SECRET, name) && valueStart(line, name, name + SECRET.length()) >= 0;
  }

  /** Returns the start of the value of a name in quotes or bare; -1 if it has none. */
  private static int valueStart(String line, int start, int end) {
    boolean quoted = end < line.length() && TextRuns.isQuote(line.charAt(end));
    int sign = quoted ? end + 1 : end;
    boolean signed = sign < line.length() && line.charAt(sign) == (quoted ? ':' : '=');
    boolean word = start > 0 && !TextRuns.isNamePart(line.charAt(start - 1));
    int value = TextRuns.skipBlanks(line, sign + 1);
    boolean text = value < line.length() && TextRuns.isQuote(line.charAt(value));
    return signed && word && text ? value : -1;
  }
}
