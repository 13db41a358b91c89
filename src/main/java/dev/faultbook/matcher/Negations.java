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
 * The lines that forbid nearby matches of one signature. Only the latest of each kind are kept, so
 * that neither memory nor the work per match grows with the log.
 */
final class Negations {
  private static final int MAX_REMEMBERED = 256;

  /** By index of the negation in the signature. */
  private final List<Deque<Moment>> seen = new ArrayList<>();

  private final List<Signature.Unless> unless;
  private final EvaluationBudget budget;

  /** The number and the time of a forbidding line. */
  private record Moment(long line, @Nullable LogTime time) {}

  Negations(Signature signature, EvaluationBudget budget) {
    this.unless = signature.unless();
    this.budget = budget;
    unless.forEach(one -> seen.add(new ArrayDeque<>(1)));
  }

  /** Whether the lines forbid only nearby matches. */
  boolean hasWindows() {
    return unless.stream().anyMatch(one -> one.stretch().isPresent());
  }

  void add(int which, MatchedLine line) {
    budget.spend(1);
    Deque<Moment> moments = seen.get(which);
    Moment last = moments.peekLast();
    // Lines with equal times are equivalent, unless they state no time.
    if (last != null && last.time() != null && last.time().equals(line.time())) {
      moments.removeLast();
    } else if (moments.size() == MAX_REMEMBERED) {
      moments.removeFirst();
    }
    moments.addLast(new Moment(line.line(), line.time()));
  }

  /**
   * For each kind of forbidding line, the range in which it forbids the match; null for a kind that
   * forbids anywhere.
   */
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
