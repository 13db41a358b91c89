package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.NumberRule;
import java.util.List;

/**
 * Numbers of people that the line names as such: mobile numbers of mainland China and the numbers
 * of its identity cards. A number that nothing names stays; logs are full of them.
 */
final class PersonalNumbers implements SecretFinder {

  private static final int FARTHEST = 40;
  private static final int MOBILE_LENGTH = 11;
  private static final int CARD_LENGTH = 18;

  /** The weights of the first seventeen digits (GB 11643, which follows ISO 7064). */
  private static final int[] WEIGHTS = {7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};

  private static final String CHECK_CHARACTERS = "10X98765432";

  /** What a rule looks for. */
  enum Shape {
    /** Eleven digits, the first 1 and the second 3 to 9. */
    MOBILE,
    /** Eighteen characters, of which the last is the check character. */
    IDENTITY_CARD
  }

  private record Named(String word, LineGrams.Trigger trigger, Shape shape) {}

  private final List<Named> named;

  PersonalNumbers(List<NumberRule> rules) {
    named =
        rules.stream()
            .flatMap(
                rule ->
                    rule.after().stream()
                        .map(word -> new Named(word, new LineGrams.Trigger(word), rule.shape())))
            .toList();
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (Named one : named) {
      if (!one.trigger.mayOccurIn(grams)) {
        continue;
      }
      int at = TextRuns.indexOfIgnoringCase(line, one.word, 0);
      while (at >= 0) {
        int next = findBehind(line, at + one.word.length(), one.shape, found);
        at = TextRuns.indexOfIgnoringCase(line, one.word, next);
      }
    }
  }

  /** Takes the numbers a little behind the word; returns where to go on. */
  private static int findBehind(String line, int from, Shape shape, RedactedSpans found) {
    int i = from;
    while (i < line.length() && i < from + FARTHEST) {
      int end = numberEnd(line, i);
      if (end == i) {
        i++;
        continue;
      }
      if (!isGlued(line, i) && matches(line, i, end, shape)) {
        found.add(i, end, SecretKind.SECRET);
        return end;
      }
      i = end;
    }
    return from;
  }

  /** Whether the digits belong to a word or to a number with a point. */
  private static boolean isGlued(String line, int start) {
    char before = start > 0 ? line.charAt(start - 1) : ' ';
    return TextRuns.isLetterOrDigit(before) || before == '_' || before == '.';
  }

  private static int numberEnd(String line, int from) {
    int i = from;
    while (i < line.length() && TextRuns.isDigit(line.charAt(i))) {
      i++;
    }
    boolean check = i - from == CARD_LENGTH - 1 && i < line.length();
    return check && (line.charAt(i) | 0x20) == 'x' ? i + 1 : i;
  }

  private static boolean matches(String line, int start, int end, Shape shape) {
    boolean word = end == line.length() || !TextRuns.isLetterOrDigit(line.charAt(end));
    return word
        && switch (shape) {
          case MOBILE ->
              end - start == MOBILE_LENGTH
                  && line.charAt(start) == '1'
                  && line.charAt(start + 1) >= '3';
          case IDENTITY_CARD -> end - start == CARD_LENGTH && hasCheckCharacter(line, start);
        };
  }

  private static boolean hasCheckCharacter(String line, int start) {
    int sum = 0;
    for (int i = 0; i < WEIGHTS.length; i++) {
      sum += WEIGHTS[i] * (line.charAt(start + i) - '0');
    }
    char check = CHECK_CHARACTERS.charAt(sum % CHECK_CHARACTERS.length());
    return Character.toUpperCase(line.charAt(start + WEIGHTS.length)) == check;
  }
}
