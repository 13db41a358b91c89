package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.NumberRule;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Mobile numbers and identity card numbers of mainland China that follow a word such as {@code
 * phone} or its Chinese counterpart. Other numbers are kept, because logs are full of them.
 */
final class PersonalNumbers implements SecretFinder {

  private static final int FARTHEST = 40;

  /** What may follow a word within the same name: {@code phone_number}, {@code contactPhone}. */
  private static final Set<String> NAME_ENDINGS =
      Set.of(
          "s",
          "number",
          "numbers",
          "num",
          "no",
          "nr",
          "phone",
          "mobile",
          "tel",
          "telephone",
          "person",
          "name",
          "info",
          "cell",
          "me",
          "us",
          "id");

  private static final int MOBILE_LENGTH = 11;
  private static final int CARD_LENGTH = 18;

  /** Position of the date of birth in an identity number (GB 11643). */
  private static final int BIRTH = 6;

  /** Form of a number. */
  enum Shape {
    /** Eleven digits that begin with 13 to 19. */
    MOBILE,
    /** Seventeen digits with a date of birth, and a check character. */
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
        int end = at + one.word.length();
        int next = isOtherName(line, end) ? end : findBehind(line, end, one.shape, found);
        at = TextRuns.indexOfIgnoringCase(line, one.word, next);
      }
    }
  }

  /**
   * Whether the word is the start of the name of something else: {@code contact_loss}, {@code
   * phoneme}.
   */
  private static boolean isOtherName(String line, int wordEnd) {
    int end = wordEnd;
    while (end < line.length() && end - wordEnd < FARTHEST && isNameSign(line.charAt(end))) {
      end++;
    }
    String rest =
        line.substring(wordEnd, end).toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return TextRuns.isLetterOrDigit(line.charAt(wordEnd - 1))
        && !rest.isEmpty()
        && TextRuns.isLetter(rest.charAt(0))
        && !NAME_ENDINGS.contains(rest);
  }

  private static boolean isNameSign(char c) {
    return TextRuns.isLetter(c) || c == '_' || c == '-';
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
    int card = groupedCardEnd(line, from, i);
    if (card > i) {
      return card;
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

  /**
   * Returns the end of an identity number in groups of six, eight and four characters; {@code end}
   * if there is none.
   */
  private static int groupedCardEnd(String line, int from, int end) {
    int last = from + CARD_LENGTH + 2;
    if (end - from != 6 || last > line.length() || " -".indexOf(line.charAt(end)) < 0) {
      return end;
    }
    boolean grouped =
        line.charAt(end + 9) == line.charAt(end)
            && TextRuns.isNumber(line, end + 1, end + 9)
            && TextRuns.isNumber(line, end + 10, last - 1);
    return grouped && isCheckCharacter(line.charAt(last - 1)) ? last : end;
  }

  private static boolean isCheckCharacter(char c) {
    return TextRuns.isDigit(c) || (c | 0x20) == 'x';
  }

  private static boolean matches(String line, int start, int end, Shape shape) {
    boolean word = end == line.length() || !TextRuns.isLetterOrDigit(line.charAt(end));
    return word
        && switch (shape) {
          case MOBILE -> isMobile(line, start, end);
          case IDENTITY_CARD ->
              isCard(line.substring(start, end).replace(" ", "").replace("-", ""));
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

  /** Whether an identity number holds a date of birth. Its check character may be mistyped. */
  private static boolean isCard(String number) {
    if (number.length() != CARD_LENGTH) {
      return false;
    }
    String century = number.substring(BIRTH, BIRTH + 2);
    int month = Integer.parseInt(number.substring(BIRTH + 4, BIRTH + 6));
    int day = Integer.parseInt(number.substring(BIRTH + 6, BIRTH + 8));
    return (century.equals("19") || century.equals("20"))
        && (month >= 1 && month <= 12)
        && (day >= 1 && day <= 31);
  }
}
