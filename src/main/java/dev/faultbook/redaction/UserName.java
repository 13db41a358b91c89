package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/** Recognises names of user accounts. */
final class UserName {

  private static final int MIN_LENGTH = 2;
  private static final int MAX_LENGTH = 32;
  private static final int MAX_IDEOGRAPHS = 4;

  private final Set<String> nobody;

  /**
   * Creates a recogniser.
   *
   * @param nobody names of accounts that do not identify a person, in lower case
   */
  UserName(Set<String> nobody) {
    this.nobody = nobody;
  }

  /** Whether the name from {@code start} to {@code end} does not identify a person. */
  boolean isSharedAccount(String line, int start, int end) {
    return end - start <= MAX_LENGTH
        && nobody.contains(line.substring(start, end).toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the end of the account name that starts at a position; -1 if there is none.
   *
   * @param code whether the text may be source code: {@code user=self.user} contains no user name
   */
  int nameEnd(String line, int start, boolean code) {
    int end = isIdeograph(line, start) ? ideographsEnd(line, start) : asciiEnd(line, start);
    int length = end - start;
    if (length < MIN_LENGTH || length > MAX_LENGTH || isSharedAccount(line, start, end)) {
      return -1;
    }
    boolean dotted = line.substring(start, end).indexOf('.') >= 0;
    return (code && dotted) || isCalled(line, end) ? -1 : end;
  }

  /**
   * Whether a call or index follows, as in {@code getuser()} and {@code os.environ['USER']}, but
   * not in {@code UserId=erin(1007)}.
   */
  private static boolean isCalled(String line, int end) {
    if (end == line.length()) {
      return false;
    }
    char c = line.charAt(end);
    boolean number = end + 1 < line.length() && TextRuns.isDigit(line.charAt(end + 1));
    boolean id = number || line.startsWith("uid=", end + 1);
    return c == '[' || (c == '(' && !id);
  }

  /** Returns the end of an ASCII name, without trailing full stops and hyphens. */
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
    while (isIdeograph(line, i) && i - start <= MAX_IDEOGRAPHS) {
      i++;
    }
    return i - start <= MAX_IDEOGRAPHS ? i : start;
  }

  private static boolean isIdeograph(String line, int at) {
    return at < line.length() && line.charAt(at) >= '\u4e00' && line.charAt(at) <= '\u9fff';
  }
}
