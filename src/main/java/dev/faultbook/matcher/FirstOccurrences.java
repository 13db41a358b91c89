package dev.faultbook.matcher;

import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Records the first line of each stream for each part of a signature whose lines may come from any
 * rank. A match holds only the latest line of each part; this shows which ranks had it, and which
 * had it first.
 */
final class FirstOccurrences {
  private static final int MAX = 8192;

  private final Map<Long, MatchedLine> first = new LinkedHashMap<>();
  private final EvaluationBudget budget;

  FirstOccurrences(EvaluationBudget budget) {
    this.budget = budget;
  }

  void add(int part, MatchedLine line) {
    budget.spend(1);
    int origin = line.place() == null ? 0 : line.place().origin();
    if (first.size() < MAX
        && !budget.isSpent()
        && first.putIfAbsent((long) part << 32 | origin, line) == null) {
      budget.hold(line);
    }
  }

  /** The lines near enough to a match to belong to one. */
  List<MatchedLine> findNear(List<SignatureMatch> matches, Form.Window window) {
    // Only the nearest end of a match on either side matters.
    NavigableMap<Long, MatchedLine> ends = new TreeMap<>();
    for (SignatureMatch match : matches) {
      budget.spend(1);
      ends.put(match.lines().getLast().line(), match.lines().getLast());
    }
    List<MatchedLine> near = new ArrayList<>();
    for (MatchedLine line : first.values()) {
      budget.spend(1);
      var before = ends.floorEntry(line.line());
      var after = ends.ceilingEntry(line.line());
      if (before != null && FormState.isNear(window, before.getValue(), line)
          || after != null && FormState.isNear(window, line, after.getValue())) {
        near.add(line);
      }
    }
    return near;
  }
}
