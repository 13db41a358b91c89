package dev.faultbook.cre;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/** The branches of a regular expression that is an alternation at its top level. */
final class Alternation {
  private static final String ANY_CASE = "(?i)";

  /** An escape, a class, in which a bracket may come first, or a character. */
  private static final Pattern STEP =
      Pattern.compile("(?s)\\\\.|\\[\\^?\\]?(?:[^\\]\\\\]|\\\\.)*\\]|.");

  private Alternation() {}

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
    for (Matcher step = STEP.matcher(body); step.find(); ) {
      depth += step.group().equals("(") ? 1 : 0;
      depth -= step.group().equals(")") ? 1 : 0;
      if (depth == 0 && step.group().equals("|")) {
        branches.add(flag + body.substring(from, step.start()));
        from = step.end();
      }
    }
    branches.add(flag + body.substring(from));
    return branches.stream().noneMatch(flag::equals) ? branches : List.of(regex);
  }
}
