package dev.faultbook.redaction;

/** {@code scheme://user:password@host} and {@code https://token@host}. */
final class UrlUsers implements SecretFinder {

  private final UserName users;

  UrlUsers(UserName users) {
    this.users = users;
  }

  @Override
  public void find(String line, LineGrams grams, RedactedSpans found) {
    for (int at = line.indexOf("://"); at >= 0; at = line.indexOf("://", at + 3)) {
      int start = at + 3;
      int end = authorityEnd(line, start);
      int sign = lastAt(line, start, end);
      if (sign > start) {
        userInfo(line, at, start, sign, found);
      }
    }
  }

  private void userInfo(String line, int schemeEnd, int start, int sign, RedactedSpans found) {
    int colon = line.indexOf(':', start, sign);
    boolean password = colon >= 0;
    int userEnd = password ? colon : sign;
    if (userEnd > start
        && !users.isNobody(line, start, userEnd)
        && !Placeholders.standsAt(line, start)) {
      boolean token = !password && line.startsWith("http", Math.max(0, schemeEnd - 5));
      boolean http = token || (!password && line.startsWith("http", Math.max(0, schemeEnd - 4)));
      found.add(start, userEnd, http ? SecretKind.SECRET : SecretKind.USER);
    }
    if (password && colon + 1 < sign && !isMask(line, colon + 1, sign)) {
      found.add(colon + 1, sign, SecretKind.SECRET);
    }
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
