package dev.faultbook.redaction;

import java.util.List;

/**
 * User names in the records of logins: {@code uid=1001(alice) gid=1001(alice)}, {@code
 * UserId=alice(1001) GroupId=alice(1001)}, {@code sudo: alice : TTY=pts/0}, {@code gpu-07 login:
 * alice}, {@code login as: alice}. A group counts only if it has the name of the user.
 */
final class LoginRecords implements SecretFinder {

  private static final String UID = "uid=";
  private static final String USER_ID = "UserId=";
  private static final String GROUP_ID = "GroupId=";
  private static final String SUDO = "sudo";

  /** What terminals and PuTTY print before the name that somebody typed. */
  private static final List<String> PROMPTS =
      List.of(" login: ", "login as: ", "Using username \"");

  private static final int LONGEST_NUMBER = 10;
  private static final int LONGEST_NAME = 32;

  private static final LineGrams.Trigger UID_TRIGGER = new LineGrams.Trigger(UID);
  private static final LineGrams.Trigger GROUP_TRIGGER = new LineGrams.Trigger(GROUP_ID);
  private static final LineGrams.Trigger SUDO_TRIGGER = new LineGrams.Trigger(SUDO);
  private static final LineGrams.Trigger LOGIN_TRIGGER = new LineGrams.Trigger("login");
  private static final LineGrams.Trigger USERNAME_TRIGGER = new LineGrams.Trigger("username");

  private final UserName users;

  LoginRecords(UserName users) {
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    if (UID_TRIGGER.mayOccurIn(grams)) {
      findNumbered(line, found);
    }
    if (GROUP_TRIGGER.mayOccurIn(grams)) {
      findGroup(line, found);
    }
    if (SUDO_TRIGGER.mayOccurIn(grams)) {
      findSudo(line, found);
    }
    if (LOGIN_TRIGGER.mayOccurIn(grams) || USERNAME_TRIGGER.mayOccurIn(grams)) {
      findPrompt(line, found);
    }
  }

  /** Redacts the name behind the number of the user, and the groups of the same name. */
  private void findNumbered(String line, RedactedSpans found) {
    int at = line.indexOf(UID);
    int open = at < 0 ? -1 : bracketBehindNumber(line, at + UID.length());
    int end = open < 0 ? -1 : users.nameEnd(line, open + 1, false);
    if (end < 0 || !line.startsWith(")", end)) {
      return;
    }
    String name = line.substring(open, end + 1);
    for (int i = open; i >= 0; i = line.indexOf(name, i + name.length())) {
      found.add(i + 1, i + name.length() - 1, SecretKind.USER);
    }
  }

  private static int bracketBehindNumber(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < LONGEST_NUMBER && TextRuns.isDigit(line.charAt(i))) {
      i++;
    }
    return i > from && line.startsWith("(", i) ? i : -1;
  }

  private void findGroup(String line, RedactedSpans found) {
    int user = line.indexOf(USER_ID);
    int end = user < 0 ? -1 : users.nameEnd(line, user + USER_ID.length(), true);
    if (end < 0) {
      return;
    }
    String name = line.substring(user + USER_ID.length(), end);
    int group = line.indexOf(GROUP_ID + name + "(");
    if (group >= 0) {
      int start = group + GROUP_ID.length();
      found.add(start, start + name.length(), SecretKind.USER);
    }
  }

  /** {@code sudo: alice : TTY=pts/0}, {@code sudo[12]: alice : command not allowed}. */
  private void findSudo(String line, RedactedSpans found) {
    int sudo = line.indexOf(SUDO);
    int sign = sudo < 0 ? -1 : line.indexOf(": ", sudo);
    if (sign < 0 || sign - sudo > LONGEST_NAME) {
      return;
    }
    int start = TextRuns.skipBlanks(line, sign + 1);
    int end = users.nameEnd(line, start, false);
    if (end > start && line.startsWith(" : ", end)) {
      found.add(start, end, SecretKind.USER);
    }
  }

  /** Redacts the name that ends a line behind a prompt: {@code gpu-07 login: alice}. */
  private void findPrompt(String line, RedactedSpans found) {
    for (String prompt : PROMPTS) {
      int at = line.startsWith("last") || line.startsWith("Last") ? -1 : line.indexOf(prompt);
      int start = at + prompt.length();
      int end = at < 0 ? -1 : users.nameEnd(line, start, false);
      if (end > start && isLast(line, end)) {
        found.add(start, end, SecretKind.USER);
      }
    }
  }

  private static boolean isLast(String line, int from) {
    int end = line.startsWith("\".", from) ? from + 2 : from;
    return TextRuns.skipBlanks(line, end) == line.length();
  }
}
