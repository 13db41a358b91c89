package dev.faultbook.cre;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map of a rule's YAML, whose scalars are texts. Values of an unexpected form are rejected.
 *
 * @param line where the rule begins in its file
 */
record Fields(Map<?, ?> values, int line) {
  private static final Set<String> NULLS = Set.of("", "~", "null");

  static Fields of(@Nullable Object value, int line) throws RuleRefusedException {
    if (!(value instanceof Map<?, ?> map)) {
      throw new RuleRefusedException(line, "expected a map of names and values");
    }
    return new Fields(map, line);
  }

  boolean has(String name) {
    Object value = values.get(name);
    return value != null && !(value instanceof String text && NULLS.contains(text));
  }

  /** Rejects keys that are not in {@code known}. */
  void allowOnly(Set<String> known) throws RuleRefusedException {
    for (Object name : values.keySet()) {
      if (!known.contains(String.valueOf(name))) {
        throw new RuleRefusedException(line, "'" + name + "' is not known");
      }
    }
  }

  Fields requireMap(String name) throws RuleRefusedException {
    if (!has(name)) {
      throw new RuleRefusedException(line, "'" + name + "' is missing");
    }
    return of(values.get(name), line);
  }

  /** The text; empty if the field is missing. */
  String readText(String name) throws RuleRefusedException {
    return has(name) ? textOf(values.get(name), name) : "";
  }

  /** The texts of a list, or of a single text; none if the field is missing. */
  String joinTexts(String name, String between) throws RuleRefusedException {
    StringBuilder all = new StringBuilder();
    for (Object item : readItems(name)) {
      all.append(all.isEmpty() ? "" : between).append(textOf(item, name));
    }
    return all.toString();
  }

  /** The items of a list; a single value is a list of one. */
  List<?> readItems(String name) {
    if (!has(name)) {
      return List.of();
    }
    return values.get(name) instanceof List<?> list ? list : List.of(values.get(name));
  }

  /** An integer from 0. */
  int readNumber(String name, int otherwise) throws RuleRefusedException {
    String digits = readText(name);
    if (digits.length() > 9 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new RuleRefusedException(line, "'" + name + "' is not a whole number");
    }
    return digits.isEmpty() ? otherwise : Integer.parseInt(digits);
  }

  private String textOf(@Nullable Object value, String name) throws RuleRefusedException {
    if (!(value instanceof String text)) {
      throw new RuleRefusedException(line, "'" + name + "' is not text");
    }
    return text;
  }
}
