package dev.faultbook.redaction;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Assigns placeholders such as {@code <email-1>} to the values of one text. Equal values get the
 * same placeholder, numbers are counted per type, and those of placeholders that the text already
 * contains are not reused.
 */
final class Placeholders {

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

  /** The values of a type that have a placeholder. */
  Set<String> valuesOf(SecretKind kind) {
    return Set.copyOf(Objects.requireNonNull(given.get(kind)).keySet());
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

  /** Whether a placeholder starts at a position. */
  static boolean startsAt(CharSequence line, int at) {
    if (at >= line.length() || line.charAt(at) != '<') {
      return false;
    }
    for (SecretKind kind : SecretKind.values()) {
      String opening = "<" + kind.word() + "-";
      int i = at + opening.length();
      if (i >= line.length() || !opening.contentEquals(line.subSequence(at, i))) {
        continue;
      }
      int digits = i;
      while (i < line.length() && TextRuns.isDigit(line.charAt(i))) {
        i++;
      }
      return i > digits && i < line.length() && line.charAt(i) == '>';
    }
    return false;
  }
}
