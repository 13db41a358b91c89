package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
    if (window.lines() == 0 && window.seconds() == 0) {
      return List.copyOf(first.values());
    }
    // Only the nearest end of a match matters; a sorted set finds it in logarithmic time.
    Map<LogTime.Scale, NavigableSet<Long>> ends = new HashMap<>();
    for (SignatureMatch match : matches) {
      budget.spend(1);
      MatchedLine end = match.lines().getLast();
      if (window.lines() > 0 || end.time() != null) {
        ends.computeIfAbsent(scaleOf(end, window), s -> new TreeSet<>())
            .add(positionOf(end, window));
      }
    }
    List<MatchedLine> near = new ArrayList<>();
    for (MatchedLine line : first.values()) {
      budget.spend(1);
      if ((window.lines() > 0 || line.time() != null)
          && isNear(positionOf(line, window), ends.get(scaleOf(line, window)), lengthOf(window))) {
        near.add(line);
      }
    }
    return near;
  }

  /** The scale of the line's time; null if the window counts lines. */
  private static LogTime.@Nullable Scale scaleOf(MatchedLine line, Form.Window window) {
    return window.lines() > 0 ? null : Objects.requireNonNull(line.time()).scale();
  }

  private static long positionOf(MatchedLine line, Form.Window window) {
    return window.lines() > 0 ? line.line() : Objects.requireNonNull(line.time()).millis();
  }

  private static long lengthOf(Form.Window window) {
    return window.lines() > 0 ? window.lines() : window.seconds() * 1000L;
  }

  private static boolean isNear(long at, @Nullable NavigableSet<Long> ends, long length) {
    return ends != null && !ends.subSet(at - length, true, at + length, true).isEmpty();
  }
}
