package dev.faultbook.cre;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes the condition of a rule in the signature language, as the data of its YAML. */
final class RuleSignatures {
  private static final int FEW_CHARACTERS = 16;

  private RuleSignatures() {}

  /** The entry's {@code signatures} list. */
  static List<Object> of(Rule.Condition condition) {
    List<Map<String, Object>> unless =
        condition.negate().stream().map(RuleSignatures::unless).toList();
    List<Map<String, Object>> all = new ArrayList<>();
    if (condition.lines() == 1) {
      Rule.Term only = condition.match().getFirst();
      List<String> branches =
          only.form().equals("regex") ? Alternation.branches(only.text()) : List.of(only.text());
      // Each branch on its own says more about a line than the alternation does.
      branches.stream().distinct().forEach(text -> all.add(single(only.form(), text)));
    } else {
      Map<String, Object> several = new LinkedHashMap<>();
      several.put(
          condition.ordered() ? "sequence" : "all",
          condition.match().stream().map(RuleSignatures::repeated).toList());
      several.put("within", seconds(condition.windowMillis()));
      several.put("ranks", "any");
      all.add(several);
    }
    if (!unless.isEmpty()) {
      all.forEach(signature -> signature.put("unless", unless));
    }
    return List.copyOf(all);
  }

  /** One line; where it asks for a word or two only, it is printed in other situations too. */
  private static Map<String, Object> single(String form, String text) {
    Map<String, Object> pattern = pattern(form, text);
    long characters = text.chars().filter(Character::isLetterOrDigit).count();
    if (characters < FEW_CHARACTERS) {
      pattern.put("weak", true);
    }
    return pattern;
  }

  private static Map<String, Object> repeated(Rule.Term term) {
    Map<String, Object> pattern = pattern(term.form(), term.text());
    if (term.count() > 1) {
      pattern.put("times", term.count());
    }
    return pattern;
  }

  private static Map<String, Object> unless(Rule.Term term) {
    Map<String, Object> pattern = pattern(term.form(), term.text());
    pattern.put("anchor", term.anchor());
    if (term.slideMillis() != 0) {
      pattern.put("slide", seconds(term.slideMillis()));
    }
    if (term.windowMillis() != 0) {
      pattern.put("within", seconds(term.windowMillis()));
    }
    if (term.absolute()) {
      pattern.put("absolute", true);
    }
    return pattern;
  }

  private static Map<String, Object> pattern(String form, String text) {
    Map<String, Object> pattern = new LinkedHashMap<>();
    switch (form) {
      case "value" -> {
        if (hasWord(text)) {
          pattern.put("line", literal(text));
        } else {
          pattern.put("regex", quoted(text));
        }
      }
      case "jq" -> pattern.put("json", text);
      default -> pattern.put("regex", text);
    }
    return pattern;
  }

  /** Whether the text has a word that a plain signature can be found by. */
  private static boolean hasWord(String text) {
    return Stream.of(text.split("\\s+", -1))
        .anyMatch(
            word -> word.length() > 3 && word.chars().filter(Character::isLetter).count() > 2);
  }

  /** A regular expression is found by its text with the blanks, where no word alone will do. */
  private static String quoted(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.strip().toCharArray()) {
      out.append("\\.+*?()|[]{}^$".indexOf(c) >= 0 ? "\\" : "").append(c);
    }
    return out.toString();
  }

  /** Text that stands for itself. */
  private static String literal(String text) {
    return text.replace("\\", "\\\\")
        .replace("{", "\\{")
        .replace("}", "\\}")
        .replace("...", "\\...");
  }

  /** Whole seconds, rounded up in length: a window that is too short finds nothing. */
  private static String seconds(long millis) {
    long seconds = (Math.abs(millis) + 999) / 1000;
    return (millis < 0 ? "-" : "") + seconds + "s";
  }
}
