package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/** {@code scheme://user:password@host} and {@code https://token@host}. */
final class UrlUsers implements SecretFinder {

  /** Users that are everybody's say nothing about anyone. */
  private static final Set<String> EVERYBODY =
      Set.of(
          "git",
          "oauth2",
          "x-access-token",
          "x-token-auth",
          "token",
          "__token__",
          "user",
          "username",
          "root",
          "admin",
          "postgres",
          "redis",
          "default",
          "guest",
          "anonymous");

  @Override
  public void find(String line, RedactedSpans found) {
    for (int at = line.indexOf("://"); at >= 0; at = line.indexOf("://", at + 3)) {
      int start = at + 3;
      int end = authorityEnd(line, start);
      int sign = lastAt(line, start, end);
      if (sign > start) {
        userInfo(line, at, start, sign, found);
      }
    }
  }

  private static void userInfo(
      String line, int schemeEnd, int start, int sign, RedactedSpans found) {
    int colon = line.indexOf(':', start, sign);
    boolean password = colon >= 0;
    int userEnd = password ? colon : sign;
    String user = line.substring(start, Math.min(userEnd, start + 64));
    if (userEnd > start
        && !EVERYBODY.contains(user.toLowerCase(Locale.ROOT))
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
