package dev.faultbook.benchmark;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tests every regular expression on every line, like most log analysers. */
final class RegexPeer implements Peer {
  private final List<Predicate<String>> expressions;
  private final FragmentCheck lines;

  private RegexPeer(Workload workload, List<Predicate<String>> expressions) {
    this.expressions = expressions;
    this.lines = new FragmentCheck(workload, workload.latin1());
  }

  static RegexPeer ofJava(Workload workload) {
    return new RegexPeer(
        workload,
        workload.signatures().stream()
            .map(RegexPeer::expression)
            .map(Pattern::compile)
            .map(pattern -> (Predicate<String>) line -> pattern.matcher(line).find())
            .toList());
  }

  static RegexPeer ofRe2(Workload workload) {
    return new RegexPeer(
        workload,
        workload.signatures().stream()
            .map(RegexPeer::expression)
            .map(com.google.re2j.Pattern::compile)
            .map(pattern -> (Predicate<String>) line -> pattern.matcher(line).find())
            .toList());
  }

  private static String expression(Workload.Signature signature) {
    return signature.latin1().stream()
        .map(com.google.re2j.Pattern::quote)
        .collect(Collectors.joining(".*?", "(?s)", ""));
  }

  @Override
  public Tally.Result run() {
    lines.begin();
    for (; lines.onLine(); lines.next()) {
      String text = lines.text();
      for (int i = 0; i < expressions.size(); i++) {
        if (expressions.get(i).test(text)) {
          lines.add(i);
        }
      }
    }
    return lines.result();
  }
}
