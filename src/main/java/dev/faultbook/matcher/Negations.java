package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines that forbid nearby matches of one signature. Only the latest of each kind are kept, so
 * that neither memory nor the work per match grows with the log.
 */
final class Negations {
  private static final int MAX_REMEMBERED = 64;

  /** By index of the negation in the signature. */
  private final List<Deque<Moment>> seen = new ArrayList<>();

  private final List<Signature.Unless> unless;
  private final EvaluationBudget budget;

  /** The number and the time of a forbidding line. */
  private record Moment(long line, @Nullable LogTime time) {}

  /**
   * The range around a match in which a line forbids it, computed once so that each line is checked
   * in constant time.
   *
   * @param isMatch whether the range is the match itself
   * @param scale the scale of its times; null if they are not comparable
   * @param from first forbidden millisecond on that scale
   * @param to last forbidden millisecond
   */
  record Reach(
      boolean isMatch,
      long firstLine,
      long lastLine,
      LogTime.@Nullable Scale scale,
      long from,
      long to) {

    private static Reach aroundMatch(Signature.Stretch stretch, List<MatchedLine> match) {
      List<MatchedLine> lines = new ArrayList<>(match);
      lines.sort(Comparator.comparingLong(MatchedLine::line));
      long first = lines.getFirst().line();
      long last = lines.getLast().line();
      LogTime begin = lines.getFirst().time();
      LogTime end = lines.getLast().time();
      LogTime anchor = lines.get(Math.min(stretch.anchor(), lines.size() - 1)).time();
      if (begin == null
          || end == null
          || anchor == null
          || !begin.comparableTo(end)
          || !begin.comparableTo(anchor)) {
        return new Reach(stretch.isMatch(), first, last, null, 0, 0);
      }
      long from = anchor.millis() + stretch.slideMillis();
      long length = end.millis() - begin.millis() + stretch.windowMillis();
      return new Reach(
          stretch.isMatch(), first, last, begin.scale(), from, from + Math.max(0, length));
    }

    /**
     * Whether a line forbids the match.
     *
     * @param time the time that applies to the line, or null
     */
    boolean containsLine(long line, @Nullable LogTime time) {
      if (isMatch && line >= firstLine && line <= lastLine) {
        return true;
      }
      if (time == null || time.scale() != scale) {
        // Without times it cannot be shown that the line is far enough away.
        return !isMatch;
      }
      return time.millis() >= from && time.millis() <= to;
    }
  }

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
      // The latest first: a match that a line forbids mostly stands right after it.
      for (Moment moment : seen.get(i).reversed()) {
        budget.spend(1);
        if (match[i].containsLine(moment.line(), moment.time())) {
          return true;
        }
      }
    }
    return false;
  }
}
