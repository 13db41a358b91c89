package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Form;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code password=…}, {@code "api_key": "…"}, {@code HF_TOKEN=…}, {@code --token …}, {@code 密码：…},
 * {@code <password>…</password>}: values whose name marks them as a secret or as the name of a
 * person.
 *
 * <p>The scan moves from one assignment sign to the next and reads the name before it. It skips a
 * value that it redacts, and examines at most a fixed length of any other value, so that the total
 * time is linear in the length of the line.
 */
final class Assignments implements SecretFinder {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_LOOK = 100;
  private static final int LONGEST_ELEMENT = 256;
  private static final int LONG_VALUE = 20;
  private static final String SIGNS = ":=\uff1a\uff1d";

  /** Types of variables that hold a secret, in Python and TypeScript. */
  private static final Set<String> TYPES =
      Set.of(
          "str", "bytes", "Any", "Optional", "Union", "Annotated", "Final", "SecretStr", "string");

  /** How Go prints the list of the values of a header. */
  private static final String GO_LIST = "[]string{";

  /** Commands of stores of secrets. */
  private static final List<String> STORES =
      List.of("secretsmanager", "gcloud secrets", "docker ", "podman ", "buildah ");

  private static final String DEFAULT = "default=";

  private static final char WIDE_COLON = '\uff1a';
  private static final char WIDE_EQUALS = '\uff1d';

  private final SecretNames names;
  private final ValueMessages messages;
  private final UserName users;

  Assignments(SecretNames names, ValueMessages messages, UserName users) {
    this.names = names;
    this.messages = messages;
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
      } else if (c == '>' && i > 0 && line.charAt(i - 1) == '-') {
        next = findArrow(line, i - 1, i + 1, found);
      } else if (c == '\u2192') { // →
        next = findArrow(line, i, i + 1, found);
      } else if (c == '>' && i > 0 && line.charAt(i - 1) != '=') {
        next = findElement(line, i, found);
      } else if (c == '(' || c == '[') {
        next = findPair(line, i, found);
      }
      i = next;
    }
  }

  /**
   * Handles the assignment sign at a position, and returns the position at which the scan
   * continues.
   */
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
    int nameEnd = AssignedNames.end(line, sign);
    int nameStart = AssignedNames.start(line, nameEnd);
    Form form = formOf(line, nameStart, nameEnd, sign);
    List<NameRule> rules = names.rulesFor(line, nameStart, nameEnd, form);
    if (!rules.isEmpty()
        && (isVariableWithDefault(line, nameStart, sign)
            || isUserOfAddress(line, nameStart, sign)
            || isStoredOption(line, nameStart, nameEnd))) {
      return value;
    }
    int typed = form == Form.COLON && !rules.isEmpty() ? behindType(line, value) : -1;
    int start = typed < 0 ? TextRuns.skipBlanks(line, Emphasis.end(line, value)) : typed;
    start = YamlLine.behindTag(line, start);
    if (line.startsWith(GO_LIST, start)) {
      start += GO_LIST.length();
    }
    if (!rules.isEmpty() && isNoValue(line, sign, start)) {
      return sign + 1;
    }
    int end = takeValue(line, start, rules, found);
    return end < 0 ? sign + 1 : end;
  }

  /** Whether the text behind a sign is source code or the next assignment. */
  private static boolean isNoValue(String line, int sign, int start) {
    return isSentence(line, sign, start)
        || CodeValues.isEmpty(line, sign, start)
        || CodeValues.isClosingQuote(line, start)
        || CodeValues.isName(line, sign, SecretValue.at(line, start, LONGEST_LOOK));
  }

  /**
   * Whether a word follows a quoted name and a colon with a blank before it, as in {@code volume
   * "wandb-secret" : secret not found}.
   */
  private static boolean isSentence(String line, int sign, int start) {
    boolean apart =
        sign > 1 && line.startsWith(" : ", sign - 1) && TextRuns.isQuote(line.charAt(sign - 2));
    SecretValue value = apart ? SecretValue.at(line, start, LONGEST_LOOK) : null;
    return value != null && !value.quoted() && !ValueRule.looksMixed(line, value);
  }

  private static boolean isStoredOption(String line, int nameStart, int nameEnd) {
    boolean option = line.startsWith("--", nameStart) || line.startsWith("--", nameStart - 2);
    return option
        && namesStored(line, nameStart + (line.startsWith("--", nameStart) ? 2 : 0), nameEnd);
  }

  /** Whether a name is that of a variable with a default value: {@code ${DB_PASSWORD:-…}}. */
  private static boolean isVariableWithDefault(String line, int nameStart, int sign) {
    return line.startsWith("${", nameStart - 2)
        && sign + 1 < line.length()
        && line.charAt(sign) == ':'
        && "-?+".indexOf(line.charAt(sign + 1)) >= 0;
  }

  /** Whether a name is that of a user in an address, which {@link UrlUsers} reads. */
  private static boolean isUserOfAddress(String line, int nameStart, int sign) {
    int start = nameStart > 0 && line.charAt(nameStart - 1) == '$' ? nameStart - 1 : nameStart;
    start -= start > 0 && line.charAt(start - 1) == '\\' ? 1 : 0;
    return line.startsWith("://", start - 3)
        && line.charAt(sign) == ':'
        && line.indexOf('@', sign, Math.min(line.length(), sign + LONGEST_LOOK)) >= 0;
  }

  /**
   * Returns the start of the value behind the type of a variable, as in {@code token: Optional[str]
   * = "…"}; -1 if there is none.
   */
  private static int behindType(String line, int from) {
    int type = TextRuns.skipBlanks(line, from);
    int limit = Math.min(line.length(), type + LONGEST_NAME);
    int i = type;
    while (i < limit && TextRuns.isLetter(line.charAt(i))) {
      i++;
    }
    if (i == limit || !TYPES.contains(line.substring(type, i))) {
      return -1;
    }
    while (i < limit
        && (TextRuns.isNamePart(line.charAt(i)) || " [],|".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    boolean assigned = i < limit && line.charAt(i) == '=' && line.charAt(i - 1) == ' ';
    return assigned ? TextRuns.skipBlanks(line, i + 1) : -1;
  }

  /** Handles {@code password -> abc}, and returns the position at which the scan continues. */
  private int findArrow(String line, int arrow, int arrowEnd, RedactedSpans found) {
    int nameEnd = AssignedNames.end(line, arrow);
    int nameStart = AssignedNames.start(line, nameEnd);
    List<NameRule> rules = names.rulesFor(line, nameStart, nameEnd, Form.EQUALS);
    int end = takeValue(line, TextRuns.skipBlanks(line, arrowEnd), rules, found);
    return end < 0 ? arrowEnd : end;
  }

  /**
   * Redacts the value at a position by the rules for a name that occurs elsewhere, for example on
   * the line before.
   *
   * @return end of the value, exclusive; -1 if no rule applies
   */
  int takeValueOf(String name, String line, int at, RedactedSpans found) {
    return takeValue(line, at, names.rulesFor(name, 0, name.length(), Form.EQUALS), found);
  }

  /** The rules for a name of a secret, the most specific first. */
  List<NameRule> secretRulesFor(String name, Form form) {
    return SecretNames.withoutUsers(names.rulesFor(name, 0, name.length(), form));
  }

  /**
   * As {@link #secretRulesFor}, for a text whose last word is a name without a blank before it, as
   * in Chinese.
   */
  List<NameRule> secretRulesAtEnd(String text, Form form) {
    return SecretNames.withoutUsers(names.rulesFor(text, text.length(), text.length(), form));
  }

  /** Whether a name is that of a secret, at least with some values. */
  boolean isSecretName(String name) {
    return !names.secretRulesFor(name, new TextRange(0, name.length())).isEmpty();
  }

  /**
   * Redacts a text by the rules for the name of a secret that occurs elsewhere, for example in
   * another element of an XML document.
   */
  void takeRangeOf(String name, String line, TextRange range, RedactedSpans found) {
    SecretValue value = new SecretValue(range.start(), range.end(), true);
    List<NameRule> rules = names.secretRulesFor(name, new TextRange(0, name.length()));
    if (rules.stream()
        .anyMatch(rule -> rule.value().accepts(line, value) && !isExcepted(line, value, rule))) {
      found.add(range.start(), range.end(), SecretKind.SECRET);
    }
  }

  /**
   * Handles the bracket of {@code ("api_key", "…")}, and returns the position at which the scan
   * continues.
   */
  private int findPair(String line, int bracket, RedactedSpans found) {
    QuotedPair pair = QuotedPair.at(line, bracket);
    if (pair == null || holdsAssignment(line, pair.name())) {
      return bracket + 1;
    }
    SecretValue name = pair.name();
    List<NameRule> rules =
        names.rulesFor(line, name.start(), Math.max(name.start(), name.end()), Form.QUOTED_COLON);
    int end = takeValue(line, pair.value().start() - 1, rules, found);
    return end < 0 ? bracket + 1 : end;
  }

  /** Whether a text is more than a name: {@code dblink('password=…', 'select 1')}. */
  private static boolean holdsAssignment(String line, SecretValue name) {
    return line.indexOf('=', name.start(), Math.max(name.start(), name.end())) >= 0;
  }

  /**
   * Redacts a one-word value that is separated from its name, for example in another cell of a
   * table. The rules for the name must accept it, and it must mix letters with digits or
   * punctuation, because a plain word may be a heading.
   */
  void takeRandomValue(String line, TextRange name, TextRange cell, RedactedSpans found) {
    SecretValue value = SecretValue.at(line, cell.start(), cell.length());
    boolean option = line.startsWith("--", value.start());
    boolean filled = !option && value.end() + (value.quoted() ? 1 : 0) >= cell.end();
    List<NameRule> rules = filled ? names.secretRulesFor(line, name) : List.<NameRule>of();
    if (rules.stream().anyMatch(rule -> rule.value().accepts(line, value))
        && (ValueRule.looksMixed(line, value) || ValueRule.RANDOM.accepts(line, value))) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
  }

  /**
   * The name whose assignment sign ends the line, so that its value is on the next line; {@link
   * OpenName#NONE} if there is none.
   */
  OpenName openName(String line) {
    int end = TextRuns.trimmedEnd(line, 0, line.length());
    OpenName.Ending ending = OpenName.Ending.SIGN;
    if (end > 0 && line.charAt(end - 1) == '\\') {
      ending = OpenName.Ending.BACKSLASH;
      end--;
    } else if (blockMark(line, end) < end) {
      ending = OpenName.Ending.BLOCK;
      end = beforeTag(line, blockMark(line, end));
    }
    int sign = TextRuns.trimmedEnd(line, 0, beforeBracket(line, end)) - 1;
    if (sign < 0 || SIGNS.indexOf(line.charAt(sign)) < 0) {
      return OpenName.NONE;
    }
    int nameEnd = AssignedNames.end(line, sign);
    int nameStart = AssignedNames.start(line, nameEnd);
    Form form = formOf(line, nameStart, nameEnd, sign);
    List<NameRule> rules = SecretNames.withoutUsers(names.rulesFor(line, nameStart, nameEnd, form));
    return rules.isEmpty() ? OpenName.NONE : new OpenName(rules, ending);
  }

  /** Returns the start of a bracket that ends the line, as in {@code api_key: Some(}. */
  private static int beforeBracket(String line, int end) {
    if (end == 0 || "[({".indexOf(line.charAt(end - 1)) < 0) {
      return end;
    }
    int start = end - 1;
    while (start > 0 && TextRuns.isLetter(line.charAt(start - 1))) {
      start--;
    }
    return ValueContainer.openingBracket(line, start) == end - 1 ? start : end - 1;
  }

  /**
   * Returns the start of a YAML block scalar indicator ({@code |}, {@code >-}) that ends at {@code
   * end}; {@code end} if there is none.
   */
  private static int blockMark(String line, int end) {
    int mark = end > 0 && "-+".indexOf(line.charAt(end - 1)) >= 0 ? end - 1 : end;
    boolean block = mark > 1 && "|>".indexOf(line.charAt(mark - 1)) >= 0;
    return block && TextRuns.isBlank(line.charAt(mark - 2)) ? mark - 1 : end;
  }

  /** Returns the end of the text before a tag of YAML, as in {@code password: !!binary |}. */
  private static int beforeTag(String line, int end) {
    int last = TextRuns.trimmedEnd(line, 0, end);
    int tag = last;
    while (tag > 0 && last - tag < LONGEST_NAME && TextRuns.isLetter(line.charAt(tag - 1))) {
      tag--;
    }
    return tag < last && line.startsWith("!!", tag - 2) ? tag - 2 : end;
  }

  /**
   * Redacts the value of a name that ended the previous line. The value must be the only content of
   * its line, so that an unrelated message on the next line is kept. Only after a shell's line
   * continuation may more text follow.
   */
  void takeOpenValue(OpenName name, String line, RedactedSpans found) {
    int start = TextRuns.skipBlanks(line, 0);
    boolean item = name.ending() == OpenName.Ending.OPTION && line.startsWith("- ", start);
    if (item) {
      start = TextRuns.skipBlanks(line, start + 1);
    }
    if (name.rules().isEmpty() || start == line.length() || line.startsWith("--", start)) {
      return;
    }
    SecretValue value = SecretValue.at(line, start, line.length());
    if (CodeValues.isAssignment(line, value)) {
      return;
    }
    boolean fills = isClosing(line, value.end() + (value.quoted() ? 1 : 0));
    boolean word = item && !TextRuns.isNumber(line, value.start(), value.end());
    boolean sure = word || value.quoted() || name.ending() == OpenName.Ending.BLOCK;
    boolean taken =
        name.ending() == OpenName.Ending.BACKSLASH || (fills && (sure || looksSecret(line, value)));
    if (taken && name.rules().stream().anyMatch(rule -> rule.value().accepts(line, value))) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
  }

  private static boolean looksSecret(String line, SecretValue value) {
    return ValueRule.looksMixed(line, value)
        || ValueRule.looksNumeric(line, value)
        || (value.length() >= LONG_VALUE && ValueRule.RANDOM.accepts(line, value));
  }

  /**
   * Whether the rest of the line has only blanks and characters that close a value, list or object.
   */
  private static boolean isClosing(String line, int from) {
    for (int i = from; i < line.length(); i++) {
      if (!TextRuns.isBlank(line.charAt(i)) && ",;]})\\".indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Handles the {@code >} that ends an opening tag, and returns the position at which the scan
   * continues.
   */
  private int findElement(String line, int tagEnd, RedactedSpans found) {
    int nameStart = AssignedNames.start(line, tagEnd);
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
    boolean parameter = nameStart > 0 && "?&;".indexOf(line.charAt(nameStart - 1)) >= 0;
    return parameter ? Form.PARAMETER : Form.EQUALS;
  }

  private static int optionNameEnd(String line, int from) {
    int end = from;
    while (end < line.length() && TextRuns.isNamePart(line.charAt(end))) {
      end++;
    }
    return end;
  }

  /**
   * Whether an option names a secret in a store, as in {@code aws secretsmanager get-secret-value
   * --secret-id prod/db}.
   */
  private static boolean namesStored(String line, int nameStart, int nameEnd) {
    String name = line.substring(nameStart, nameEnd);
    if (!name.equals("secret") && !name.equals("secret-id")) {
      return false;
    }
    String before = line.substring(Math.max(0, nameStart - LONGEST_ELEMENT), nameStart);
    return STORES.stream().anyMatch(before::contains);
  }

  /**
   * Handles {@code --token abc} and {@code "--token", "abc"}. {@code --token=abc} is handled as an
   * assignment.
   */
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
    if (rules.isEmpty() || namesStored(line, nameStart, nameEnd)) {
      return Math.max(nameEnd, dashes + 1);
    }
    int value = behindDefault(line, nameEnd, optionValue(line, nameEnd));
    if (value < 0 || isMetavariable(line, new TextRange(nameStart, nameEnd), value)) {
      return nameEnd;
    }
    int end = takeValue(line, value, rules, found);
    return end < 0 ? nameEnd : end;
  }

  /**
   * Returns the start of the default value in the declaration of an option, {@code '--token',
   * type=str, default='…'}, {@code '--password', '-p', default='…'}; -1 if it has none.
   *
   * @param value start of the first argument behind the name, which is returned if it has no
   *     keyword
   */
  private static int behindDefault(String line, int nameEnd, int value) {
    if (value < 0 || !TextRuns.isQuote(line.charAt(nameEnd))) {
      return value;
    }
    int keyword = value;
    while (keyword < line.length() && TextRuns.isWordPart(line.charAt(keyword))) {
      keyword++;
    }
    boolean assigned = keyword > value && line.startsWith("=", keyword);
    boolean option = TextRuns.isQuote(line.charAt(value)) && line.startsWith("-", value + 1);
    if (!assigned && !option) {
      return value;
    }
    int at = line.indexOf(DEFAULT, value, Math.min(line.length(), value + LONGEST_ELEMENT));
    if (at < 0 && option) {
      return value;
    }
    return at < 0 || at + DEFAULT.length() == line.length() ? -1 : at + DEFAULT.length();
  }

  /** Whether the usage text of an option repeats its name in capitals: {@code --token TOKEN}. */
  private static boolean isMetavariable(String line, TextRange name, int value) {
    String expected = line.substring(name.start(), name.end()).replace('-', '_');
    int end = value + expected.length();
    return line.startsWith(expected.toUpperCase(Locale.ROOT), value)
        && (end == line.length() || !TextRuns.isNamePart(line.charAt(end)));
  }

  /**
   * Returns the start of the value of an option whose name ends at {@code nameEnd}; -1 if it has no
   * value.
   */
  private static int optionValue(String line, int nameEnd) {
    int i = nameEnd;
    while (i < line.length() && (TextRuns.isQuote(line.charAt(i)) || line.charAt(i) == '\\')) {
      i++;
    }
    boolean comma = i < line.length() && line.charAt(i) == ',';
    if (i > nameEnd && !comma) {
      return -1; // prose: `--token` is deprecated
    }
    // ["--token","…"] or [--token, …], but not prose: --token, which …
    boolean list = comma && (i > nameEnd || isInList(line, nameEnd));
    i += list ? 1 : 0;
    int value = TextRuns.skipBlanks(line, i);
    boolean apart = value > i || (list && value < line.length() && isQuoted(line, value));
    boolean none = !apart || value >= line.length() || line.startsWith("<<", value);
    return none || "-=:".indexOf(line.charAt(value)) >= 0 ? -1 : value;
  }

  private static boolean isQuoted(String line, int at) {
    return TextRuns.isQuote(line.charAt(at)) || line.charAt(at) == '\\';
  }

  /** Whether a bracket that opens a list stands before a position, and has not closed. */
  private static boolean isInList(String line, int at) {
    for (int i = at - 1; i >= 0 && at - i < LONGEST_LOOK; i--) {
      if ("[](){}".indexOf(line.charAt(i)) >= 0) {
        return line.charAt(i) == '[';
      }
    }
    return false;
  }

  /**
   * Redacts the value by the first rule that applies.
   *
   * @return end of the value, exclusive; -1 if no rule applies
   */
  private int takeValue(String line, int from, List<NameRule> rules, RedactedSpans found) {
    if (rules.isEmpty()) {
      return -1;
    }
    int at = References.behindVariable(line, behindPointer(line, from));
    ValueContainer container = References.isTemplate(line, at) ? null : ValueContainer.at(line, at);
    if (container != null) {
      return takeElements(line, container, rules, found);
    }
    if (References.isTemplate(line, at)
        || endsInBracket(line, at)
        || SecretGroups.startsAt(line, at)) {
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
        SecretValue whole = SecretValue.at(line, at, line.length());
        SecretValue value = QuotedAssignments.extended(line, AppPasswords.extended(line, whole));
        found.add(value.start(), value.end(), SecretKind.SECRET);
        return line.charAt(value.start()) == '&' ? takeAnchored(line, value, found) : value.end();
      }
    }
    return -1;
  }

  /**
   * Returns the position behind the address of a text, which debuggers print before it: {@code
   * 0x7f3a11 "…"}; the position itself if there is none.
   */
  private static int behindPointer(String line, int at) {
    if (!line.startsWith("0x", at)) {
      return at;
    }
    int end = at + 2;
    while (end < line.length() && Character.digit(line.charAt(end), 16) >= 0) {
      end++;
    }
    boolean text = line.startsWith(" \"", end) || line.startsWith(" '", end);
    return text ? end + 1 : at;
  }

  /** Whether a bracket that opens at a position ends the line. */
  private static boolean endsInBracket(String line, int at) {
    int bracket = ValueContainer.openingBracket(line, at);
    return bracket < line.length()
        && "[({".indexOf(line.charAt(bracket)) >= 0
        && TextRuns.skipBlanks(line, bracket + 1) == line.length();
  }

  /**
   * Redacts the values in brackets.
   *
   * @return end of the brackets, exclusive; -1 if they hold no secret
   */
  private int takeElements(
      String line, ValueContainer container, List<NameRule> rules, RedactedSpans found) {
    if (messages.areAt(line, container.start())) {
      return -1;
    }
    boolean taken = false;
    for (SecretValue element : container.elements()) {
      for (NameRule rule : SecretNames.withoutUsers(rules)) {
        ValueRule value = container.map() ? rule.forMixedValues().value() : rule.value();
        if (value.accepts(line, element) && !isExcepted(line, element, rule)) {
          found.add(element.start(), element.end(), SecretKind.SECRET);
          taken = true;
          break;
        }
      }
    }
    return taken ? container.end() : -1;
  }

  /** Redacts the value behind a YAML anchor as well: {@code password: &db …}. */
  private static int takeAnchored(String line, SecretValue anchor, RedactedSpans found) {
    int start = TextRuns.skipBlanks(line, anchor.end());
    SecretValue value = SecretValue.at(line, start, LONGEST_LOOK);
    boolean last = isClosing(line, value.end() + (value.quoted() ? 1 : 0));
    if (start > anchor.end() && last && value.length() > 0) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
    return anchor.end();
  }

  private int userEnd(String line, SecretValue look, NameRule rule) {
    if (look.length() <= 0
        || ValueRule.isNullOrMask(line, look)
        || startsWithOne(line, look.start(), rule)) {
      return -1;
    }
    int end = users.nameEnd(line, look.start(), !look.quoted());
    // The whole of an e-mail address is redacted as one.
    boolean address = end > 0 && end < line.length() && line.charAt(end) == '@';
    return address && EmailAddresses.isDomain(line, end + 1) ? -1 : end;
  }

  private boolean isExcepted(String line, SecretValue value, NameRule rule) {
    if (messages.areAt(line, value) || isSize(line, value)) {
      return true;
    }
    if (rule.unless().isEmpty() || value.length() > LONGEST_NAME) {
      return false;
    }
    String text = line.substring(value.start(), value.end()).toLowerCase(Locale.ROOT);
    return rule.unless().contains(text) || startsWithOne(line, value.start(), rule);
  }

  /**
   * Whether the value starts with a non-ASCII word that the rule excepts. No blank follows such
   * words, for example Chinese ones, so that a prefix match is sufficient.
   */
  private static boolean startsWithOne(String line, int at, NameRule rule) {
    return rule.unless().stream()
        .anyMatch(word -> word.charAt(0) >= 128 && line.startsWith(word, at));
  }

  /** Whether a value is a number of bytes, as {@code kubectl describe secret} prints it. */
  private static boolean isSize(String line, SecretValue value) {
    return !value.quoted()
        && line.startsWith(" bytes", value.end())
        && TextRuns.isNumber(line, value.start(), value.end());
  }

  private static boolean startsOption(String line, int dash) {
    return dash == 0
        || TextRuns.isBlank(line.charAt(dash - 1))
        || TextRuns.isQuote(line.charAt(dash - 1))
        || line.charAt(dash - 1) == '[';
  }
}
