package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.NumberRule;
import java.util.List;

/**
 * Mobile numbers and identity card numbers of mainland China that follow a word such as {@code
 * phone} or its Chinese counterpart. Other numbers are kept, because logs are full of them.
 */
final class PersonalNumbers implements SecretFinder {

  private static final int FARTHEST = 40;
  private static final int MOBILE_LENGTH = 11;
  private static final int CARD_LENGTH = 18;

  /** Weights of the first seventeen digits of an identity number (GB 11643, ISO 7064 MOD 11-2). */
  private static final int[] WEIGHTS = {7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};

  private static final String CHECK_CHARACTERS = "10X98765432";

  /** Form of a number. */
  enum Shape {
    /** Eleven digits that begin with 13 to 19. */
    MOBILE,
    /** Seventeen digits and a valid check character. */
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

  /**
   * Redacts the first number within {@link #FARTHEST} characters after the word, and returns the
   * position at which the search continues.
   */
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

  /** Whether the digits are part of a word or of a number with a decimal point. */
  private static boolean isGlued(String line, int start) {
    char before = start > 0 ? line.charAt(start - 1) : ' ';
    return TextRuns.isLetterOrDigit(before) || before == '_' || before == '.';
  }

  private static int numberEnd(String line, int from) {
    int i = from;
    while (i < line.length() && TextRuns.isDigit(line.charAt(i))) {
      i++;
    }
    int grouped = groupedEnd(line, from, i);
    if (grouped > i) {
      return grouped;
    }
    boolean check = i - from == CARD_LENGTH - 1 && i < line.length();
    return check && (line.charAt(i) | 0x20) == 'x' ? i + 1 : i;
  }

  /**
   * Returns the end of a mobile number in groups of three, four and four digits, such as {@code 139
   * 8765 4321}; {@code end} if there is none.
   */
  private static int groupedEnd(String line, int from, int end) {
    int last = from + MOBILE_LENGTH + 2;
    if (end - from != 3 || last > line.length() || " -".indexOf(line.charAt(end)) < 0) {
      return end;
    }
    for (int i = end; i < last; i++) {
      boolean sign = i == end || i == end + 5;
      if (sign ? line.charAt(i) != line.charAt(end) : !TextRuns.isDigit(line.charAt(i))) {
        return end;
      }
    }
    return last;
  }

  private static boolean matches(String line, int start, int end, Shape shape) {
    boolean word = end == line.length() || !TextRuns.isLetterOrDigit(line.charAt(end));
    return word
        && switch (shape) {
          case MOBILE -> isMobile(line, start, end);
          case IDENTITY_CARD -> end - start == CARD_LENGTH && hasCheckCharacter(line, start);
        };
  }

  /** Whether a number of eleven digits, of three groups, or with the code of China is a mobile. */
  private static boolean isMobile(String line, int start, int end) {
    int length = end - start;
    boolean coded = length == MOBILE_LENGTH + 2 && line.startsWith("86", start);
    boolean grouped = length == MOBILE_LENGTH + 2 && !TextRuns.isDigit(line.charAt(start + 3));
    int first = coded ? start + 2 : start;
    return (length == MOBILE_LENGTH || coded || grouped)
        && line.charAt(first) == '1'
        && line.charAt(first + 1) >= '3';
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
