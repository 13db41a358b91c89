package dev.faultbook.cre;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Converts the condition of a rule to the signature language, as YAML data. */
final class RuleSignatures {
  private static final int FEW_CHARACTERS = 16;

  private RuleSignatures() {}

  /** The entry's {@code signatures} list. */
  static List<Object> toSignatures(Rule.Condition condition) {
    List<Map<String, Object>> unless =
        condition.negate().stream().map(RuleSignatures::unlessPattern).toList();
    List<Map<String, Object>> all = new ArrayList<>();
    if (condition.countLines() == 1) {
      Rule.Term only = condition.match().getFirst();
      List<String> branches =
          only.form().equals("regex")
              ? Alternation.splitBranches(only.text())
              : List.of(only.text());
      // Each branch on its own is more specific than the alternation.
      branches.stream().distinct().forEach(text -> all.add(singleLinePattern(only.form(), text)));
    } else {
      Map<String, Object> several = new LinkedHashMap<>();
      several.put(
          condition.ordered() ? "sequence" : "all",
          condition.match().stream().map(RuleSignatures::repeatedPattern).toList());
      several.put("within", formatSeconds(condition.windowMillis()));
      several.put("ranks", "any");
      all.add(several);
    }
    if (!unless.isEmpty()) {
      all.forEach(signature -> signature.put("unless", unless));
    }
    return List.copyOf(all);
  }

  /**
   * One line; weak if it requires only a word or two, because it is then printed in other
   * situations too.
   */
  private static Map<String, Object> singleLinePattern(String form, String text) {
    Map<String, Object> pattern = toPattern(form, text);
    long characters = text.chars().filter(Character::isLetterOrDigit).count();
    if (characters < FEW_CHARACTERS) {
      pattern.put("weak", true);
    }
    return pattern;
  }

  private static Map<String, Object> repeatedPattern(Rule.Term term) {
    Map<String, Object> pattern = toPattern(term.form(), term.text());
    if (term.count() > 1) {
      pattern.put("times", term.count());
    }
    return pattern;
  }

  private static Map<String, Object> unlessPattern(Rule.Term term) {
    Map<String, Object> pattern = toPattern(term.form(), term.text());
    pattern.put("anchor", term.anchor());
    if (term.slideMillis() != 0) {
      pattern.put("slide", formatSeconds(term.slideMillis()));
    }
    if (term.windowMillis() != 0) {
      pattern.put("within", formatSeconds(term.windowMillis()));
    }
    if (term.absolute()) {
      pattern.put("absolute", true);
    }
    return pattern;
  }

  private static Map<String, Object> toPattern(String form, String text) {
    Map<String, Object> pattern = new LinkedHashMap<>();
    switch (form) {
      case "value" -> {
        if (hasWord(text)) {
          pattern.put("line", escapeLiteral(text));
        } else {
          pattern.put("regex", quoteRegex(text));
        }
      }
      case "jq" -> pattern.put("json", text);
      default -> pattern.put("regex", text);
    }
    return pattern;
  }

  /** Whether the text has a word that is distinctive enough for a plain signature. */
  private static boolean hasWord(String text) {
    return Stream.of(text.split("\\s+", -1))
        .anyMatch(
            word -> word.length() > 3 && word.chars().filter(Character::isLetter).count() > 2);
  }

  /**
   * A regular expression is found by its text including blanks, if no single word is distinctive.
   */
  private static String quoteRegex(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.strip().toCharArray()) {
      out.append("\\.+*?()|[]{}^$".indexOf(c) >= 0 ? "\\" : "").append(c);
    }
    return out.toString();
  }

  /** Text that matches literally. */
  private static String escapeLiteral(String text) {
    return text.replace("\\", "\\\\")
        .replace("{", "\\{")
        .replace("}", "\\}")
        .replace("...", "\\...");
  }

  /** Whole seconds, with the length rounded up: a window that is too short finds nothing. */
  private static String formatSeconds(long millis) {
    long seconds = (Math.abs(millis) + 999) / 1000;
    return (millis < 0 ? "-" : "") + seconds + "s";
  }
}
