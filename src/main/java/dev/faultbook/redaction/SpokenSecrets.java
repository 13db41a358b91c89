package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.SpokenRule;
import dev.faultbook.redaction.RedactionRules.SpokenValue;
import java.util.List;
import java.util.Locale;

/**
 * Secrets in a sentence or typed at a prompt: {@code The password is …}, {@code Password for
 * alice@REALM: …}, {@code 密码是…}, {@code AK … SK …}.
 */
final class SpokenSecrets implements SecretFinder {

  private static final String CHANGED_FROM = "from ";
  private static final String CHANGED_TO = "to ";
  private static final int MAX_LOOK = 300;
  private static final int MAX_PROMPT = 200;
  private static final int MAX_EXCEPTION = 24;
  private static final int MAX_GLOSS = 40;

  /** Words that say whose secret it is: {@code password for user bob}. */
  private static final int MOST_OWNER_WORDS = 4;

  /** Words between the name of a secret and its owner. */
  private static final List<String> OWNED = List.of("for ", "of ", "on ");

  /** Verbs of a program that asks for a secret. */
  private static final List<String> ASKING =
      List.of("enter ", "paste ", "provide ", "type ", "use the following ");

  /** Chinese brackets and quotes, and those that close them. */
  private static final String OPENING = "\u3010\u300c\u300e\u300a\u201c\u2018";

  private static final String CLOSING = "\u3011\u300d\u300f\u300b\u201d\u2019";

  /** Parentheses around a translation or a default value, and those that close them. */
  private static final String GLOSS = "(\uff08[";

  private static final String GLOSS_END = ")\uff09]";

  private static final String CLAUSE_ENDS = "\uff0c\u3002\uff1b";

  private record Phrase(
      LineGrams.Trigger trigger, LineGrams.Trigger near, String words, SpokenRule rule) {
    static Phrase of(String words, SpokenRule rule) {
      return new Phrase(
          new LineGrams.Trigger(words), new LineGrams.Trigger(rule.sentence().near()), words, rule);
    }

    boolean mayOccurIn(LineGrams grams, String line) {
      return trigger.mayOccurIn(grams)
          && near.mayOccurIn(grams)
          && (rule.sentence().near().isEmpty() || find(line, rule.sentence().near(), 0, true) >= 0);
    }

    int find(String line, int from) {
      return find(line, words, from, rule.sentence().word());
    }

    private static int find(String line, String words, int from, boolean word) {
      int at = TextRuns.indexOfIgnoringCase(line, words, from);
      while (at >= 0 && word && !isWord(line, at, at + words.length())) {
        at = TextRuns.indexOfIgnoringCase(line, words, at + 1);
      }
      return at;
    }

    private static boolean isWord(String line, int start, int end) {
      boolean starts =
          start == 0
              || line.charAt(start) >= TextRuns.FIRST_IDEOGRAPH
              || !TextRuns.isNamePart(line.charAt(start - 1));
      return starts
          && (end == line.length()
              || !TextRuns.isWordPart(line.charAt(end - 1))
              || !TextRuns.isWordPart(line.charAt(end)));
    }
  }

  private final List<Phrase> phrases;
  private final List<LineGrams.Group<Phrase>> groups;
  private final UserName users;

  SpokenSecrets(List<SpokenRule> rules, UserName users) {
    phrases =
        rules.stream()
            .flatMap(rule -> rule.after().stream().map(words -> Phrase.of(words, rule)))
            .toList();
    groups = LineGrams.Group.of(phrases, Phrase::words);
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (LineGrams.Group<Phrase> group : groups) {
      if (group.mayOccurIn(grams)) {
        for (Phrase phrase : group.members()) {
          if (phrase.mayOccurIn(grams, line)) {
            findValues(line, phrase, found);
          }
        }
      }
    }
  }

  private void findValues(String line, Phrase phrase, RedactedSpans found) {
    int at = phrase.find(line, 0);
    while (at >= 0) {
      int from = at + phrase.words.length();
      from = Emphasis.end(line, from);
      int start = valueStart(line, from, phrase);
      if (start >= 0 && !isExcepted(line, start, phrase.rule)) {
        takeSecret(line, start, phrase.rule, found);
      }
      at = phrase.find(line, from);
    }
  }

  /**
   * Whether the line ends with a prompt, such as {@code Password for bob:}, whose answer may be on
   * the next line.
   */
  boolean endsInPrompt(String line) {
    int end = TextRuns.trimmedEnd(line, 0, line.length());
    if (end == 0 || ":\uff1a".indexOf(line.charAt(end - 1)) < 0) {
      return false;
    }
    String tail = line.substring(Math.max(0, end - MAX_PROMPT), end - 1);
    boolean asks = ASKING.stream().anyMatch(verb -> TextRuns.containsIgnoringCase(tail, verb));
    return phrases.stream()
        .filter(phrase -> phrase.rule.prompt() || (asks && isName(phrase.rule)))
        .anyMatch(phrase -> TextRuns.containsIgnoringCase(tail, phrase.words));
  }

  /** Whether the phrases of a rule are names of secrets, which a value follows directly. */
  private static boolean isName(SpokenRule rule) {
    return (rule.value() == SpokenValue.RANDOM || rule.value() == SpokenValue.PASSWORD)
        && rule.sentence().near().isEmpty()
        && rule.kind() == SecretKind.SECRET;
  }

  /**
   * Returns the start of the value that follows a phrase; -1 if nothing follows that is to be
   * redacted.
   */
  private static int valueStart(String line, int from, Phrase phrase) {
    SpokenRule rule = phrase.rule;
    int start = from;
    if (rule.prompt()) {
      start = promptEnd(line, from);
    } else if (!rule.sentence().link().isEmpty()) {
      start = linkEnd(line, from, rule.sentence().link());
    } else if (!isApart(line, from)) {
      return -1;
    } else if (rule.value() != SpokenValue.WORD) {
      start = behindGloss(line, from);
    }
    int sign = start < 0 ? line.length() : skipSigns(line, start);
    int text = skipSigns(line, Emphasis.end(line, sign));
    int at = skipOpening(line, Emphasis.start(line, text));
    return at >= line.length() || Placeholders.startsAt(line, at) ? -1 : at;
  }

  /**
   * Returns the position behind the words that lead from a name to its value, or before the Chinese
   * quote that opens the value; -1 if there are neither.
   */
  private static int linkEnd(String line, int from, LinkWords link) {
    int name = behindGloss(line, skipQuote(line, from));
    int end = link.end(line, name);
    if (end >= 0) {
      return end;
    }
    int sign = skipSigns(line, name);
    if (sign < line.length() && OPENING.indexOf(line.charAt(sign)) >= 0) {
      return sign;
    }
    int owner = TextRuns.skipBlanks(line, name);
    int at = owner;
    boolean owned = OWNED.stream().anyMatch(word -> startsWord(line, at, word));
    for (int words = 0; owned && words < MOST_OWNER_WORDS && end < 0; words++) {
      int word = wordEnd(line, owner);
      if (words > 0 && word > owner && line.charAt(word - 1) == ':') {
        return word;
      }
      owner = TextRuns.skipBlanks(line, word);
      end = words == 0 ? -1 : link.end(line, owner);
    }
    return end;
  }

  private static boolean startsWord(String line, int at, String word) {
    return line.regionMatches(true, at, word, 0, word.length());
  }

  private static int wordEnd(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < MAX_GLOSS && !TextRuns.isBlank(line.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Skips a Chinese quote, and a parenthesis that holds a secret. */
  private static int skipOpening(String line, int at) {
    if (at >= line.length()) {
      return at;
    }
    boolean opens =
        OPENING.indexOf(line.charAt(at)) >= 0
            || (GLOSS.indexOf(line.charAt(at)) >= 0 && holdsSecret(line, at + 1));
    return opens ? at + 1 : at;
  }

  private static boolean holdsSecret(String line, int from) {
    SecretValue value = SecretValue.at(line, from, MAX_GLOSS);
    return value.length() > 0
        && (ValueRule.RANDOM.accepts(line, value)
            || ValueRule.MIXED.accepts(line, value)
            || ValueRule.looksNumeric(line, value));
  }

  /**
   * Whether a value may follow the words that end at a position. No blank follows Chinese words and
   * the opening parenthesis of a call.
   */
  private static boolean isApart(String line, int end) {
    char last = line.charAt(end - 1);
    return end < line.length()
        && (last >= 128 || "([=".indexOf(last) >= 0 || isSeparator(line.charAt(end)));
  }

  private static int skipQuote(String line, int from) {
    return from < line.length() && TextRuns.isQuote(line.charAt(from)) ? from + 1 : from;
  }

  /**
   * Returns the position behind a translation or a default value in brackets: {@code 令牌（token）},
   * {@code Secret Access Key [None]}; that behind the bracket if it holds a secret itself: {@code
   * access key [Ab12Cd34]}.
   */
  private static int behindGloss(String line, int from) {
    int open = TextRuns.skipBlanks(line, from);
    int bracket = open < line.length() ? GLOSS.indexOf(line.charAt(open)) : -1;
    if (bracket < 0) {
      return from;
    }
    if (holdsSecret(line, open + 1)) {
      return open + 1;
    }
    int limit = Math.min(line.length(), open + MAX_GLOSS);
    int close = line.indexOf(GLOSS_END.charAt(bracket), open, limit);
    return close < 0 ? from : close + 1;
  }

  private void takeSecret(String line, int at, SpokenRule rule, RedactedSpans found) {
    if (rule.kind() == SecretKind.USER) {
      int user = skipQuote(line, at);
      found.add(user, Math.max(user, users.nameEnd(line, user, false)), SecretKind.USER);
    } else if (rule.prompt()) {
      found.add(at, TextRuns.trimmedEnd(line, at, line.length()), SecretKind.SECRET);
    } else if (rule.value() == SpokenValue.PAIR || rule.value() == SpokenValue.LOGIN) {
      takePair(line, at, rule.value(), found);
    } else if (rule.value() == SpokenValue.QUOTED_PAIR) {
      takeQuotedPairs(line, at - 1, found);
    } else {
      takeWord(line, at, rule, found);
    }
  }

  /**
   * Redacts the users and the secrets of {@code ('bob', '…')} and {@code ('al', '…'), ('bo', '…')}.
   */
  private void takeQuotedPairs(String line, int from, RedactedSpans found) {
    int bracket = from;
    while (bracket < line.length() && "([".indexOf(line.charAt(bracket)) >= 0) {
      QuotedPair pair = QuotedPair.at(line, bracket);
      if (pair == null || pair.value().length() <= 0) {
        return;
      }
      SecretValue user = pair.name();
      SecretValue secret = pair.value();
      if (users.nameEnd(line, user.start(), false) == user.end()) {
        found.add(user.start(), user.end(), SecretKind.USER);
      }
      if (!Placeholders.startsAt(line, secret.start())) {
        found.add(secret.start(), secret.end(), SecretKind.SECRET);
      }
      int close = line.indexOf(line.charAt(bracket) == '(' ? ')' : ']', secret.end());
      bracket = line.startsWith(",", close + 1) ? TextRuns.skipBlanks(line, close + 2) : close;
    }
  }

  /** Redacts the second word of {@code admin:…} and {@code root / …}. */
  private static void takePair(String line, int at, SpokenValue rule, RedactedSpans found) {
    int user = at;
    while (user < line.length() && TextRuns.isNamePart(line.charAt(user))) {
      user++;
    }
    int sign = TextRuns.skipBlanks(line, user);
    boolean signed =
        sign < line.length() && ":/,|\uff1a\uff0c\u3001".indexOf(line.charAt(sign)) >= 0;
    int start = TextRuns.skipBlanks(line, signed ? sign + 1 : sign);
    if (user > at && start > user && start < line.length()) {
      SecretValue value = valueAt(line, start);
      boolean secret =
          rule == SpokenValue.PAIR
              ? ValueRule.looksMixed(line, value)
              : isLogin(line, new TextRange(at, user), value);
      if (secret && !Placeholders.startsAt(line, value.start())) {
        found.add(value.start(), value.end(), SecretKind.SECRET);
      }
    }
  }

  private static boolean isLogin(String line, TextRange user, SecretValue value) {
    boolean administrator = WrittenLogins.isAdministrator(line, user.start(), user.end());
    boolean slash = line.substring(user.end(), value.start()).strip().equals("/");
    return WrittenLogins.isPassword(line, value, administrator)
        || (administrator && slash && ValueRule.looksCapital(line, value));
  }

  private static void takeWord(String line, int at, SpokenRule rule, RedactedSpans found) {
    SecretValue value = valueAt(line, at);
    int behind = value.quoted() ? Math.min(value.end() + 1, line.length()) : value.end();
    if (line.charAt(at) >= 128
        || value.length() <= 0
        || Placeholders.startsAt(line, value.start())
        || ValueRule.isNullOrMask(line, value)
        || isPartlyMasked(line, value)
        || isOther(line, value)
        || References.cover(line, value.start(), value.end())
        || !isFollowedByOne(rule.sentence().then(), line, behind)
        || TableCells.BORDERS.indexOf(line.charAt(value.start())) >= 0
        || !accepts(rule.value(), line, value)) {
      return;
    }
    found.add(value.start(), value.end(), SecretKind.SECRET);
    takeSecond(line, value, behind, found);
  }

  private static boolean accepts(SpokenValue rule, String line, SecretValue value) {
    return switch (rule) {
      case RANDOM -> ValueRule.RANDOM.accepts(line, value);
      case PASSWORD -> ValueRule.RANDOM.accepts(line, value) || ValueRule.looksChosen(line, value);
      case MARKED -> ValueRule.looksMarked(line, value);
      case MIXED -> ValueRule.MIXED.accepts(line, value);
      case DIGITS -> ValueRule.looksNumeric(line, value) && !isFraction(line, value);
      case QUOTED -> value.quoted() && line.charAt(value.start() - 1) != '`';
      case CODE -> isCode(line, value) || ValueRule.looksMixed(line, value);
      default -> value.quoted() || isLast(line, value.end()) || ValueRule.looksMixed(line, value);
    };
  }

  private static boolean isFraction(String line, SecretValue value) {
    int end = value.end();
    return end + 1 < line.length()
        && line.charAt(end) == '.'
        && TextRuns.isDigit(line.charAt(end + 1));
  }

  /**
   * Redacts the second value of {@code AK/SK: … / …}, {@code Auth('…', '…')} and {@code changed
   * from … to …}.
   */
  private static void takeSecond(String line, SecretValue first, int behind, RedactedSpans found) {
    int sign = TextRuns.skipBlanks(line, behind);
    int start = TextRuns.skipBlanks(line, sign + 1);
    if (start >= line.length()) {
      return;
    }
    boolean list = line.charAt(sign) == ',' && TextRuns.isQuote(line.charAt(start));
    boolean changed =
        line.startsWith(CHANGED_FROM, first.start() - CHANGED_FROM.length())
            && line.startsWith(CHANGED_TO, sign);
    if (line.charAt(sign) == '/' || list || changed) {
      int at = changed ? TextRuns.skipBlanks(line, sign + CHANGED_TO.length()) : start;
      SecretValue value = valueAt(line, at);
      boolean secret = ValueRule.looksMixed(line, value) || ValueRule.RANDOM.accepts(line, value);
      if (secret && !Placeholders.startsAt(line, value.start())) {
        found.add(value.start(), value.end(), SecretKind.SECRET);
      }
    }
  }

  /** Reads a value, which ends at a Chinese quote or at the Chinese text after it. */
  private static SecretValue valueAt(String line, int at) {
    int limit = Math.min(line.length(), at + MAX_LOOK);
    int quote = at > 0 ? OPENING.indexOf(line.charAt(at - 1)) : -1;
    int close = quote < 0 ? -1 : line.indexOf(CLOSING.charAt(quote), at, limit);
    if (close >= 0) {
      return new SecretValue(at, close, true);
    }
    SecretValue value = SecretValue.at(line, at, MAX_LOOK);
    if (value.quoted()) {
      return value;
    }
    boolean emphasis = at > 0 && line.charAt(at - 1) == '*';
    int end = value.start();
    while (end < value.end()
        && line.charAt(end) < TextRuns.FIRST_IDEOGRAPH
        && !(emphasis && line.charAt(end) == '*')) {
      end++;
    }
    return new SecretValue(value.start(), end, false);
  }

  /** Whether a word is an address or an assignment of its own: {@code host=10.0.0.7}. */
  private static boolean isOther(String line, SecretValue value) {
    if (value.quoted()) {
      return false;
    }
    int i = value.start();
    while (i < value.end() && isSmallOrJoint(line.charAt(i))) {
      i++;
    }
    boolean assigned = i > value.start() + 1 && i + 1 < value.end() && line.charAt(i) == '=';
    boolean variable = // ${DB_PASSWORD:-…}
        value.start() > 0
            && line.charAt(value.start() - 1) == ':'
            && "-?+".indexOf(line.charAt(value.start())) >= 0;
    return variable
        || line.startsWith("--", value.start())
        || line.startsWith("://", i)
        || (assigned && line.charAt(i + 1) != '=');
  }

  private static boolean isSmallOrJoint(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
  }

  /** Whether a message shows only the ends of a value: {@code sk-a1b2****c3d4}. */
  private static boolean isPartlyMasked(String line, SecretValue value) {
    int mask = line.indexOf("**", value.start(), Math.max(value.start(), value.end()));
    return mask >= 0;
  }

  private static boolean isFollowedByOne(List<String> words, String line, int from) {
    int at = TextRuns.skipBlanks(line, from);
    return words.isEmpty()
        || words.stream().anyMatch(word -> line.regionMatches(true, at, word, 0, word.length()));
  }

  private static boolean isCode(String line, SecretValue value) {
    boolean digit = false;
    for (int i = value.start(); i < value.end(); i++) {
      if (!TextRuns.isLetterOrDigit(line.charAt(i))) {
        return false;
      }
      digit |= TextRuns.isDigit(line.charAt(i));
    }
    return digit && value.length() >= 4 && value.length() <= 8;
  }

  /** Whether at most a punctuation mark follows, or a Chinese one that ends a clause. */
  private static boolean isLast(String line, int end) {
    int rest = TextRuns.skipBlanks(line, end);
    return rest >= line.length()
        || CLAUSE_ENDS.indexOf(line.charAt(rest)) >= 0
        || (rest == line.length() - 1 && !Character.isLetterOrDigit(line.charAt(rest)));
  }

  /**
   * Returns the position after the next colon that is followed by a blank, or after the next
   * full-width colon; -1 if there is none.
   */
  private static int promptEnd(String line, int from) {
    int limit = Math.min(line.length(), from + MAX_PROMPT);
    for (int i = from; i + 1 < limit; i++) {
      char c = line.charAt(i);
      if (c == '\uff1a' || (c == ':' && TextRuns.isBlank(line.charAt(i + 1)))) {
        return i + 1;
      }
    }
    return -1;
  }

  private static boolean isSeparator(char c) {
    return TextRuns.isBlank(c) || c == ':' || c >= 128;
  }

  private static int skipSigns(String line, int from) {
    int i = from;
    while (i < line.length()
        && (TextRuns.isBlank(line.charAt(i)) || ":=\uff1a\uff1d".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i;
  }

  private static boolean isExcepted(String line, int at, SpokenRule rule) {
    int end = at;
    while (end < line.length()
        && end - at < MAX_EXCEPTION
        && (TextRuns.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '-')) {
      end++;
    }
    boolean word = end == line.length() || !TextRuns.isLetterOrDigit(line.charAt(end));
    return word && rule.unless().contains(line.substring(at, end).toLowerCase(Locale.ROOT));
  }
}
