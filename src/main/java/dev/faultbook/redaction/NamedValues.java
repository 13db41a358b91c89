package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Sign;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values behind the name of a secret and a sign: {@code HF_TOKEN=…}, {@code "api_key": "…"}, {@code
 * password: …}, {@code --token …}, {@code ?sig=…}. Also within the text of a JSON line, where a
 * quote is written as {@code \"}.
 */
final class NamedValues {

  private static final int MAX_NAME = 80;
  private static final int MAX_BLANKS = 16;
  private static final int MAX_QUOTED = 4096;

  private static final String OPENING_QUOTES = "\"'`“‘【「";
  private static final String CLOSING_QUOTES = "\"'`”’】」";
  private static final String CHINESE_ENDS = "，。；：、”’」】》！？";

  /** Characters by which a value is judged; all of it goes. */
  private static final int MAX_JUDGED = 512;

  /** Words before the last one of a name in ordinary text: {@code API key: …}. */
  private static final Set<String> SHORT_NAMES =
      Set.of("key", "keys", "token", "secret", "id", "code");

  private final NameRules names;
  private final NonSecrets values;

  NamedValues(NameRules names, NonSecrets values) {
    this.names = names;
    this.values = values;
  }

  /** A name and the sign behind it. */
  private record Named(String name, Sign sign) {}

  /**
   * The range of a value.
   *
   * @param quoted whether it is in quotes
   */
  private record Range(int start, int end, boolean quoted) {}

  /** One pass over a line. */
  private final class Scan {
    private final String line;
    private final Findings found;

    /** The bare text that was read last: a value within it ends with it. */
    private int runStart = -1;

    private int runEnd = -1;

    private final boolean quotes;

    Scan(String line, Findings found) {
      this.line = line;
      this.found = found;
      this.quotes = hasQuotes(line);
    }

    void findValues() {
      int i = 0;
      while (i < line.length()) {
        int next =
            switch (line.charAt(i)) {
              case '=', ':', '：', '＝' -> readAssignment(i);
              case '-' -> readOption(i);
              default -> i;
            };
        i = Math.max(i + 1, next);
      }
    }

    /** Reads the value behind a sign and returns where the scan continues. */
    private int readAssignment(int sign) {
      Named named = isSign(line, sign) ? nameBefore(line, sign) : null;
      if (named == null) {
        return sign + 1;
      }
      int start = skipOpening(skipBlanks(line, sign + 1));
      List<NameRule> rules = names.rulesFor(named.name(), named.sign());
      return rules.isEmpty() ? sign + 1 : takeValues(named, rules, start, sign + 1);
    }

    /** Reads the value of {@code --name value} and {@code '--name', 'value'}. */
    private int readOption(int at) {
      if (!line.startsWith("--", at) || (at > 0 && TextRuns.isNamePart(line.charAt(at - 1)))) {
        return at + 1;
      }
      int end = optionEnd(at + 2);
      boolean listed = line.startsWith("',", end) || line.startsWith("\",", end);
      int value = skipBlanks(line, listed ? end + 2 : end);
      boolean follows = value > end && value < line.length() && line.charAt(value) != '-';
      if (!follows) {
        return end;
      }
      Named named = new Named(line.substring(at + 2, end), Sign.OPTION);
      List<NameRule> rules = names.rulesFor(named.name(), Sign.OPTION);
      return rules.isEmpty() ? end : takeValues(named, rules, value, value);
    }

    private int optionEnd(int from) {
      int end = from;
      while (end < line.length() && TextRuns.isNamePart(line.charAt(end))) {
        end++;
      }
      return end;
    }

    /** Takes one value, or all of {@code ['…', '…']}. */
    private int takeValues(Named named, List<NameRule> rules, int at, int none) {
      int start = at;
      boolean list =
          start + 1 < line.length()
              && "[(".indexOf(line.charAt(start)) >= 0
              && TextRuns.isQuote(line.charAt(start + 1));
      int done = none;
      do {
        start += list ? 1 : 0;
        Range value = valueAt(start);
        if (value == null) {
          break;
        }
        value = rules.getFirst().kind() == SecretKind.USER ? userIn(value) : value;
        if (accepts(named, rules, value)) {
          found.add(line, value.start(), value.end(), kindOf(named, rules, value));
          done = value.end();
        }
        start = skipBlanks(line, value.end() + 1);
      } while (list
          && line.startsWith(",", start)
          && (start = skipBlanks(line, start + 1) - 1) >= 0);
      return done;
    }

    /** The name at the start of a value: {@code UserId=erin(1007)}. */
    private Range userIn(Range value) {
      int end = value.start();
      while (end < value.end() && (isNamePart(line.charAt(end)) || value.quoted())) {
        end++;
      }
      return new Range(value.start(), end, value.quoted());
    }

    private boolean accepts(Named named, List<NameRule> rules, Range range) {
      String value = textOf(range);
      if (values.isNothing(value) || (!range.quoted() && isOther(named, range, value))) {
        return false;
      }
      return rules.stream().anyMatch(rule -> accepts(rule, named, range, value));
    }

    private boolean accepts(NameRule rule, Named named, Range range, String value) {
      if (rule.kind() == SecretKind.USER && isNoUser(named, range, value)) {
        return false;
      }
      // 密码：错误
      if (rule.kind() == SecretKind.SECRET && !range.quoted() && isChinese(value)) {
        return false;
      }
      ValueRule condition =
          named.sign() == Sign.COLON && range.quoted()
              ? rule.value()
              : rule.valueBehind(named.sign());
      return condition.accepts(value);
    }

    private boolean isNoUser(Named named, Range range, String value) {
      return values.isNobody(value)
          || isCalled(range.end())
          || (named.sign() == Sign.EQUALS && value.indexOf('.') >= 0);
    }

    private SecretKind kindOf(Named named, List<NameRule> rules, Range range) {
      String value = textOf(range);
      return rules.stream()
          .filter(rule -> accepts(rule, named, range, value))
          .findFirst()
          .orElseThrow()
          .kind();
    }

    private static boolean isChinese(String value) {
      return value.chars().allMatch(c -> c >= TextRuns.FIRST_IDEOGRAPH);
    }

    private String textOf(Range range) {
      return line.substring(range.start(), Math.min(range.end(), range.start() + MAX_JUDGED));
    }

    /** {@code user=getuser()}, but not {@code UserId=erin(1007)}. */
    private boolean isCalled(int end) {
      boolean digit = end + 1 < line.length() && TextRuns.isDigit(line.charAt(end + 1));
      return line.startsWith("[", end) || (line.startsWith("(", end) && !digit);
    }

    /** Whether a bare value is code, the next assignment, or the start of a sentence. */
    private boolean isOther(Named named, Range range, String value) {
      String behind = line.substring(range.end(), Math.min(line.length(), range.end() + 2));
      if ("{[(".indexOf(value.charAt(0)) >= 0 || values.isCode(named.name(), value, behind)) {
        return true;
      }
      boolean apart = TextRuns.isBlank(line.charAt(range.start() - 1));
      if (apart
          && value.indexOf('=') > 0
          && !value.endsWith("=")
          && isWord(value.substring(0, value.indexOf('=')))) {
        return true; // logname= uid=0
      }
      // password: permission denied; but a name such as DB_PASSWORD is not that of a sentence.
      boolean prose = named.name().chars().allMatch(c -> !TextRuns.isJoint((char) c));
      return prose
          && named.sign() == Sign.COLON
          && isWord(value)
          && startsSentence(behind, range.end());
    }

    /** Whether another word follows: {@code password: permission denied}. */
    private boolean startsSentence(String behind, int end) {
      return behind.length() == 2
          && behind.charAt(0) == ' '
          && behind.charAt(1) >= 'a'
          && behind.charAt(1) <= 'z'
          && !isAssigned(line, end + 1);
    }

    private static boolean isWord(String value) {
      return value.chars().allMatch(c -> TextRuns.isLetter((char) c) || c == '_' || c == '\'');
    }

    /** Skips what opens a value in Go and Python: {@code []string{"…"}}, {@code b'…'}. */
    private int skipOpening(int at) {
      int start = line.startsWith("[]string{", at) ? at + "[]string{".length() : at;
      boolean prefixed =
          start + 1 < line.length()
              && "bur".indexOf(line.charAt(start)) >= 0
              && "\"'".indexOf(line.charAt(start + 1)) >= 0;
      return prefixed ? start + 1 : start;
    }

    private @Nullable Range valueAt(int at) {
      if (at >= line.length()) {
        return null;
      }
      if (isQuoteAt(line, at)) {
        int start = contentStart(line, at);
        int end = closingQuote(line, at, start);
        return end >= 0 ? new Range(start, end, true) : bareAt(start);
      }
      return bareAt(at);
    }

    private Range bareAt(int start) {
      if (start < runStart || start >= runEnd) {
        runStart = start;
        runEnd = bareEnd(line, start, quotes);
      }
      return new Range(start, Math.max(start, trimmedEnd(line, start, runEnd)), false);
    }
  }

  void findValues(String line, Findings found) {
    new Scan(line, found).findValues();
  }

  /**
   * The rules of the name at the end of a line whose value is on the next one: {@code password:},
   * {@code "api_key":}, {@code token: |}, {@code API_KEY=\}; empty if there is none.
   */
  List<NameRule> rulesOfOpenName(String line) {
    int end = line.stripTrailing().length();
    for (String mark : List.of("|-", ">-", "|", ">", "\\")) {
      if (line.startsWith(mark, end - mark.length())) {
        end = line.substring(0, end - mark.length()).stripTrailing().length();
        break;
      }
    }
    Named named = end > 0 && isSign(line, end - 1) ? nameBefore(line, end - 1) : null;
    return named == null
        ? List.of()
        : names.rulesFor(named.name(), named.sign()).stream()
            .filter(rule -> rule.kind() == SecretKind.SECRET)
            .toList();
  }

  /** Takes the value that is alone in a line behind an open name. */
  void findValueAlone(String line, List<NameRule> rules, Findings found) {
    int indent = skipBlanks(line, 0);
    int start = line.startsWith("- ", indent) ? indent + 2 : indent;
    boolean quoted = isQuoteAt(line, start);
    int content = quoted ? contentStart(line, start) : start;
    int close = quoted ? closingQuote(line, start, content) : -1;
    int end =
        close >= 0 ? close : trimmedEnd(line, content, bareEnd(line, content, hasQuotes(line)));
    String value = line.substring(content, Math.max(content, end));
    int behind = skipBlanks(line, content + value.length() + (close >= 0 ? 1 : 0));
    boolean alone = behind >= line.length() || ",\\\r".indexOf(line.charAt(behind)) >= 0;
    if (alone && isSecret(value, quoted ? rules : List.of()) && !isAssigned(line, content)) {
      found.add(line, content, content + value.length(), SecretKind.SECRET);
    }
  }

  private boolean isSecret(String value, List<NameRule> rules) {
    boolean secret =
        ValueRule.MIXED.accepts(value)
            || ValueRule.RANDOM.accepts(value)
            || rules.stream().anyMatch(rule -> rule.value().accepts(value));
    return secret && !values.isNothing(value);
  }

  private static boolean isSign(String line, int at) {
    char c = line.charAt(at);
    char before = at == 0 ? ' ' : line.charAt(at - 1);
    char next = at + 1 == line.length() ? ' ' : line.charAt(at + 1);
    return switch (c) {
      case '=' -> next != '=' && "=!<>~".indexOf(before) < 0;
      case ':' -> before != ':' && next != ':' && !line.startsWith("//", at + 1);
      case '：', '＝' -> true;
      default -> false;
    };
  }

  /** The name before a sign; null if there is none. */
  private static @Nullable Named nameBefore(String line, int sign) {
    int behind = sign;
    while (behind > 0 && sign - behind < MAX_BLANKS && line.charAt(behind - 1) == ' ') {
      behind--;
    }
    int end = nameEnd(line, behind);
    int start = end;
    while (start > 0 && end - start < MAX_NAME && isNamePart(line.charAt(start - 1))) {
      start--;
    }
    if (start == end) {
      return null;
    }
    boolean quoted = end < behind;
    String name = line.substring(start, end);
    String whole = quoted ? name : wordBefore(line, start, name) + name;
    return new Named(whole, signOf(line, start, sign, quoted));
  }

  /** The end of a name before the quote that closes it, if one does: {@code os.environ["KEY"]}. */
  private static int nameEnd(String line, int behind) {
    int end = behind;
    if (end > 1 && line.charAt(end - 1) == ']' && TextRuns.isQuote(line.charAt(end - 2))) {
      end--;
    }
    if (end == 0 || !TextRuns.isQuote(line.charAt(end - 1))) {
      return end;
    }
    end--;
    while (end > 0 && line.charAt(end - 1) == '\\') {
      end--;
    }
    return end;
  }

  /** The word before a short name, and a joint: {@code API_} of {@code API key}; else empty. */
  private static String wordBefore(String line, int start, String name) {
    boolean joined =
        start > 1
            && line.charAt(start - 1) == ' '
            && SHORT_NAMES.contains(name.toLowerCase(Locale.ROOT));
    if (!joined) {
      return "";
    }
    int first = start - 1;
    while (first > 0 && start - first < MAX_NAME && TextRuns.isLetter(line.charAt(first - 1))) {
      first--;
    }
    return line.substring(first, start - 1) + "_";
  }

  private static Sign signOf(String line, int start, int sign, boolean quoted) {
    if ("=＝".indexOf(line.charAt(sign)) >= 0) {
      return start > 0 && "?&;".indexOf(line.charAt(start - 1)) >= 0 ? Sign.PARAMETER : Sign.EQUALS;
    }
    return quoted ? Sign.QUOTED : Sign.COLON;
  }

  private static boolean isNamePart(char c) {
    return TextRuns.isNamePart(c) || (c >= '\u4e00' && c <= '\u9fff');
  }

  private static int skipBlanks(String line, int from) {
    int i = from;
    while (i < line.length() && " \t\u3000".indexOf(line.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  /** Whether a quote opens at a position, also one behind backslashes. */
  private static boolean isQuoteAt(String line, int at) {
    int quote = at;
    while (quote < line.length() && quote - at < 8 && line.charAt(quote) == '\\') {
      quote++;
    }
    return quote < line.length() && OPENING_QUOTES.indexOf(line.charAt(quote)) >= 0;
  }

  private static int contentStart(String line, int at) {
    int quote = at;
    while (line.charAt(quote) == '\\') {
      quote++;
    }
    return quote + 1;
  }

  /** The end of a text in quotes; -1 if the quote does not close. */
  private static int closingQuote(String line, int opening, int content) {
    char close = CLOSING_QUOTES.charAt(OPENING_QUOTES.indexOf(line.charAt(content - 1)));
    int escapes = content - 1 - opening;
    int limit = Math.min(line.length(), content + MAX_QUOTED);
    int backslashes = 0;
    for (int i = content; i < limit; i++) {
      char c = line.charAt(i);
      if (c == close && (escapes == 0 ? backslashes % 2 == 0 : backslashes == escapes)) {
        return i - escapes;
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return -1;
  }

  private static boolean hasQuotes(String line) {
    return line.indexOf('"') >= 0 || line.indexOf('\'') >= 0;
  }

  private static int bareEnd(String line, int start, boolean quotes) {
    int i = start;
    while (i < line.length() && !endsBare(line, i, start, quotes)) {
      i++;
    }
    return i;
  }

  private static boolean endsBare(String line, int at, int start, boolean quotes) {
    char c = line.charAt(at);
    if (TextRuns.isBlank(c) || TextRuns.isQuote(c) || CHINESE_ENDS.indexOf(c) >= 0) {
      return true;
    }
    return switch (c) {
      case '<' -> at > start;
      case '\\' ->
          quotes && at + 1 < line.length() && "nrtu\"'\\".indexOf(line.charAt(at + 1)) >= 0;
      case '&', ',', ';' -> endsAtSeparator(line, at);
      default -> false;
    };
  }

  /** A separator ends a value before a blank, a quote, the end, and the next assignment. */
  private static boolean endsAtSeparator(String line, int at) {
    if (at + 1 >= line.length()) {
      return true;
    }
    char next = line.charAt(at + 1);
    return TextRuns.isBlank(next) || TextRuns.isQuote(next) || isAssigned(line, at + 1);
  }

  /** Whether {@code name=} or {@code name:} begins at a position. */
  private static boolean isAssigned(String line, int at) {
    int i = at;
    while (i < line.length() && i - at < MAX_NAME / 2 && isNamePart(line.charAt(i))) {
      i++;
    }
    return i > at && i < line.length() && "=:：＝".indexOf(line.charAt(i)) >= 0;
  }

  /** Excludes signs that close a list or a sentence, unless they opened within the value. */
  private static int trimmedEnd(String line, int start, int end) {
    int i = end;
    while (i > start && end - i < MAX_NAME && ",;)]}|".indexOf(line.charAt(i - 1)) >= 0) {
      char c = line.charAt(i - 1);
      int opening = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : 0;
      if (opening != 0 && line.indexOf(opening, Math.max(start, i - MAX_JUDGED), i) >= 0) {
        break;
      }
      i--;
    }
    return i;
  }
}
