package dev.faultbook.cre;

import java.util.ArrayList;
import java.util.List;

/** The branches of a regular expression that is an alternation on its uppermost level. */
final class Alternation {
  private static final String ANY_CASE = "(?i)";

  private Alternation() {}

  /** The branches, or the expression alone where it is not understood or has one only. */
  static List<String> branches(String regex) {
    String flag = regex.startsWith(ANY_CASE) ? ANY_CASE : "";
    String body = regex.substring(flag.length());
    if (body.contains("\\Q") || flag.isEmpty() && body.startsWith("(?")) {
      return List.of(regex);
    }
    List<String> branches = new ArrayList<>();
    int depth = 0;
    int from = 0;
    boolean inClass = false;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c == '\\') {
        i++;
      } else if (inClass) {
        inClass = c != ']';
      } else if (c == '[') {
        inClass = true;
        // A bracket that comes first belongs to the class.
        i += body.startsWith("^]", i + 1) ? 2 : body.startsWith("]", i + 1) ? 1 : 0;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else if (c == '|' && depth == 0) {
        branches.add(flag + body.substring(from, i));
        from = i + 1;
      }
    }
    branches.add(flag + body.substring(from));
    return depth == 0 && !inClass && branches.stream().noneMatch(flag::equals)
        ? branches
        : List.of(regex);
  }
}
