package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Names and values under separate keys, as Kubernetes writes the environment of a container: {@code
 * {"name":"DB_PASSWORD","value":"…"}}, or {@code - name: DB_PASSWORD} with {@code value: …} on the
 * next line. Other programs write {@code Name} or {@code key}, put the value first, or put other
 * fields between. The same rules apply as to {@code DB_PASSWORD=…}.
 */
final class NamedValues implements SecretFinder {

  private static final List<String> NAMES = List.of("name", "Name", "key", "Key");
  private static final List<String> VALUES = List.of("value", "Value");
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_VALUE = 300;
  private static final int LONGEST_GAP = 120;
  private static final int MOST_SIGNS = 12;
  private static final int MOST_NAMES = 2;

  private static final LineGrams.Trigger VALUE = new LineGrams.Trigger("alue");

  private final Assignments assignments;

  NamedValues(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    if (!VALUE.mayOccurIn(grams)) {
      return;
    }
    List<String> names = new ArrayList<>();
    int value = -1;
    int done = 0;
    Key key = nextKey(line, 0);
    while (key.content() >= 0) {
      if (isOtherObject(line, done, key.start())) {
        names.clear();
        value = -1;
      }
      SecretValue text =
          SecretValue.at(line, key.content(), key.isName() ? LONGEST_NAME : LONGEST_VALUE);
      done = Math.max(key.content(), text.end());
      if (key.isName()) {
        String name = line.substring(text.start(), Math.max(text.start(), text.end()));
        if (value >= 0 && names.isEmpty()) {
          done = Math.max(done, assignments.takeValueOf(name, line, value, found));
        } else if (names.size() < MOST_NAMES) {
          names.add(name);
        }
      } else {
        value = key.content();
        for (String name : names) {
          done = Math.max(done, assignments.takeValueOf(name, line, value, found));
        }
      }
      key = nextKey(line, done);
    }
  }

  /**
   * Whether a bracket, or much text, separates two keys, so that they are not those of the same
   * object.
   */
  private static boolean isOtherObject(String line, int from, int to) {
    if (to - from > LONGEST_GAP) {
      return true;
    }
    for (int i = from; i < to; i++) {
      if ("{}()[]<>".indexOf(line.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
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

  static boolean isValueKey(String key) {
    return VALUES.contains(key);
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
   * A key of a name or of a value.
   *
   * @param start its position
   * @param content start of its content; -1 if there is no key
   */
  private record Key(int start, int content, boolean isName) {}

  /** Returns the next key of a name or of a value. */
  private static Key nextKey(String line, int from) {
    for (int i = from; i < line.length(); i++) {
      char c = line.charAt(i);
      if ("nNkKvV".indexOf(c) >= 0 && (i == 0 || !TextRuns.isNamePart(line.charAt(i - 1)))) {
        boolean value = c == 'v' || c == 'V';
        for (String key : value ? VALUES : NAMES) {
          int content = line.startsWith(key, i) ? contentBehind(line, i + key.length(), ":=") : -1;
          if (content >= 0) {
            return new Key(i, content, !value);
          }
        }
      }
    }
    return new Key(line.length(), -1, false);
  }

  /** Returns the start of the content of the next occurrence of a key; -1 if there is none. */
  private static int keyContent(String line, String key, int from) {
    int at = line.indexOf(key, from);
    while (at >= 0) {
      boolean word = at == 0 || !TextRuns.isNamePart(line.charAt(at - 1));
      int content = word ? contentBehind(line, at + key.length(), ":") : -1;
      if (content >= 0) {
        return content;
      }
      at = line.indexOf(key, at + key.length());
    }
    return -1;
  }

  /** Returns the position after the sign and blanks that follow a key; -1 if no sign follows. */
  private static int contentBehind(String line, int keyEnd, String signs) {
    int i = keyEnd;
    while (i < line.length() && i - keyEnd < MOST_SIGNS && isQuoting(line.charAt(i))) {
      i++;
    }
    boolean sign = i < line.length() && signs.indexOf(line.charAt(i)) >= 0;
    return sign ? TextRuns.skipBlanks(line, i + 1) : -1;
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
