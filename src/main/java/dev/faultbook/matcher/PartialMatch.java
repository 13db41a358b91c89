package dev.faultbook.matcher;

import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.Deque;

/** The latest lines of one part of a signature, as many as the part requires. */
final class PartialMatch {
  private final int times;
  private final EvaluationBudget budget;
  private final Deque<MatchedLine> lines = new ArrayDeque<>(1);

  PartialMatch(int times, EvaluationBudget budget) {
    this.times = times;
    this.budget = budget;
  }

  void add(MatchedLine line) {
    budget.hold(line);
    lines.addLast(line);
    if (lines.size() > times) {
      budget.release(lines.removeFirst());
    }
  }

  boolean isComplete() {
    return lines.size() == times;
  }

  MatchedLine first() {
    return lines.getFirst();
  }

  /** The lines, oldest first; a view. */
  Iterable<MatchedLine> lines() {
    return lines;
  }

  int size() {
    return lines.size();
  }

  /** Drops lines before {@code line}, which are too far away to be part of a later match. */
  void dropBefore(long line) {
    while (!lines.isEmpty() && lines.getFirst().line() < line) {
      budget.spend(1);
      budget.release(lines.removeFirst());
    }
  }

  void releaseAll() {
    lines.forEach(budget::release);
    lines.clear();
  }
}
