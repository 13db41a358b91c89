package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which names announce a secret or a person. */
final class SecretNames {

  private static final String JSON_AMPERSAND = "\\u0026";

  /** A word of a rule; the rules keep their order. */
  private record Candidate(int order, String word, NameRule rule) {}

  /** The words that share an ending, by the character before it. */
  private static final class Node {
    private final Map<Character, Node> before = new HashMap<>();
    private final List<Candidate> words = new ArrayList<>(1);
  }

  /** Read from the last character, so that a name costs no more than the longest word. */
  private final Node endings = new Node();

  SecretNames(List<NameRule> rules) {
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

  private static char toLower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
  }

  /** {@code passwd} in {@code /etc/passwd: No such file}. */
  private static boolean isPathEnd(String line, int start) {
    return start > 0 && (line.charAt(start - 1) == '/' || line.charAt(start - 1) == '\\');
  }

  /**
   * The rules that are for this name, the most specific first.
   *
   * @param start where the name starts; equal to {@code end} for a word of another script, which no
   *     blank separates from what stands before it
   */
  List<NameRule> rulesFor(String line, int start, int end, NameRule.Form form) {
    int first = start == end ? 0 : nameStart(line, start);
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

  /** A name, of which the part from {@code word} on is a word of a rule. */
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
    return matches.stream().map(Candidate::rule).toList();
  }

  /** What may join the words of a name, and does not count. */
  private static boolean isJoint(char c) {
    return c == '_' || c == '-' || c == '.';
  }

  /** JSON writes an ampersand of an address as a unicode escape, which glues to the name. */
  private static int nameStart(String line, int start) {
    boolean escaped = start > 0 && line.startsWith(JSON_AMPERSAND, start - 1);
    return escaped ? start + JSON_AMPERSAND.length() - 1 : start;
  }
}
