package dev.faultbook.redaction;

/** Where the name before an assignment sign starts and ends. */
final class AssignedNames {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_LOOK = 100;
  private static final int MOST_SIGNS = 64;
  private static final int LONGEST_REMARK = 40;
  private static final char WIDE_COLON = '\uff1a';

  private AssignedNames() {}

  /**
   * Returns the end of the name before a sign, skipping the blanks and quotes between them, and a
   * remark in parentheses before a colon: {@code password (root):}.
   */
  static int end(String line, int sign) {
    int end = skipSignsBack(line, sign);
    boolean colon = line.charAt(sign) == ':' || line.charAt(sign) == WIDE_COLON;
    int remark = colon && end == sign ? beforeRemark(line, end) : end;
    return remark < end && isDescribed(line, sign + 1) ? end : remark;
  }

  /** Whether words follow, as in {@code password (bool): Enable the entry of passwords}. */
  private static boolean isDescribed(String line, int from) {
    SecretValue value = SecretValue.at(line, TextRuns.skipBlanks(line, from), LONGEST_LOOK);
    int end = value.end() + (value.quoted() ? 1 : 0);
    return !value.quoted()
        && TextRuns.skipBlanks(line, end) < line.length()
        && !ValueRule.looksMixed(line, value);
  }

  private static int skipSignsBack(String line, int from) {
    int i = from;
    while (i > 0 && from - i < MOST_SIGNS && isBetween(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  /**
   * Returns the end of the text before a remark in parentheses; {@code end} if there is none.
   * Parentheses that follow an ASCII name directly are those of a function.
   */
  private static int beforeRemark(String line, int end) {
    if (end == 0 || ")\uff09".indexOf(line.charAt(end - 1)) < 0) {
      return end;
    }
    int i = end - 1;
    while (i > 0 && end - i < LONGEST_REMARK && isRemarkPart(line.charAt(i - 1))) {
      i--;
    }
    boolean opens = i > 1 && i < end - 1 && "(\uff08".indexOf(line.charAt(i - 1)) >= 0;
    boolean call = opens && line.charAt(i - 1) == '(' && isAsciiName(line.charAt(i - 2));
    return opens && !call ? TextRuns.trimmedEnd(line, 0, i - 1) : end;
  }

  private static boolean isRemarkPart(char c) {
    boolean bracket = "\uff08\uff09".indexOf(c) >= 0;
    return TextRuns.isWordPart(c)
        || " .@-".indexOf(c) >= 0
        || (c >= TextRuns.FIRST_IDEOGRAPH && !bracket);
  }

  private static boolean isAsciiName(char c) {
    return c < 128 && TextRuns.isNamePart(c);
  }

  private static boolean isBetween(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || "\\]!*~\u201d\u2019".indexOf(c) >= 0;
  }

  /** Returns the start of a name, which has two words where the last is "key": Unseal Key 1. */
  static int start(String line, int nameEnd) {
    int start = TextRuns.nameStart(line, nameEnd, LONGEST_NAME);
    boolean number = start < nameEnd && TextRuns.isNumber(line, start, nameEnd);
    int wordEnd = number && start > 0 && line.charAt(start - 1) == ' ' ? start - 1 : nameEnd;
    int word = TextRuns.nameStart(line, wordEnd, LONGEST_NAME);
    boolean key = wordEnd - word == 3 && line.regionMatches(true, word, "key", 0, 3);
    return key && word > 1 && line.charAt(word - 1) == ' '
        ? TextRuns.nameStart(line, word - 1, LONGEST_NAME)
        : start;
  }
}
