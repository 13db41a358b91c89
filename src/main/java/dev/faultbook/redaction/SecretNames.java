package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks up the rules for the name of a value. */
final class SecretNames {

  private static final char WIDE_FIRST = '\uff01';
  private static final char WIDE_LAST = '\uff5e';

  /** A word of a rule, with the position of the rule in the file. */
  private record Candidate(int order, String word, NameRule rule) {}

  /**
   * A node of the trie of reversed words: the words with a common ending, by the preceding
   * character.
   */
  private static final class Node {
    private final Map<Character, Node> before = new HashMap<>();
    private final List<Candidate> words = new ArrayList<>(1);
  }

  /**
   * Root of the trie. A name is read from its last character, for at most the length of the longest
   * word.
   */
  private final Node endings = new Node();

  private final NameSuffixes suffixes;

  SecretNames(List<NameRule> rules, NameSuffixes suffixes) {
    this.suffixes = suffixes;
    for (int order = 0; order < rules.size(); order++) {
      for (String word : rules.get(order).words()) {
        Node node = endings;
        for (int i = word.length() - 1; i >= 0; i--) {
          node = node.before.computeIfAbsent(word.charAt(i), c -> new Node());
        }
        node.words.add(new Candidate(order, word, rules.get(order)));
      }
    }
  }

  /** Folds full-width letters and digits to those of ASCII, and capitals to small letters. */
  private static char toLower(char c) {
    char plain = c >= WIDE_FIRST && c <= WIDE_LAST ? (char) (c - WIDE_FIRST + '!') : c;
    return plain >= 'A' && plain <= 'Z' ? (char) (plain + 'a' - 'A') : plain;
  }

  /**
   * Whether the name is the end of a path, like {@code passwd} in {@code /etc/passwd: No such
   * file}.
   */
  private static boolean isPathEnd(String line, int start) {
    return start > 0 && (line.charAt(start - 1) == '/' || line.charAt(start - 1) == '\\');
  }

  /**
   * The rules for a name, the most specific first.
   *
   * @param start start of the name; equal to {@code end} for a non-ASCII word, for example a
   *     Chinese one, which no blank separates from the text before it
   */
  List<NameRule> rulesFor(String line, int start, int end, NameRule.Form form) {
    List<NameRule> rules = rulesForEnd(line, start, end, form);
    if (!rules.isEmpty() || start == end) {
      return rules;
    }
    return rulesWithoutSuffix(line, start, end, form);
  }

  /** The rules for a name without a plural s and suffixes such as {@code _PROD}. */
  private List<NameRule> rulesWithoutSuffix(String line, int start, int end, NameRule.Form form) {
    int last = end;
    for (int part = 0; part < NameSuffixes.MAX_PARTS && last > start; part++) {
      if (NameSuffixes.isPlural(line, start, last)) {
        List<NameRule> rules = withoutUsers(rulesForEnd(line, start, last - 1, form));
        if (!rules.isEmpty()) {
          return meaningOfSuffix(line, last, end) == NameSuffixes.Meaning.NEVER
              ? List.of()
              : rules.stream().map(NameRule::forMixedValues).toList();
        }
      }
      last = NameSuffixes.endOfRest(line, start, last);
      List<NameRule> rules =
          last == start ? List.of() : withoutUsers(rulesForEnd(line, start, last, form));
      if (!rules.isEmpty()) {
        return switch (meaningOfSuffix(line, last, end)) {
          case SAME -> rules;
          case UNKNOWN -> rules.stream().map(NameRule::forMixedValues).toList();
          case NEVER -> List.of();
        };
      }
    }
    return List.of();
  }

  /** What the suffixes of a name from {@code start} to {@code end} say of the value together. */
  private NameSuffixes.Meaning meaningOfSuffix(String line, int start, int end) {
    NameSuffixes.Meaning all = NameSuffixes.Meaning.SAME;
    int last = end;
    while (last > start) {
      int rest = NameSuffixes.endOfRest(line, start, last);
      NameSuffixes.Meaning one = suffixes.meaningOf(line, rest, last);
      all = one.compareTo(all) > 0 ? one : all;
      last = rest;
    }
    return all;
  }

  /** The rules for a name that ends with their words. */
  private List<NameRule> rulesForEnd(String line, int start, int end, NameRule.Form form) {
    int first = start == end ? 0 : start;
    List<Candidate> matches = null;
    Node node = endings;
    int i = end;
    while (i > first) {
      char c = line.charAt(--i);
      if (isJoint(c) && i < end - 1) {
        continue;
      }
      node = node.before.get(toLower(c));
      if (node == null) {
        break;
      }
      Name name = new Name(line, start == end ? i : first, i, end);
      matches = addMatches(matches, node, name, form);
    }
    return matches == null || (start < end && isPathEnd(line, start)) ? List.of() : sort(matches);
  }

  /**
   * The rules for secrets for a name in a cell of its own, the most specific first. A non-ASCII
   * name needs only to end with a word of a rule, because no blanks separate its words.
   */
  List<NameRule> secretRulesFor(String line, TextRange name) {
    boolean otherScript = !name.isEmpty() && line.charAt(name.end() - 1) >= 128;
    int start = otherScript ? name.end() : name.start();
    return withoutUsers(rulesFor(line, start, name.end(), NameRule.Form.EQUALS));
  }

  /** Removes the rules for user names, and all of them where one says that nothing is secret. */
  static List<NameRule> withoutUsers(List<NameRule> rules) {
    if (rules.isEmpty() || rules.stream().anyMatch(rule -> rule.value() == ValueRule.NEVER)) {
      return List.of();
    }
    return rules.stream().filter(rule -> rule.value() != ValueRule.USER_NAME).toList();
  }

  /** A name that ends with a word of a rule, which starts at {@code word}. */
  private record Name(String line, int start, int word, int end) {
    String raw() {
      return line.substring(start, end);
    }

    boolean isWhole() {
      for (int i = start; i < word; i++) {
        if (!isJoint(line.charAt(i))) {
          return false;
        }
      }
      return true;
    }
  }

  private static @Nullable List<Candidate> addMatches(
      @Nullable List<Candidate> matches, Node node, Name name, NameRule.Form form) {
    List<Candidate> all = matches;
    for (Candidate candidate : node.words) {
      if (candidate.rule.isFor(candidate.word, name.raw(), name.isWhole(), form)) {
        all = all == null ? new ArrayList<>(2) : all;
        all.add(candidate);
      }
    }
    return all;
  }

  private static List<NameRule> sort(List<Candidate> matches) {
    if (matches.size() > 1) {
      matches.sort(Comparator.comparingInt(Candidate::order));
    }
    // Alone, so that a part of the name is not taken for the name of a secret.
    return matches.stream()
        .map(Candidate::rule)
        .filter(rule -> rule.value() == ValueRule.NEVER)
        .findFirst()
        .map(List::of)
        .orElseGet(() -> matches.stream().map(Candidate::rule).toList());
  }

  /** Whether a character separates the words of a name. Separators are ignored in comparisons. */
  private static boolean isJoint(char c) {
    return TextRuns.isJoint(c) || c == ' ';
  }
}
