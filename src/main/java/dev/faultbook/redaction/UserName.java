package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/** Names of people's accounts. */
final class UserName {

  private static final int MIN_LENGTH = 2;
  private static final int MAX_LENGTH = 32;
  private static final int MAX_IDEOGRAPHS = 4;

  private final Set<String> nobody;

  /**
   * Knows these accounts as nobody's.
   *
   * @param nobody in lower case
   */
  UserName(Set<String> nobody) {
    this.nobody = nobody;
  }

  /** Whether the name from start to end says nothing about a person. */
  boolean isNobody(String line, int start, int end) {
    return end - start <= MAX_LENGTH
        && nobody.contains(line.substring(start, end).toLowerCase(Locale.ROOT));
  }

  /**
   * The end of the account's name that starts here; -1 when none does.
   *
   * @param code whether program text may stand here: {@code user=self.user} names nobody
   */
  int nameEnd(String line, int start, boolean code) {
    int end = isIdeograph(line, start) ? ideographsEnd(line, start) : asciiEnd(line, start);
    int length = end - start;
    if (length < MIN_LENGTH || length > MAX_LENGTH || isNobody(line, start, end)) {
      return -1;
    }
    boolean dotted = line.substring(start, end).indexOf('.') >= 0;
    return (code && dotted) || isCalled(line, end) ? -1 : end;
  }

  /** {@code getuser()}, {@code os.environ['USER']}; but {@code UserId=erin(1007)} is a name. */
  private static boolean isCalled(String line, int end) {
    if (end == line.length()) {
      return false;
    }
    char c = line.charAt(end);
    boolean number = end + 1 < line.length() && TextRuns.isDigit(line.charAt(end + 1));
    return c == '[' || (c == '(' && !number);
  }

  /** The end of a run of name characters, without what ends a sentence. */
  static int asciiEnd(String line, int start) {
    if (start >= line.length() || !TextRuns.isLetter(line.charAt(start))) {
      return start;
    }
    int i = start;
    while (i < line.length()
        && i - start <= MAX_LENGTH
        && (TextRuns.isLetterOrDigit(line.charAt(i)) || "._-".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    while (i > start && ".-".indexOf(line.charAt(i - 1)) >= 0) {
      i--;
    }
    return i;
  }

  private static int ideographsEnd(String line, int start) {
    int i = start;
    while (isIdeograph(line, i)) {
      i++;
    }
    return i - start <= MAX_IDEOGRAPHS ? i : start;
  }

  private static boolean isIdeograph(String line, int at) {
    return at < line.length() && line.charAt(at) >= '\u4e00' && line.charAt(at) <= '\u9fff';
  }
}
