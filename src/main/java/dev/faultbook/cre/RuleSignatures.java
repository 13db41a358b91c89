package dev.faultbook.cre;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Converts the condition of a rule to the signature language, as YAML data. */
final class RuleSignatures {
  /** A text with fewer letters and digits is printed in other situations too. */
  private static final int MIN_CHARACTERS = 16;

  private static final int MAX_TERMS = 64;
  private static final Set<String> GROUP =
      Set.of("window", "event", "match", "order", "negate", "correlations", "origin");

  // The name of a field does not take part in matching in the format's own engine either, and
  // extracted values are only for its reports.
  private static final Set<String> TERM =
      Set.of("field", "extract", "value", "regex", "jq", "count", "window", "slide", "anchor");

  private static final Duration MAX_DURATION = Duration.ofDays(366);

  private final Map<String, Node> named;
  private final int line;

  private RuleSignatures(RuleReader.Rule rule) {
    this.named = rule.terms();
    this.line = rule.line();
  }

  /** The entry's {@code signatures} list. */
  static List<Map<String, Object>> toSignatures(RuleReader.Rule rule) throws RuleRefusedException {
    return new RuleSignatures(rule).convert(rule.condition());
  }

  private List<Map<String, Object>> convert(Fields rule) throws RuleRefusedException {
    rule.allowOnly(Set.of("set", "sequence"));
    // If both are present, the format's own engine uses the sequence.
    boolean ordered = rule.has("sequence");
    if (!ordered && !rule.has("set")) {
      throw refusal("a rule has 'set' or 'sequence'");
    }
    Fields group = rule.requireMap(ordered ? "sequence" : "set");
    group.allowOnly(GROUP);
    if (!group.readItems("correlations").isEmpty()) {
      throw refusal(
          "'correlations' join events of several hosts or pods, which one log does not tell apart");
    }
    List<Map<String, Object>> match = new ArrayList<>();
    int lines = 0;
    for (Node item : readTerms(group, ordered ? "order" : "match")) {
      Fields term = readTerm(item);
      int count = Math.max(1, term.readNumber("count", 1));
      lines += count;
      Map<String, Object> pattern = toPattern(term);
      if (count > 1) {
        pattern.put("times", count);
      }
      match.add(pattern);
    }
    List<Map<String, Object>> unless = new ArrayList<>();
    for (Node item : readTerms(group, "negate")) {
      unless.add(toUnless(item, lines));
    }
    List<Map<String, Object>> all =
        lines == 1 && !ordered
            ? splitBranches(match.getFirst())
            : List.of(joinLines(match, group, lines));
    if (!unless.isEmpty()) {
      all.forEach(signature -> signature.put("unless", unless));
    }
    return all;
  }

  private Map<String, Object> joinLines(List<Map<String, Object>> match, Fields group, int lines)
      throws RuleRefusedException {
    String window = toSeconds(group.readText("window"), line);
    if (lines < 2) {
      throw refusal(match.isEmpty() ? "there is nothing to match" : "a sequence needs two lines");
    }
    if (window.startsWith("-") || window.startsWith("0")) {
      throw refusal("several lines need a 'window'");
    }
    Map<String, Object> several = new LinkedHashMap<>();
    several.put(group.has("order") ? "sequence" : "all", match);
    several.put("within", window);
    several.put("ranks", "any");
    return several;
  }

  /** One line: each branch of an alternation on its own is more specific than all together. */
  private static List<Map<String, Object>> splitBranches(Map<String, Object> pattern) {
    String form = pattern.keySet().iterator().next();
    String source = String.valueOf(pattern.get(form));
    List<String> branches =
        form.equals("regex") ? Alternation.splitBranches(source) : List.of(source);
    List<Map<String, Object>> all = new ArrayList<>();
    for (String branch : new LinkedHashSet<>(branches)) {
      Map<String, Object> one = new LinkedHashMap<>(Map.of(form, branch));
      if (branch.chars().filter(Character::isLetterOrDigit).count() < MIN_CHARACTERS) {
        one.put("weak", true);
      }
      all.add(one);
    }
    return all;
  }

  private List<Node> readTerms(Fields group, String name) throws RuleRefusedException {
    List<Node> items = group.readItems(name);
    if (items.size() > MAX_TERMS) {
      throw refusal("'" + name + "' has more than " + MAX_TERMS + " terms");
    }
    return items;
  }

  /** The term that an item names, or the item itself; a text alone is a value. */
  private Fields readTerm(Node item) throws RuleRefusedException {
    Node name = item instanceof MappingNode ? Fields.of(item, line).values().get("value") : item;
    Node term = name instanceof ScalarNode text ? named.getOrDefault(text.getValue(), item) : item;
    return term instanceof ScalarNode
        ? new Fields(Map.of("value", term), line)
        : Fields.of(term, line);
  }

  private Map<String, Object> toUnless(Node item, int lines) throws RuleRefusedException {
    Fields term = readTerm(item);
    Map<String, Object> pattern = toPattern(term);
    // A named term is placed where it is used, not where it is defined.
    Fields place = item instanceof MappingNode ? Fields.of(item, line) : term;
    int anchor = place.readNumber("anchor", 0);
    if (anchor >= lines) {
      throw refusal("'anchor' is beyond the last line of the match");
    }
    if (term.readNumber("count", 1) > 1) {
      throw refusal("a negated term has no 'count'");
    }
    pattern.put("anchor", anchor);
    putUnlessZero(pattern, "slide", place.readText("slide"));
    putUnlessZero(pattern, "within", place.readText("window"));
    return pattern;
  }

  private void putUnlessZero(Map<String, Object> pattern, String key, String duration)
      throws RuleRefusedException {
    String seconds = toSeconds(duration, line);
    if (!seconds.equals("0s")) {
      pattern.put(key, seconds);
    }
  }

  private Map<String, Object> toPattern(Fields term) throws RuleRefusedException {
    for (String level : List.of("set", "sequence", "promql")) {
      if (term.has(level)) {
        throw refusal("'" + level + "' within a rule speaks of more than one log");
      }
    }
    term.allowOnly(TERM);
    List<String> forms = Stream.of("value", "regex", "jq").filter(term::has).toList();
    if (forms.size() != 1 || term.readText(forms.getFirst()).isBlank()) {
      throw refusal("a term has one of value, regex and jq; found " + forms);
    }
    String text = term.readText(forms.getFirst());
    Map<String, Object> pattern = new LinkedHashMap<>();
    switch (forms.getFirst()) {
      case "jq" -> pattern.put("json", text);
      case "regex" -> pattern.put("regex", text);
      default ->
          pattern.put(hasWord(text) ? "line" : "regex", hasWord(text) ? escape(text) : quote(text));
    }
    return pattern;
  }

  /** Whether the text has a word that is distinctive enough for a plain signature. */
  private static boolean hasWord(String text) {
    return Stream.of(text.split("\\s+", -1))
        .anyMatch(
            word -> word.length() > 3 && word.chars().filter(Character::isLetter).count() > 2);
  }

  /** As a plain signature. */
  private static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("{", "\\{")
        .replace("}", "\\}")
        .replace("...", "\\...");
  }

  /** As a regular expression, which is found by its whole text if no word is distinctive. */
  private static String quote(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.strip().toCharArray()) {
      out.append("\\.+*?()|[]{}^$".indexOf(c) >= 0 ? "\\" : "").append(c);
    }
    return out.toString();
  }

  /**
   * A duration in whole seconds, rounded up: a window that is too short finds nothing.
   *
   * @param duration in Go's notation: {@code 30s}, {@code 1m30s}, {@code -1h}; nothing is 0
   */
  static String toSeconds(String duration, int line) throws RuleRefusedException {
    String text = duration.strip();
    String sign = text.startsWith("-") ? "-" : "";
    try {
      boolean none = text.isEmpty() || text.equals("0");
      Duration time = none ? Duration.ZERO : Duration.parse("PT" + text.substring(sign.length()));
      if (!time.isNegative() && time.compareTo(MAX_DURATION) <= 0) {
        return sign + time.plusNanos(999_999_999).toSeconds() + "s";
      }
    } catch (DateTimeParseException notADuration) {
      // Refused below.
    }
    throw new RuleRefusedException(
        line, "'" + duration + "' is not a duration such as 30s or 1m30s of at most a year");
  }

  private RuleRefusedException refusal(String why) {
    return new RuleRefusedException(line, why);
  }
}
