package dev.faultbook.matcher;

import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The latest lines of one part of a signature, as many as the part asks for. */
final class PartialMatch {
  private final int times;
  private final Deque<MatchedLine> lines = new ArrayDeque<>();

  PartialMatch(int times) {
    this.times = times;
  }

  void add(MatchedLine line) {
    lines.addLast(line);
    if (lines.size() > times) {
      lines.removeFirst();
    }
  }

  boolean complete() {
    return lines.size() == times;
  }

  MatchedLine first() {
    return lines.getFirst();
  }

  List<MatchedLine> lines() {
    return List.copyOf(lines);
  }
}
