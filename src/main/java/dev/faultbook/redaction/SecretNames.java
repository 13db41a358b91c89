package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which names announce a secret or a person. */
final class SecretNames {

  private static final int MIN_LENGTH = 2;
  private static final String JSON_AMPERSAND = "\\u0026";

  /** A word of a rule; the rules keep their order. */
  private record Candidate(String word, NameRule rule) {}

  /** By the last two characters in lower case, which spares nearly every name the work. */
  private final Map<Integer, List<Candidate>> byEnding = new HashMap<>();

  /** The words in other scripts, which no blank separates from what stands before them. */
  private final List<String> otherScripts;

  SecretNames(List<NameRule> rules) {
    for (NameRule rule : rules) {
      for (String word : rule.words()) {
        byEnding
            .computeIfAbsent(endingOf(word, word.length()), ending -> new ArrayList<>())
            .add(new Candidate(word, rule));
      }
    }
    otherScripts =
        rules.stream()
            .flatMap(rule -> rule.words().stream())
            .filter(word -> word.charAt(0) >= 128)
            .sorted((one, other) -> other.length() - one.length())
            .toList();
  }

  /** The last two characters; capitals count as small letters. */
  private static int endingOf(String text, int end) {
    return toLower(text.charAt(end - 2)) << 16 | toLower(text.charAt(end - 1));
  }

  private static int toLower(char c) {
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
  }

  /** {@code passwd} in {@code /etc/passwd: No such file}. */
  private static boolean isPathEnd(String line, int start) {
    return start > 0 && (line.charAt(start - 1) == '/' || line.charAt(start - 1) == '\\');
  }

  /**
   * The rules that are for this name, the most specific first.
   *
   * @param start where the name starts; equal to {@code end} for a word of another script
   */
  List<NameRule> rulesFor(String line, int start, int end, NameRule.Form form) {
    List<Candidate> candidates = end < MIN_LENGTH ? null : byEnding.get(endingOf(line, end));
    if (candidates == null) {
      return List.of();
    }
    String name =
        start == end ? otherScript(line, end) : line.substring(nameStart(line, start), end);
    boolean whole = name.length() == end - start;
    if (name.length() < MIN_LENGTH || whole && isPathEnd(line, start)) {
      return List.of();
    }
    String joined = joinWords(name);
    List<NameRule> rules = new ArrayList<>(2);
    for (Candidate candidate : candidates) {
      if (candidate.rule.isFor(candidate.word, name, joined, form)) {
        rules.add(candidate.rule);
      }
    }
    return rules;
  }

  /** JSON writes an ampersand of an address as a unicode escape, which glues to the name. */
  private static int nameStart(String line, int start) {
    boolean escaped = start > 0 && line.startsWith(JSON_AMPERSAND, start - 1);
    return escaped ? start + JSON_AMPERSAND.length() - 1 : start;
  }

  private String otherScript(String line, int end) {
    for (String word : otherScripts) {
      if (line.startsWith(word, end - word.length())) {
        return word;
      }
    }
    return "";
  }

  private static String joinWords(String name) {
    StringBuilder joined = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '_' && c != '-' && c != '.') {
        joined.append(c);
      }
    }
    return joined.toString().toLowerCase(Locale.ROOT);
  }
}
