package dev.faultbook.redaction;

/**
 * Users, passwords and tokens in URLs: {@code scheme://user:password@host} and {@code
 * https://token@host}, also percent-encoded within another URL: {@code
 * scheme%3A%2F%2Fuser%3Apassword%40host}.
 */
final class UrlUsers implements SecretFinder {

  private static final int LONGEST_REST = 64;
  private static final int LONGEST_ESCAPED = 300;
  private static final String ESCAPED_START = "%3a%2f%2f";
  private static final LineGrams.Trigger ESCAPED_TRIGGER = new LineGrams.Trigger(ESCAPED_START);

  private final UserName users;

  UrlUsers(UserName users) {
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (int at = line.indexOf("://"); at >= 0; at = line.indexOf("://", at + 3)) {
      int start = at + 3;
      int end = authorityEnd(line, start);
      int sign = signBefore(line, start, end);
      if (sign > start) {
        takeUserInfo(line, start, sign, found);
      }
    }
    if (ESCAPED_TRIGGER.mayOccurIn(grams)) {
      findEscaped(line, found);
    }
  }

  private void findEscaped(String line, RedactedSpans found) {
    int at = TextRuns.indexOfIgnoringCase(line, ESCAPED_START, 0);
    while (at >= 0) {
      int start = at + ESCAPED_START.length();
      String rest = line.substring(start, Math.min(line.length(), start + LONGEST_ESCAPED));
      int slash = TextRuns.indexOfIgnoringCase(rest, "%2f", 0);
      String authority = rest.substring(0, slash < 0 ? authorityEnd(rest, 0) : slash);
      int sign = authority.lastIndexOf("%40");
      int colon = TextRuns.indexOfIgnoringCase(authority, "%3a", 0);
      if (colon >= 0 && colon < sign) {
        takeUser(line, new TextRange(start, start + colon), SecretKind.USER, found);
        takePassword(line, new TextRange(start + colon + "%3a".length(), start + sign), found);
      }
      at = TextRuns.indexOfIgnoringCase(line, ESCAPED_START, start);
    }
  }

  private void takeUser(String line, TextRange user, SecretKind kind, RedactedSpans found) {
    if (!user.isEmpty()
        && !users.isSharedAccount(line, user.start(), user.end())
        && !References.cover(line, user.start(), user.end())
        && !isNumeric(line, user)
        && !Placeholders.startsAt(line, user.start())) {
      found.add(user.start(), user.end(), kind);
    }
  }

  /** Whether a text has only digits and full stops, as the address in a name of Lustre. */
  private static boolean isNumeric(String line, TextRange text) {
    int i = text.start();
    while (i < text.end() && (TextRuns.isDigit(line.charAt(i)) || line.charAt(i) == '.')) {
      i++;
    }
    return i == text.end() && line.indexOf('.', text.start(), text.end()) >= 0;
  }

  private static void takePassword(String line, TextRange password, RedactedSpans found) {
    if (!password.isEmpty() && !isMask(line, password.start(), password.end())) {
      found.add(password.start(), password.end(), SecretKind.SECRET);
    }
  }

  /**
   * Redacts the user info of a URL: a token in {@code https://token@host}, a user in {@code
   * ssh://user@host}, both parts of {@code user:password@host}.
   */
  private void takeUserInfo(String line, int start, int sign, RedactedSpans found) {
    int colon = line.indexOf(':', start, sign);
    if (colon < 0) {
      SecretKind kind = isHttp(line, start) ? SecretKind.SECRET : SecretKind.USER;
      takeUser(line, new TextRange(start, sign), kind, found);
    } else {
      takeUser(line, new TextRange(start, colon), SecretKind.USER, found);
      takePassword(line, new TextRange(colon + 1, sign), found);
    }
  }

  /** Whether {@code http://} or {@code https://} precedes a position. */
  private static boolean isHttp(String line, int start) {
    int schemeEnd = start - "://".length();
    return line.startsWith("http", Math.max(0, schemeEnd - 5))
        || line.startsWith("http", Math.max(0, schemeEnd - 4));
  }

  /**
   * Returns the position of the {@code @} that ends the user info. A password may contain a slash
   * if a later {@code @} is followed by a host with a port: {@code
   * redis://:p@ss/word@redis-0:6379}.
   */
  private static int signBefore(String line, int start, int end) {
    int sign = lastAt(line, start, end);
    int late = lateSign(line, start, end, sign);
    if (late > sign) {
      return late;
    }
    if (sign < start && hasPassword(line, start, end)) {
      return signBehindSlash(line, end);
    }
    boolean password = sign > start && line.indexOf(':', start, sign) >= 0;
    if (!password || end >= line.length() || line.charAt(end) != '/') {
      return sign;
    }
    int limit = Math.min(line.length(), end + LONGEST_REST);
    for (int i = end; i < limit && !endsAddress(line.charAt(i)); i++) {
      if (line.charAt(i) == '@' && hasPort(line, i + 1)) {
        return i;
      }
    }
    return sign;
  }

  /**
   * Returns the position of the last {@code @} behind a password with an unencoded {@code #},
   * {@code ?} or quote: {@code redis://:a?b@10.0.0.8:6379}; -1 if there is none. An address must
   * follow it, and none must follow the {@code @} before, so that the query of a URL stays.
   */
  private static int lateSign(String line, int start, int end, int sign) {
    int colon = line.indexOf(':', start, Math.max(start, end));
    boolean cut = end < line.length() && "#?'".indexOf(line.charAt(end)) >= 0;
    if (colon < 0 || !cut || line.charAt(start) == '[' || startsInQuote(line, start, end)) {
      return -1;
    }
    boolean password = sign > colon ? !isHost(line, sign + 1) : isNoPort(line, colon + 1, end);
    int limit = Math.min(line.length(), end + LONGEST_REST);
    int late = -1;
    for (int i = end; password && i < limit && !endsLogin(line, i); i++) {
      if (line.charAt(i) == '@' && isHost(line, i + 1)) {
        late = i;
      }
    }
    return late;
  }

  /** Whether the quote that ends the authority has opened before the scheme. */
  private static boolean startsInQuote(String line, int start, int end) {
    int scheme = TextRuns.nameStart(line, start - "://".length(), LONGEST_REST);
    return line.charAt(end) == '\'' && scheme > 0 && line.charAt(scheme - 1) == '\'';
  }

  private static boolean isNoPort(String line, int from, int end) {
    return from == end || !TextRuns.isNumber(line, from, end);
  }

  private static boolean endsLogin(String line, int i) {
    char c = line.charAt(i);
    return TextRuns.isBlank(c) || c == '/' || c == '"' || c == '\\' || c == '`';
  }

  /** Whether a host with a port, or one with a full stop in its name, stands at a position. */
  private static boolean isHost(String line, int from) {
    int end = from;
    while (end < line.length()
        && end - from < LONGEST_REST
        && (TextRuns.isLetterOrDigit(line.charAt(end)) || ".-".indexOf(line.charAt(end)) >= 0)) {
      end++;
    }
    int dot = line.indexOf('.', from, end);
    boolean domain = dot > from && dot + 1 < end;
    return hasPort(line, from)
        || (domain && (end == line.length() || "/\"' `".indexOf(line.charAt(end)) >= 0));
  }

  /**
   * Whether a colon is followed by something else than a port, and that by a sign that ends an
   * authority but may be a part of a password that is not encoded.
   */
  private static boolean hasPassword(String line, int start, int end) {
    int colon = line.indexOf(':', start, Math.max(start, end));
    if (colon < 0 || end >= line.length() || "/?#".indexOf(line.charAt(end)) < 0) {
      return false;
    }
    boolean port = true;
    for (int i = colon + 1; i < end && port; i++) {
      port = TextRuns.isDigit(line.charAt(i));
    }
    return !port && line.charAt(start) != '[';
  }

  /** Returns the position of the {@code @} behind a password with a slash; -1 if there is none. */
  private static int signBehindSlash(String line, int slash) {
    int limit = Math.min(line.length(), slash + LONGEST_REST);
    for (int i = slash; i < limit && !endsAddress(line.charAt(i)); i++) {
      if (line.charAt(i) == '@' && i + 1 < line.length() && isHostPart(line.charAt(i + 1))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isHostPart(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '[' || c == '(';
  }

  private static boolean endsAddress(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || c == '\\' || c == ',';
  }

  private static boolean hasPort(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from < LONGEST_REST
        && (TextRuns.isLetterOrDigit(line.charAt(i)) || ".-_".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i > from
        && i + 1 < line.length()
        && line.charAt(i) == ':'
        && TextRuns.isDigit(line.charAt(i + 1));
  }

  private static int lastAt(String line, int start, int end) {
    int i = end - 1;
    while (i >= start && line.charAt(i) != '@') {
      i--;
    }
    return i;
  }

  private static boolean isMask(String line, int start, int end) {
    if (Placeholders.startsAt(line, start) || References.cover(line, start, end)) {
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
