package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Form;
import java.util.List;

/** What the name of a map or a list says about the values in it. */
enum SecretParent {
  /** Nothing: {@code layers}. */
  NONE,
  /** They may be secrets: {@code tokens}, {@code credentials}. */
  WEAK,
  /** They are secrets, or names of secrets: {@code passwords}, {@code secrets}. */
  STRONG,
  /** A name that also stands for a single secret: {@code password}, {@code api_key}. */
  SINGLE;

  private static final int LONGEST_NAME = 80;
  private static final int SHORTEST_WEAK = 10;
  private static final int DATE_SIGN = 4;

  static SecretParent of(Assignments assignments, String name) {
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      return NONE;
    }
    List<NameRule> single = assignments.secretRulesFor(name, Form.EQUALS);
    if (isStrong(single)) {
      return SINGLE;
    }
    boolean plural = name.endsWith("s") || name.endsWith("S");
    String one = plural ? name.substring(0, name.length() - 1) : name;
    List<NameRule> rules = plural ? assignments.secretRulesFor(one, Form.EQUALS) : single;
    if (isStrong(rules)) {
      return STRONG;
    }
    return single.isEmpty() && rules.isEmpty() ? NONE : WEAK;
  }

  private static boolean isStrong(List<NameRule> rules) {
    return rules.stream()
        .anyMatch(
            rule ->
                rule.value() == ValueRule.ANYTHING || rule.value() == ValueRule.NO_PATH_NO_NUMBER);
  }

  /**
   * Whether a value of the map or list is a secret. It must look random, because other values occur
   * there as well.
   *
   * @param key its key; empty in a list
   */
  boolean holds(String key, String line, SecretValue value) {
    if (this == NONE || DescriptionKeys.contains(key) || !ValueRule.ANYTHING.accepts(line, value)) {
      return false;
    }
    if (this == SINGLE && key.isEmpty()) {
      return line.substring(value.start(), value.end()).indexOf(' ') < 0;
    }
    boolean random = ValueRule.RANDOM.accepts(line, value);
    if (this == WEAK && (!random || value.length() < SHORTEST_WEAK || hasPoint(line, value))) {
      return false;
    }
    return (random || ValueRule.looksMixed(line, value))
        && !isDate(line, value)
        && !isSlug(line, value);
  }

  private static boolean hasPoint(String line, SecretValue value) {
    return line.substring(value.start(), value.end()).chars().anyMatch(c -> c == '.' || c == ':');
  }

  private static boolean isDate(String line, SecretValue value) {
    int sign = value.start() + DATE_SIGN;
    return sign < value.end()
        && line.charAt(sign) == '-'
        && TextRuns.isNumber(line, value.start(), sign);
  }

  /** Whether a value is a name, whose parts are words and numbers: {@code hf-secret-2}. */
  private static boolean isSlug(String line, SecretValue value) {
    int parts = 1;
    boolean letter = false;
    boolean digit = false;
    for (int i = value.start(); i < value.end(); i++) {
      char c = line.charAt(i);
      if (c == '-' || c == '_') {
        parts++;
        letter = false;
        digit = false;
        continue;
      }
      letter |= c >= 'a' && c <= 'z';
      digit |= TextRuns.isDigit(c);
      if ((letter && digit) || !TextRuns.isLetterOrDigit(c) || (c >= 'A' && c <= 'Z')) {
        return false;
      }
    }
    return parts > 1;
  }
}
