package dev.faultbook.redaction;

/** {@code scheme://user:password@host} and {@code https://token@host}. */
final class UrlUsers implements SecretFinder {

  private final UserName users;

  UrlUsers(UserName users) {
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (int at = line.indexOf("://"); at >= 0; at = line.indexOf("://", at + 3)) {
      int start = at + 3;
      int end = authorityEnd(line, start);
      int sign = lastAt(line, start, end);
      if (sign > start) {
        userInfo(line, start, sign, found);
      }
    }
  }

  private void userInfo(String line, int start, int sign, RedactedSpans found) {
    int colon = line.indexOf(':', start, sign);
    int userEnd = colon < 0 ? sign : colon;
    if (userEnd > start
        && !users.isNobody(line, start, userEnd)
        && !Placeholders.standsAt(line, start)) {
      // https://token@host, but ssh://user@host and https://user:password@host
      boolean token = colon < 0 && isHttp(line, start);
      found.add(start, userEnd, token ? SecretKind.SECRET : SecretKind.USER);
    }
    if (colon >= 0 && colon + 1 < sign && !isMask(line, colon + 1, sign)) {
      found.add(colon + 1, sign, SecretKind.SECRET);
    }
  }

  /** Whether {@code http://} or {@code https://} stands before a place. */
  private static boolean isHttp(String line, int start) {
    int schemeEnd = start - "://".length();
    return line.startsWith("http", Math.max(0, schemeEnd - 5))
        || line.startsWith("http", Math.max(0, schemeEnd - 4));
  }

  private static int lastAt(String line, int start, int end) {
    int i = end - 1;
    while (i >= start && line.charAt(i) != '@') {
      i--;
    }
    return i;
  }

  private static boolean isMask(String line, int start, int end) {
    if (Placeholders.standsAt(line, start)) {
      return true;
    }
    for (int i = start; i < end; i++) {
      if (line.charAt(i) != '*') {
        return false;
      }
    }
    return true;
  }

  private static int authorityEnd(String line, int from) {
    int i = from;
    while (i < line.length()
        && !TextRuns.isBlank(line.charAt(i))
        && "/?#\"'`\\".indexOf(line.charAt(i)) < 0) {
      i++;
    }
    return i;
  }
}
