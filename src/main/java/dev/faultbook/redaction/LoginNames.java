package dev.faultbook.redaction;

import java.util.List;

/**
 * User names of logins ({@code ssh alice@gpu-01}) and of shell prompts ({@code alice@gpu-01:~$},
 * {@code [alice@gpu-01 x]$}).
 */
final class LoginNames implements SecretFinder {

  private static final int MAX_NAME = 32;
  private static final int MAX_PROMPT = 80;

  private final List<String> commands;
  private final UserName users;

  LoginNames(List<String> commands, UserName users) {
    this.commands = commands;
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    if (line.indexOf('@') < 0) {
      return;
    }
    int command = firstCommand(line);
    int previous = -1;
    for (int at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
      int start = nameStart(line, previous + 1, at);
      previous = at;
      boolean login = command >= 0 && command < start && startsWord(line, start);
      if (users.nameEnd(line, start, false) == at
          && !found.holdsPosition(at - 1)
          && (login ? isHost(line, at + 1) : isPrompt(line, start, at))) {
        found.add(start, at, SecretKind.USER);
      }
    }
  }

  private int firstCommand(String line) {
    int first = -1;
    for (String command : commands) {
      int at = ShellWords.findCommand(line, command, 0);
      if (at >= 0 && (first < 0 || at < first)) {
        first = at;
      }
    }
    return first;
  }

  private static boolean isPrompt(String line, int start, int at) {
    int end = hostEnd(line, at + 1);
    if (end == at + 1 || end >= line.length()) {
      return false;
    }
    char after = line.charAt(end);
    if (after == ':') {
      return startsWord(line, start) && isOneOf("~/", line, end + 1);
    }
    if (after == ' ' && isOneOf("~/", line, end + 1) && startsWord(line, start)) {
      return isPathBeforePercent(line, end + 1);
    }
    if (after != ' ' || start == 0 || line.charAt(start - 1) != '[') {
      return false;
    }
    int close = line.indexOf(']', end, Math.min(line.length(), end + MAX_PROMPT));
    return close >= 0 && isOneOf("$#", line, close + 1);
  }

  /** Whether a path and the sign of zsh's prompt follow: {@code ~/run %}. */
  private static boolean isPathBeforePercent(String line, int path) {
    int limit = Math.min(line.length(), path + MAX_PROMPT);
    int blank = line.indexOf(' ', path, limit);
    return blank >= 0 && line.startsWith("%", blank + 1);
  }

  private static boolean isOneOf(String signs, String line, int at) {
    return at < line.length() && signs.indexOf(line.charAt(at)) >= 0;
  }

  private static int nameStart(String line, int from, int at) {
    int start = at;
    while (start > from && at - start <= MAX_NAME && isName(line.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean startsWord(String line, int start) {
    return start == 0
        || TextRuns.isBlank(line.charAt(start - 1))
        || TextRuns.isQuote(line.charAt(start - 1));
  }

  private static boolean isHost(String line, int from) {
    return hostEnd(line, from) > from;
  }

  private static int hostEnd(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from <= MAX_PROMPT
        && (TextRuns.isLetterOrDigit(line.charAt(i)) || ".-_".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i;
  }

  private static boolean isName(char c) {
    return TextRuns.isLetterOrDigit(c) || "._-".indexOf(c) >= 0;
  }
}
