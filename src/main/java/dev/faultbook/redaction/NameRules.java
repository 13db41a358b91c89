package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Sign;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the rule of a name. A longer word wins, and of equal ones the first rule. */
final class NameRules {

  private static final int MAX_NAME = 80;

  private final Map<String, Map<Sign, List<NameRule>>> rulesByWord = new HashMap<>();
  private final Set<String> suffixes;
  private final int longest;

  /** The last two characters of all words: most names of a log end otherwise. */
  private final BitSet ends = new BitSet();

  /**
   * @param rules the rules in order
   * @param suffixes last parts that do not change the meaning of a name: {@code HF_TOKEN_PROD}
   */
  NameRules(List<NameRule> rules, Set<String> suffixes) {
    this.suffixes = Set.copyOf(suffixes);
    for (Sign sign : Sign.values()) {
      for (NameRule rule : rules) {
        if (rule.signs().contains(sign)) {
          rule.words()
              .forEach(
                  word ->
                      rulesByWord
                          .computeIfAbsent(word, key -> new HashMap<>())
                          .merge(sign, List.of(rule), NameRules::concat));
        }
      }
    }
    rulesByWord.keySet().forEach(word -> ends.set(endOf(word, word.length())));
    longest = rulesByWord.keySet().stream().mapToInt(String::length).max().orElse(0);
  }

  private static List<NameRule> concat(List<NameRule> some, List<NameRule> others) {
    return java.util.stream.Stream.concat(some.stream(), others.stream()).toList();
  }

  /** The rules of a name, those of its longest word first; empty if it is not that of a secret. */
  List<NameRule> rulesFor(String name, Sign sign) {
    int end = meaningEnd(name);
    boolean possible =
        end > 1
            && end <= MAX_NAME
            && (TextRuns.isJoint(name.charAt(end - 2)) || ends.get(endOf(name, end)));
    if (!possible) {
      return List.of();
    }
    return new Name(name.substring(0, end)).rulesFor(sign);
  }

  private static int endOf(String name, int end) {
    return (name.charAt(end - 2) | 0x20) << Byte.SIZE ^ (name.charAt(end - 1) | 0x20);
  }

  /** The end of a name without digits and suffixes such as {@code _PROD}. */
  private int meaningEnd(String name) {
    int end = name.length();
    while (end > 0) {
      int part = end;
      while (part > 0 && !TextRuns.isJoint(name.charAt(part - 1))) {
        part--;
      }
      String last = name.substring(part, end).toLowerCase(java.util.Locale.ROOT);
      boolean dropped = part > 0 && (last.isEmpty() || suffixes.contains(last) || isNumber(last));
      if (!dropped) {
        break;
      }
      end = part - 1;
    }
    while (end > 1 && TextRuns.isDigit(name.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean isNumber(String text) {
    return TextRuns.isNumber(text, 0, text.length());
  }

  /** A name without joints, in lower case. */
  private final class Name {
    private final String text;

    /** Whether a part of the name begins at a character of {@link #text}. */
    private final boolean[] begins;

    private final boolean constant;

    Name(String name) {
      StringBuilder out = new StringBuilder();
      begins = new boolean[name.length() + 1];
      boolean capitals = true;
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        if (TextRuns.isJoint(c)) {
          continue;
        }
        boolean capital = c >= 'A' && c <= 'Z';
        capitals &= capital || TextRuns.isDigit(c);
        begins[out.length()] = i == 0 || beginsPart(name.charAt(i - 1), c);
        out.append(capital ? (char) (c | 0x20) : c);
      }
      text = out.toString();
      constant = capitals;
    }

    private static boolean beginsPart(char before, char c) {
      boolean camel = c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z';
      return camel || TextRuns.isJoint(before) || Math.max(before, c) >= TextRuns.FIRST_IDEOGRAPH;
    }

    List<NameRule> rulesFor(Sign sign) {
      for (int at = Math.max(0, text.length() - longest); at < text.length(); at++) {
        Map<Sign, List<NameRule>> bySign = rulesByWord.get(text.substring(at));
        List<NameRule> rules = bySign == null ? null : bySign.get(sign);
        int start = at;
        List<NameRule> matching =
            rules == null
                ? List.of()
                : rules.stream().filter(rule -> matches(rule, start)).toList();
        if (!matching.isEmpty()) {
          return matching;
        }
      }
      return List.of();
    }

    private boolean matches(NameRule rule, int at) {
      return switch (rule.match()) {
        case END -> true;
        case PART -> begins[at];
        case CONSTANT -> at > 0 && begins[at] && constant;
        case WHOLE -> at == 0;
      };
    }
  }
}
