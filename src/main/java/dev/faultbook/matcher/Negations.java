package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines that forbid matches of one signature near which they stand. Of each kind the latest are
 * remembered, so that neither memory nor the work for a match grows with the log.
 */
final class Negations {
  private static final int MOST_REMEMBERED = 256;

  /** By their places in the signature. */
  private final List<Deque<Moment>> seen = new ArrayList<>();

  private final List<Signature.Unless> unless;
  private final EvaluationBudget budget;

  /** When a forbidding line stood where. */
  private record Moment(long line, @Nullable LogTime time) {}

  Negations(Signature signature, EvaluationBudget budget) {
    this.unless = signature.unless();
    this.budget = budget;
    unless.forEach(one -> seen.add(new ArrayDeque<>(1)));
  }

  /** Whether lines forbid only the matches near which they stand. */
  boolean hasWindows() {
    return unless.stream().anyMatch(one -> one.stretch().isPresent());
  }

  void add(int which, MatchedLine line) {
    budget.spend(1);
    Deque<Moment> moments = seen.get(which);
    Moment last = moments.peekLast();
    // Lines of one moment say the same, unless they state no time.
    if (last != null && last.time() != null && last.time().equals(line.time())) {
      moments.removeLast();
    } else if (moments.size() == MOST_REMEMBERED) {
      moments.removeFirst();
    }
    moments.addLast(new Moment(line.line(), line.time()));
  }

  /** What each kind of forbidding line must keep away from; null where one forbids anywhere. */
  Reach[] reachesOf(List<MatchedLine> match) {
    Reach[] reaches = new Reach[unless.size()];
    for (int i = 0; i < reaches.length; i++) {
      Signature.Stretch stretch = unless.get(i).stretch().orElse(null);
      reaches[i] = stretch == null ? null : Reach.aroundMatch(stretch, match);
    }
    return reaches;
  }

  /** Whether a line seen so far forbids a match. */
  boolean isForbidden(Reach[] match) {
    for (int i = 0; i < match.length; i++) {
      for (Moment moment : seen.get(i)) {
        budget.spend(1);
        if (match[i].containsLine(moment.line(), moment.time())) {
          return true;
        }
      }
    }
    return false;
  }
}
