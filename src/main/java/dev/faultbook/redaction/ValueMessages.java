package dev.faultbook.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Messages in the place of a value, which are not secrets: {@code HF_TOKEN: not set}, {@code
 * password: permission denied}, {@code access_token: expired}.
 *
 * @param whole values that are a message by themselves, in lower case
 * @param starts beginnings of messages of several words, in lower case
 */
record ValueMessages(Set<String> whole, List<String> starts) {

  private static final int LONGEST = 40;

  ValueMessages {
    whole = Set.copyOf(whole);
    starts = List.copyOf(starts);
  }

  /** Whether a message starts at a position. */
  boolean areAt(String line, int start) {
    return areAt(line, SecretValue.at(line, start, LONGEST + 1));
  }

  /** Whether a message stands in the place of a value. */
  boolean areAt(String line, SecretValue value) {
    if (value.length() > LONGEST) {
      return false;
    }
    String text = line.substring(value.start(), value.end()).toLowerCase(Locale.ROOT);
    return whole.contains(text)
        || starts.stream().anyMatch(start -> startsWith(line, value.start(), start));
  }

  private static boolean startsWith(String line, int at, String message) {
    int end = at + message.length();
    return line.regionMatches(true, at, message, 0, message.length())
        && (end == line.length() || !TextRuns.isNamePart(line.charAt(end)));
  }
}
