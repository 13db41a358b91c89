package dev.faultbook.redaction;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Assigns placeholders such as {@code <email-1>} to the values of one text. Equal values get the
 * same placeholder, numbers are counted per type, and those of placeholders that the text already
 * contains are not reused.
 */
final class Placeholders {

  /** In the place of a word that the reader struck out. */
  static final String REMOVED = "removed";

  private static final int MAX_LENGTH = 20;
  private static final Set<String> WORDS =
      Arrays.stream(SecretKind.values()).map(SecretKind::word).collect(Collectors.toSet());

  private final Map<SecretKind, Map<String, String>> given = new EnumMap<>(SecretKind.class);
  private final Map<SecretKind, Integer> used = new EnumMap<>(SecretKind.class);

  Placeholders(String text) {
    for (SecretKind kind : SecretKind.values()) {
      given.put(kind, new HashMap<>());
      used.put(kind, highestIn(text, "<" + kind.word() + "-"));
    }
  }

  String placeholderFor(SecretKind kind, String value) {
    String key =
        kind == SecretKind.EMAIL || kind == SecretKind.IP ? value.toLowerCase(Locale.ROOT) : value;
    return Objects.requireNonNull(given.get(kind))
        .computeIfAbsent(
            key, k -> "<" + kind.word() + "-" + used.merge(kind, 1, Integer::sum) + ">");
  }

  Map<String, Integer> countByKind() {
    Map<String, Integer> counts = new TreeMap<>();
    given.forEach(
        (kind, values) -> {
          if (!values.isEmpty()) {
            counts.put(kind.word(), values.size());
          }
        });
    return counts;
  }

  /** The values of a kind, each with its placeholder. */
  Map<String, String> valuesOf(SecretKind kind) {
    return Map.copyOf(Objects.requireNonNull(given.get(kind)));
  }

  private static int highestIn(String text, String opening) {
    int highest = 0;
    for (int at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      int number = 0;
      int i = at + opening.length();
      while (i < text.length()
          && i < at + opening.length() + 6
          && TextRuns.isDigit(text.charAt(i))) {
        number = number * 10 + text.charAt(i++) - '0';
      }
      if (i < text.length() && text.charAt(i) == '>') {
        highest = Math.max(highest, number);
      }
    }
    return highest;
  }

  /** The end of the placeholder at a position; -1 if there is none. */
  static int endAt(String line, int at) {
    int limit = Math.min(line.length(), at + MAX_LENGTH);
    int close = line.startsWith("<", at) ? line.indexOf('>', at, limit) : -1;
    if (close < 0) {
      return -1;
    }
    String inside = line.substring(at + 1, close);
    int hyphen = inside.indexOf('-');
    boolean whole =
        hyphen < 0
            ? inside.equals(REMOVED)
            : WORDS.contains(inside.substring(0, hyphen))
                && hyphen + 1 < inside.length()
                && TextRuns.isNumber(inside, hyphen + 1, inside.length());
    return whole ? close + 1 : -1;
  }
}
