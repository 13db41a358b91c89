package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Form;
import java.util.List;
import java.util.Locale;

/**
 * {@code password=…}, {@code "api_key": "…"}, {@code HF_TOKEN=…}, {@code --token …}, {@code 密码：…},
 * {@code <password>…</password>}: values whose name says that they are secret, or that they name a
 * person.
 *
 * <p>The scan goes from sign to sign and reads the name before it. A value that is taken is
 * skipped; one that is refused was looked at for a bounded length only, so that the whole stays
 * linear.
 */
final class Assignments implements SecretFinder {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_LOOK = 100;
  private static final int LONGEST_ELEMENT = 256;
  private static final String SIGNS = ":=\uff1a\uff1d";
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
      } else if (c == '>' && i > 0 && line.charAt(i - 1) != '=') {
        next = findElement(line, i, found);
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

  /**
   * Takes a value of one word that stands apart from its name, in another cell of a table, if the
   * rules for the name accept it and it has letters and digits or signs: a word may be a heading.
   */
  void takeRandomValue(String line, TextRange name, TextRange cell, RedactedSpans found) {
    int from = isOtherScript(line, name.end()) ? name.end() : name.start();
    SecretValue value = SecretValue.at(line, cell.start(), cell.length());
    boolean filled = value.end() + (value.quoted() ? 1 : 0) >= cell.end();
    List<NameRule> rules =
        filled ? names.rulesFor(line, from, name.end(), Form.EQUALS) : List.<NameRule>of();
    for (NameRule rule : rules) {
      if (rule.value() != ValueRule.USER_NAME
          && rule.value().accepts(line, value)
          && ValueRule.looksMixed(line, value)) {
        found.add(value.start(), value.end(), SecretKind.SECRET);
        return;
      }
    }
  }

  /** The name that ends the line, with its sign; {@link OpenName#NONE} without one. */
  OpenName openName(String line) {
    int end = trimmedEnd(line, line.length());
    OpenName.Ending ending = OpenName.Ending.SIGN;
    if (end > 0 && line.charAt(end - 1) == '\\') {
      ending = OpenName.Ending.BACKSLASH;
      end--;
    } else if (blockMark(line, end) < end) {
      ending = OpenName.Ending.BLOCK;
      end = blockMark(line, end);
    }
    int sign = trimmedEnd(line, end) - 1;
    if (sign < 0 || SIGNS.indexOf(line.charAt(sign)) < 0) {
      return OpenName.NONE;
    }
    int nameEnd = nameEnd(line, sign);
    int nameStart = nameStart(line, nameEnd);
    List<NameRule> rules =
        names.rulesFor(line, nameStart, nameEnd, formOf(line, nameStart, nameEnd, sign)).stream()
            .filter(rule -> rule.value() != ValueRule.USER_NAME)
            .toList();
    return rules.isEmpty() ? OpenName.NONE : new OpenName(rules, ending);
  }

  /** Where the mark of a YAML block begins that ends the text: {@code |}, {@code >-}. */
  private static int blockMark(String line, int end) {
    int mark = end > 0 && "-+".indexOf(line.charAt(end - 1)) >= 0 ? end - 1 : end;
    boolean block = mark > 1 && "|>".indexOf(line.charAt(mark - 1)) >= 0;
    return block && TextRuns.isBlank(line.charAt(mark - 2)) ? mark - 1 : end;
  }

  /**
   * Takes the value of a name that ends the line before. It fills its line, so that a message that
   * happens to follow stays; only a shell may go on behind it.
   */
  void takeOpenValue(OpenName name, String line, RedactedSpans found) {
    int start = TextRuns.skipBlanks(line, 0);
    if (name.rules().isEmpty() || start == line.length()) {
      return;
    }
    SecretValue value = SecretValue.at(line, start, line.length());
    boolean fills = isClosing(line, value.end() + (value.quoted() ? 1 : 0));
    boolean sure = value.quoted() || name.ending() == OpenName.Ending.BLOCK;
    boolean taken =
        name.ending() == OpenName.Ending.BACKSLASH
            || (fills && (sure || ValueRule.looksMixed(line, value)));
    if (taken && name.rules().stream().anyMatch(rule -> rule.value().accepts(line, value))) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
  }

  /** Whether nothing but what closes a value, a list or an object follows. */
  private static boolean isClosing(String line, int from) {
    for (int i = from; i < line.length(); i++) {
      if (!TextRuns.isBlank(line.charAt(i)) && ",;]})\\".indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  private static int trimmedEnd(String line, int end) {
    int i = end;
    while (i > 0 && TextRuns.isBlank(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean isOtherScript(String line, int nameEnd) {
    return nameEnd > 0 && line.charAt(nameEnd - 1) >= 128;
  }

  /** The end of an opening tag; returns where to go on. */
  private int findElement(String line, int tagEnd, RedactedSpans found) {
    int nameStart = nameStart(line, tagEnd);
    boolean opens = nameStart > 0 && nameStart < tagEnd && line.charAt(nameStart - 1) == '<';
    List<NameRule> rules =
        opens ? names.rulesFor(line, nameStart, tagEnd, Form.EQUALS) : List.<NameRule>of();
    int end = rules.isEmpty() ? -1 : closingTag(line, tagEnd);
    if (end < 0) {
      return tagEnd + 1;
    }
    SecretValue value = new SecretValue(tagEnd + 1, end, true);
    if (rules.stream().anyMatch(rule -> rule.value().accepts(line, value))) {
      found.add(value.start(), end, SecretKind.SECRET);
    }
    return end;
  }

  private static int closingTag(String line, int from) {
    return line.indexOf("</", from, Math.min(line.length(), from + LONGEST_ELEMENT));
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
