package dev.faultbook.redaction;

/**
 * User names in the records of logins: {@code uid=1001(alice) gid=1001(alice)}, {@code
 * UserId=alice(1001) GroupId=alice(1001)}, {@code sudo: alice : TTY=pts/0}. A group counts only if
 * it has the name of the user.
 */
final class LoginRecords implements SecretFinder {

  private static final String UID = "uid=";
  private static final String USER_ID = "UserId=";
  private static final String GROUP_ID = "GroupId=";
  private static final String TERMINAL = " : TTY=";
  private static final int LONGEST_NUMBER = 10;
  private static final int LONGEST_NAME = 32;

  private static final LineGrams.Trigger UID_TRIGGER = new LineGrams.Trigger(UID);
  private static final LineGrams.Trigger GROUP_TRIGGER = new LineGrams.Trigger(GROUP_ID);
  private static final LineGrams.Trigger TERMINAL_TRIGGER = new LineGrams.Trigger(TERMINAL);

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
    if (TERMINAL_TRIGGER.mayOccurIn(grams)) {
      findTerminal(line, found);
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

  private void findTerminal(String line, RedactedSpans found) {
    int end = line.indexOf(TERMINAL);
    int start = end < 0 ? 0 : TextRuns.nameStart(line, end, LONGEST_NAME);
    if (start > 0
        && TextRuns.isBlank(line.charAt(start - 1))
        && users.nameEnd(line, start, false) == end) {
      found.add(start, end, SecretKind.USER);
    }
  }
}
