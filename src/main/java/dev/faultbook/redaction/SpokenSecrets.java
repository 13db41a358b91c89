package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.SpokenRule;
import java.util.List;
import java.util.Locale;

/**
 * Secrets in a sentence or typed at a prompt: {@code The password is …}, {@code Password for
 * alice@REALM: …}, {@code 密码是…}.
 */
final class SpokenSecrets implements SecretFinder {

  private static final int MAX_LOOK = 300;
  private static final int MAX_PROMPT = 200;
  private static final int MAX_EXCEPTION = 24;

  /** Chinese brackets and quotes. */
  private static final String OPENING = "\u3010\u300c\u300e\u300a\u201c\u2018";

  /** Chinese words for "is". */
  private static final String VERBS = "\u4e3a\u662f";

  private record Phrase(LineGrams.Trigger trigger, String words, SpokenRule rule) {}

  private final List<Phrase> phrases;
  private final UserName users;

  SpokenSecrets(List<SpokenRule> rules, UserName users) {
    phrases =
        rules.stream()
            .flatMap(
                rule ->
                    rule.after().stream()
                        .map(words -> new Phrase(new LineGrams.Trigger(words), words, rule)))
            .toList();
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (Phrase phrase : phrases) {
      if (!phrase.trigger.mayOccurIn(grams)) {
        continue;
      }
      int at = TextRuns.indexOfIgnoringCase(line, phrase.words, 0);
      while (at >= 0) {
        int from = at + phrase.words.length();
        int start = valueStart(line, from, phrase);
        if (start >= 0 && !isExcepted(line, start, phrase.rule)) {
          takeSecret(line, start, phrase.rule, found);
        }
        at = TextRuns.indexOfIgnoringCase(line, phrase.words, from);
      }
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
    return phrases.stream()
        .filter(phrase -> phrase.rule.prompt())
        .anyMatch(phrase -> TextRuns.containsIgnoringCase(tail, phrase.words));
  }

  /**
   * Returns the start of the value that follows a phrase; -1 if nothing follows that is to be
   * redacted.
   */
  private static int valueStart(String line, int from, Phrase phrase) {
    // No blank follows Chinese words and the opening parenthesis of a call.
    char last = phrase.words.charAt(phrase.words.length() - 1);
    int open = phrase.rule.random() && last >= 128 ? behindGloss(line, from) : from;
    int start = phrase.rule.prompt() ? promptEnd(line, from) : open;
    boolean apart = last >= 128 || last == '(';
    if (start < 0 || start >= line.length() || (!apart && !isSeparator(line.charAt(start)))) {
      return -1;
    }
    int at = skipSigns(line, start);
    return at >= line.length() || Placeholders.startsAt(line, at) ? -1 : at;
  }

  /**
   * Returns the position behind a translation in parentheses and the verb that follows it, or
   * behind the bracket that opens the secret.
   */
  private static int behindGloss(String line, int from) {
    if (from >= line.length()) {
      return from;
    }
    char c = line.charAt(from);
    if (OPENING.indexOf(c) >= 0) {
      return from + 1;
    }
    boolean opens = c == '(' || c == '\uff08';
    int limit = Math.min(line.length(), from + MAX_EXCEPTION);
    int close = opens ? line.indexOf(c == '(' ? ')' : '\uff09', from, limit) : -1;
    if (close < 0) {
      return from;
    }
    boolean verb = close + 1 < line.length() && VERBS.indexOf(line.charAt(close + 1)) >= 0;
    return verb ? close + 2 : close + 1;
  }

  private void takeSecret(String line, int at, SpokenRule rule, RedactedSpans found) {
    if (rule.kind() == SecretKind.USER) {
      found.add(at, Math.max(at, users.nameEnd(line, at, false)), SecretKind.USER);
    } else if (rule.prompt()) {
      found.add(at, line.stripTrailing().length(), SecretKind.SECRET);
    } else {
      takeWord(line, at, rule.random(), found);
    }
  }

  private static void takeWord(String line, int at, boolean random, RedactedSpans found) {
    SecretValue value = SecretValue.at(line, at, MAX_LOOK);
    boolean ascii = line.charAt(at) < 128;
    if (random && !ValueRule.RANDOM.accepts(line, value)) {
      return;
    }
    boolean last = TextRuns.skipBlanks(line, value.end()) >= line.length() - 1;
    if (ascii
        && value.length() > 0
        && !Placeholders.startsAt(line, value.start())
        && !ValueRule.isNullOrMask(line, value)
        && (last || value.quoted() || ValueRule.looksMixed(line, value))) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
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
        && (TextRuns.isBlank(line.charAt(i)) || ":：=＝".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i;
  }

  private static boolean isExcepted(String line, int at, SpokenRule rule) {
    int end = at;
    while (end < line.length()
        && end - at < MAX_EXCEPTION
        && (TextRuns.isLetter(line.charAt(end)) || line.charAt(end) == '-')) {
      end++;
    }
    boolean word = end == line.length() || !TextRuns.isLetterOrDigit(line.charAt(end));
    return word && rule.unless().contains(line.substring(at, end).toLowerCase(Locale.ROOT));
  }
}
