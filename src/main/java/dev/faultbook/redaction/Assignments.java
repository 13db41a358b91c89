package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Form;
import java.util.List;
import java.util.Locale;

/**
 * {@code password=…}, {@code "api_key": "…"}, {@code HF_TOKEN=…}, {@code --token …}, {@code 密码：…}:
 * values whose name says that they are secret, or that they name a person.
 *
 * <p>The scan goes from sign to sign and reads the name before it. A value that is taken is
 * skipped; one that is refused was looked at for a bounded length only, so that the whole stays
 * linear.
 */
final class Assignments implements SecretFinder {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_LOOK = 100;
  private static final char WIDE_COLON = '\uff1a';
  private static final char WIDE_EQUALS = '\uff1d';

  private final SecretNames names;
  private final UserName users;

  Assignments(SecretNames names, UserName users) {
    this.names = names;
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      int next = i + 1;
      if (c == '=' || c == ':' || c == WIDE_COLON || c == WIDE_EQUALS) {
        next = findAssignment(line, i, found);
      } else if (c == '-' && startsOption(line, i)) {
        next = findOption(line, i, found);
      }
      i = next;
    }
  }

  /** A sign at this position; returns where to go on. */
  private int findAssignment(String line, int sign, RedactedSpans found) {
    int value = sign + 1;
    if (value < line.length() && line.charAt(value) == line.charAt(sign)) {
      value++; // a == b, a::b
      if (line.charAt(sign) == ':') {
        return value;
      }
    } else if (value < line.length() && "=>".indexOf(line.charAt(value)) >= 0) {
      value++; // a := b, a => b
    }
    int nameEnd = nameEnd(line, sign);
    int nameStart = nameStart(line, nameEnd);
    Form form = formOf(line, nameStart, nameEnd, sign);
    List<NameRule> rules = names.rulesFor(line, nameStart, nameEnd, form);
    int end = takeValue(line, TextRuns.skipBlanks(line, value), rules, found);
    return end < 0 ? sign + 1 : end;
  }

  /**
   * Takes the value that starts here by the rules for a name that stands elsewhere.
   *
   * @return where the value ends, or -1 when no rule is for it
   */
  int takeValueOf(String name, String line, int at, RedactedSpans found) {
    return takeValue(line, at, names.rulesFor(name, 0, name.length(), Form.EQUALS), found);
  }

  private static Form formOf(String line, int nameStart, int nameEnd, int sign) {
    char c = line.charAt(sign);
    if (c == ':' || c == WIDE_COLON) {
      boolean quoted = nameEnd < sign && line.charAt(nameEnd) != ' ';
      boolean equals = sign + 1 < line.length() && line.charAt(sign + 1) == '=';
      if (equals) {
        return Form.EQUALS;
      }
      return quoted ? Form.QUOTED_COLON : Form.COLON;
    }
    boolean parameter =
        nameStart > 0
            && ("?&;".indexOf(line.charAt(nameStart - 1)) >= 0
                || line.startsWith("\\u0026", nameStart - 1));
    return parameter ? Form.PARAMETER : Form.EQUALS;
  }

  private static int optionNameEnd(String line, int from) {
    int end = from;
    while (end < line.length() && isNamePart(line.charAt(end))) {
      end++;
    }
    return end;
  }

  /** {@code --token abc}, {@code "--token", "abc"}; the form with a sign is an assignment. */
  private int findOption(String line, int dashes, RedactedSpans found) {
    int nameStart = dashes;
    while (nameStart < line.length() && line.charAt(nameStart) == '-') {
      nameStart++;
    }
    int nameEnd = optionNameEnd(line, nameStart);
    List<NameRule> rules =
        nameEnd - nameStart > LONGEST_NAME || nameStart == nameEnd
            ? List.of()
            : names.rulesFor(line, nameStart, nameEnd, Form.OPTION);
    if (rules.isEmpty()) {
      return Math.max(nameEnd, dashes + 1);
    }
    int value = optionValue(line, nameEnd);
    if (value < 0) {
      return nameEnd;
    }
    int end = takeValue(line, value, rules, found);
    return end < 0 ? nameEnd : end;
  }

  /** Where the value of an option begins whose name ends at {@code nameEnd}; -1 without one. */
  private static int optionValue(String line, int nameEnd) {
    int i = nameEnd;
    while (i < line.length() && (TextRuns.isQuote(line.charAt(i)) || line.charAt(i) == '\\')) {
      i++;
    }
    if (i > nameEnd && (i == line.length() || line.charAt(i++) != ',')) {
      return -1; // prose: `--token` is deprecated
    }
    int value = TextRuns.skipBlanks(line, i);
    boolean none = value == i || value >= line.length();
    return none || "-=:".indexOf(line.charAt(value)) >= 0 ? -1 : value;
  }

  /**
   * Takes the value by the first of the rules that is for it.
   *
   * @return where the value ends, or -1 when no rule is for it
   */
  private int takeValue(String line, int at, List<NameRule> rules, RedactedSpans found) {
    if (rules.isEmpty()) {
      return -1;
    }
    SecretValue look = SecretValue.at(line, at, LONGEST_LOOK);
    for (NameRule rule : rules) {
      if (rule.value() == ValueRule.USER_NAME) {
        int end = userEnd(line, look, rule);
        if (end >= 0) {
          found.add(look.start(), end, SecretKind.USER);
          return end;
        }
      } else if (rule.value().accepts(line, look) && !isExcepted(line, look, rule)) {
        SecretValue value = SecretValue.at(line, at, line.length());
        found.add(value.start(), value.end(), SecretKind.SECRET);
        return value.end();
      }
    }
    return -1;
  }

  private int userEnd(String line, SecretValue look, NameRule rule) {
    if (look.length() <= 0
        || ValueRule.saysNothing(line, look)
        || startsWithOne(line, look.start(), rule)) {
      return -1;
    }
    return users.nameEnd(line, look.start(), !look.quoted());
  }

  private static boolean isExcepted(String line, SecretValue value, NameRule rule) {
    if (rule.unless().isEmpty() || value.length() > LONGEST_NAME) {
      return false;
    }
    String text = line.substring(value.start(), value.end()).toLowerCase(Locale.ROOT);
    return rule.unless().contains(text) || startsWithOne(line, value.start(), rule);
  }

  /** Words of other scripts run on without a blank. */
  private static boolean startsWithOne(String line, int at, NameRule rule) {
    return rule.unless().stream()
        .anyMatch(word -> word.charAt(0) >= 128 && line.startsWith(word, at));
  }

  private static boolean startsOption(String line, int dash) {
    return dash == 0
        || TextRuns.isBlank(line.charAt(dash - 1))
        || TextRuns.isQuote(line.charAt(dash - 1));
  }

  /** Walks back over blanks and quotes between a name and its sign. */
  private static int nameEnd(String line, int sign) {
    int i = sign;
    while (i > 0 && sign - i < 8 && isBetween(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean isBetween(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || c == '\\' || c == ']';
  }

  private static int nameStart(String line, int nameEnd) {
    int i = nameEnd;
    while (i > 0 && nameEnd - i < LONGEST_NAME && isNamePart(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean isNamePart(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }
}
