package dev.faultbook.cre;

import java.util.ArrayList;
import java.util.List;

/** The branches of a regular expression that is an alternation at its top level. */
final class Alternation {
  private static final String ANY_CASE = "(?i)";

  private Alternation() {}

  private static int depthChange(char c) {
    if (c == '(') {
      return 1;
    }
    return c == ')' ? -1 : 0;
  }

  /**
   * The end of an escape, a class or a character that begins at {@code i}; -1 if it is not closed.
   */
  private static int next(String body, int i) {
    return switch (body.charAt(i)) {
      case '\\' -> i + 2;
      case '[' -> classEnd(body, i + 1);
      default -> i + 1;
    };
  }

  private static int classEnd(String body, int from) {
    int i = body.startsWith("^", from) ? from + 1 : from;
    // A bracket that comes first belongs to the class.
    if (body.startsWith("]", i)) {
      i++;
    }
    while (i < body.length() && body.charAt(i) != ']') {
      i += body.charAt(i) == '\\' ? 2 : 1;
    }
    return i < body.length() ? i + 1 : -1;
  }

  /** The branches; the expression alone if it is not understood or has only one. */
  static List<String> splitBranches(String regex) {
    String flag = regex.startsWith(ANY_CASE) ? ANY_CASE : "";
    String body = regex.substring(flag.length());
    if (body.contains("\\Q") || flag.isEmpty() && body.startsWith("(?")) {
      return List.of(regex);
    }
    List<String> branches = new ArrayList<>();
    int depth = 0;
    int from = 0;
    int i = 0;
    while (i < body.length()) {
      char c = body.charAt(i);
      if (c == '|' && depth == 0) {
        branches.add(flag + body.substring(from, i));
        from = i + 1;
      }
      depth += depthChange(c);
      int next = next(body, i);
      if (next < 0) {
        return List.of(regex);
      }
      i = next;
    }
    branches.add(flag + body.substring(from));
    return depth == 0 && branches.stream().noneMatch(flag::equals) ? branches : List.of(regex);
  }
}
