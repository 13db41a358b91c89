package dev.faultbook.redaction;

import java.util.List;

/**
 * Names and values under separate keys, as Kubernetes writes the environment of a container: {@code
 * {"name":"DB_PASSWORD","value":"…"}}, or {@code - name: DB_PASSWORD} with {@code value: …} on the
 * next line. Other programs write {@code Name} or {@code key}. The same rules apply as to {@code
 * DB_PASSWORD=…}.
 */
final class NamedValues implements SecretFinder {

  private static final List<String> NAMES = List.of("name", "Name", "key", "Key");
  private static final List<String> VALUES = List.of("value", "Value");
  private static final int LONGEST_NAME = 80;
  private static final int MOST_SIGNS = 12;

  private final Assignments assignments;

  NamedValues(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    NAMES.forEach(key -> findBehind(key, line, found));
  }

  private void findBehind(String nameKey, String line, RedactedSpans found) {
    int at = keyContent(line, nameKey, 0);
    while (at >= 0) {
      SecretValue name = SecretValue.at(line, at, LONGEST_NAME);
      int key = skipSigns(line, name.end());
      int content = valueContent(line, key);
      int done = name.end();
      if (content >= 0) {
        String text = line.substring(name.start(), name.end());
        done = Math.max(done, assignments.takeValueOf(text, line, content, found));
      }
      at = keyContent(line, nameKey, done);
    }
  }

  /**
   * Redacts a value whose name is on the previous line.
   *
   * @param name empty if the previous line has none
   */
  void findValueOf(String name, String line, RedactedSpans found) {
    if (name.isEmpty()) {
      return;
    }
    for (String key : VALUES) {
      int content = keyContent(line, key, 0);
      if (content >= 0) {
        assignments.takeValueOf(name, line, content, found);
      }
    }
  }

  /**
   * The name at the end of the line, whose value may be on the next line; empty if there is none.
   */
  static String openName(String line) {
    int content = -1;
    for (String key : NAMES) {
      for (int at = keyContent(line, key, 0); at >= 0; at = keyContent(line, key, at)) {
        content = Math.max(content, at);
      }
    }
    if (content < 0) {
      return "";
    }
    SecretValue name = SecretValue.at(line, content, LONGEST_NAME);
    boolean open = skipSigns(line, name.end()) == line.length();
    return open && name.length() > 0 ? line.substring(name.start(), name.end()) : "";
  }

  /**
   * Returns the start of the content of the key of a value at a position; -1 if there is no such
   * key.
   */
  private static int valueContent(String line, int at) {
    for (String key : VALUES) {
      if (line.startsWith(key, at)) {
        return contentBehind(line, at + key.length());
      }
    }
    return -1;
  }

  /** Returns the start of the content of the next occurrence of a key; -1 if there is none. */
  private static int keyContent(String line, String key, int from) {
    int at = line.indexOf(key, from);
    while (at >= 0) {
      boolean word = at == 0 || !TextRuns.isNamePart(line.charAt(at - 1));
      int content = word ? contentBehind(line, at + key.length()) : -1;
      if (content >= 0) {
        return content;
      }
      at = line.indexOf(key, at + key.length());
    }
    return -1;
  }

  /** Returns the position after the colon and blanks that follow a key; -1 if no colon follows. */
  private static int contentBehind(String line, int keyEnd) {
    int i = keyEnd;
    while (i < line.length() && i - keyEnd < MOST_SIGNS && isQuoting(line.charAt(i))) {
      i++;
    }
    boolean colon = i < line.length() && line.charAt(i) == ':';
    return colon ? TextRuns.skipBlanks(line, i + 1) : -1;
  }

  /** Returns the position after the quotes, commas and blanks between a name and the next key. */
  private static int skipSigns(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from < MOST_SIGNS
        && (line.charAt(i) == ',' || isQuoting(line.charAt(i)))) {
      i++;
    }
    return i;
  }

  private static boolean isQuoting(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || c == '\\';
  }
}
