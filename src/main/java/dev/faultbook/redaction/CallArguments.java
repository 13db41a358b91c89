package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.CallRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Secrets that their position among the arguments of a call identifies: {@code
 * pymysql.connect('10.0.0.7', 'root', '…', 'exp')}. Only texts in quotes count.
 */
final class CallArguments implements SecretFinder {

  private static final int LONGEST_BARE = 80;
  private static final int LONGEST_TEXT = 400;
  private static final int MOST_ARGUMENTS = 8;

  private record Call(LineGrams.Trigger trigger, String words, CallRule rule) {}

  private final List<LineGrams.Group<Call>> groups;
  private final UserName users;

  CallArguments(List<CallRule> rules, UserName users) {
    this.users = users;
    List<Call> calls =
        rules.stream()
            .flatMap(rule -> rule.words().stream().map(word -> callOf(word + "(", rule)))
            .toList();
    groups = LineGrams.Group.of(calls, Call::words);
  }

  private static Call callOf(String words, CallRule rule) {
    return new Call(new LineGrams.Trigger(words), words, rule);
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (LineGrams.Group<Call> group : groups) {
      if (group.mayOccurIn(grams)) {
        for (Call call : group.members()) {
          if (call.trigger.mayOccurIn(grams)) {
            findCalls(line, call, found);
          }
        }
      }
    }
  }

  private void findCalls(String line, Call call, RedactedSpans found) {
    int at = line.indexOf(call.words);
    while (at >= 0) {
      int start = at + call.words.length();
      if (at == 0 || !TextRuns.isWordPart(line.charAt(at - 1))) {
        takeArguments(line, argumentsAt(line, start), call.rule, found);
      }
      at = line.indexOf(call.words, start);
    }
  }

  private static List<SecretValue> argumentsAt(String line, int from) {
    List<SecretValue> arguments = new ArrayList<>();
    int at = TextRuns.skipBlanks(line, from);
    while (at < line.length() && arguments.size() < MOST_ARGUMENTS) {
      SecretValue argument = argumentAt(line, at);
      int end = TextRuns.skipBlanks(line, argument.end() + (argument.quoted() ? 1 : 0));
      arguments.add(argument);
      if (end >= line.length() || line.charAt(end) != ',') {
        break;
      }
      at = TextRuns.skipBlanks(line, end + 1);
    }
    return arguments;
  }

  /** Reads a bounded length, because calls may be nested: {@code login(login(login(}. */
  private static SecretValue argumentAt(String line, int from) {
    SecretValue text = SecretValue.at(line, from, LONGEST_TEXT);
    return text.quoted() ? text : bareAt(line, from);
  }

  private static SecretValue bareAt(String line, int from) {
    int limit = Math.min(line.length(), from + LONGEST_BARE);
    int depth = 0;
    int i = from;
    while (i < limit && (depth > 0 || ",)".indexOf(line.charAt(i)) < 0)) {
      depth += line.charAt(i) == '(' ? 1 : 0;
      depth -= line.charAt(i) == ')' ? 1 : 0;
      i++;
    }
    return new SecretValue(from, i, false);
  }

  private void takeArguments(
      String line, List<SecretValue> arguments, CallRule rule, RedactedSpans found) {
    boolean fits =
        arguments.size() >= rule.least()
            && rule.numbers().stream().allMatch(place -> isNumber(line, arguments.get(place - 1)));
    if (!fits) {
      return;
    }
    if (rule.secrets().isEmpty()) {
      takeAccount(line, arguments.get(0), found);
    }
    for (int place : rule.secrets()) {
      SecretValue value = arguments.get(place - 1);
      if (isSecret(line, value)) {
        found.add(value.start(), value.end(), SecretKind.SECRET);
      }
    }
    for (int place : rule.users()) {
      SecretValue value = arguments.get(place - 1);
      if (value.quoted() && users.nameEnd(line, value.start(), false) == value.end()) {
        found.add(value.start(), value.end(), SecretKind.USER);
      }
    }
  }

  /** Redacts {@code 'USER/SECRET@HOST'}. */
  private static void takeAccount(String line, SecretValue text, RedactedSpans found) {
    int slash = line.indexOf('/', text.start(), Math.max(text.start(), text.end()));
    int sign = line.indexOf('@', text.start(), Math.max(text.start(), text.end()));
    if (!text.quoted() || slash <= text.start() || sign <= slash + 1) {
      return;
    }
    if (!Placeholders.startsAt(line, text.start())) {
      found.add(text.start(), slash, SecretKind.USER);
    }
    if (isSecret(line, new SecretValue(slash + 1, sign, true))) {
      found.add(slash + 1, sign, SecretKind.SECRET);
    }
  }

  private static boolean isNumber(String line, SecretValue value) {
    return value.length() > 0 && TextRuns.isNumber(line, value.start(), value.end());
  }

  private static boolean isSecret(String line, SecretValue value) {
    return value.quoted()
        && value.length() > 0
        && !Placeholders.startsAt(line, value.start())
        && !References.cover(line, value.start(), value.end())
        && !ValueRule.isNullOrMask(line, value);
  }
}
