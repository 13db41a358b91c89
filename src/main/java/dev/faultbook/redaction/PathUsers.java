package dev.faultbook.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names of people in paths: {@code /home/NAME}, {@code /Users/NAME}, {@code C:\Users\NAME}. */
final class PathUsers implements SecretFinder {

  private static final List<String> PARENTS =
      List.of("/home/", "/Users/", "\\Users\\", "\\\\Users\\\\", ":/users/", "torchinductor_");

  private static final Set<String> NOBODY = Set.of("shared", "public", "default", "root");

  private static final int LONGEST_NAME_WITH_BLANKS = 40;

  @Override
  public void find(String line, RedactedSpans found) {
    for (String parent : PARENTS) {
      boolean windows = parent.startsWith("\\");
      int at = indexOf(line, parent, 0, windows);
      while (at >= 0) {
        int start = at + parent.length();
        int end = windows ? windowsNameEnd(line, start) : nameEnd(line, start);
        if (start < end && !isNobody(line, start, end)) {
          found.add(start, end, SecretKind.USER);
        }
        at = indexOf(line, parent, start, windows);
      }
    }
  }

  private static int indexOf(String line, String word, int from, boolean ignoreCase) {
    if (!ignoreCase) {
      return line.indexOf(word, from);
    }
    for (int i = line.indexOf('\\', from); i >= 0; i = line.indexOf('\\', i + 1)) {
      if (line.regionMatches(true, i, word, 0, word.length())) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isNobody(String line, int start, int end) {
    return end - start < 10 && NOBODY.contains(line.substring(start, end).toLowerCase(Locale.ROOT));
  }

  private static int nameEnd(String line, int from) {
    int i = from;
    while (i < line.length() && isName(line.charAt(i))) {
      i++;
    }
    while (i > from && line.charAt(i - 1) == '.') {
      i--;
    }
    return i;
  }

  private static boolean isName(char c) {
    return !TextRuns.isBlank(c)
        && !TextRuns.isQuote(c)
        && "/\\<>:;,()[]{}|=?*&#$~!".indexOf(c) < 0
        && "，。、：；！？（）《》【】“”‘’".indexOf(c) < 0;
  }

  /** A Windows name may hold blanks, but then a backslash must follow. */
  private static int windowsNameEnd(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from < LONGEST_NAME_WITH_BLANKS
        && (line.charAt(i) == ' ' || isName(line.charAt(i)))) {
      i++;
    }
    return i < line.length() && line.charAt(i) == '\\' ? i : nameEnd(line, from);
  }
}
