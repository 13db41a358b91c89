package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The range around a match in which a line forbids it, computed once so that each line is checked
 * in constant time.
 *
 * @param isMatch whether the range is the match itself
 * @param firstLine number of the match's first line
 * @param lastLine number of its last line
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

  /** The range for a match of these lines. */
  static Reach aroundMatch(Signature.Stretch stretch, List<MatchedLine> match) {
    List<MatchedLine> lines = new ArrayList<>(match);
    lines.sort(Comparator.comparingLong(MatchedLine::line));
    MatchedLine first = lines.getFirst();
    MatchedLine last = lines.getLast();
    MatchedLine anchor = lines.get(Math.min(stretch.anchor(), lines.size() - 1));
    LogTime begin = first.time();
    LogTime end = last.time();
    LogTime fixed = anchor.time();
    if (begin == null
        || end == null
        || fixed == null
        || !begin.comparableTo(end)
        || !begin.comparableTo(fixed)) {
      return new Reach(stretch.isMatch(), first.line(), last.line(), null, 0, 0);
    }
    long length = stretch.absolute() ? 0 : end.millis() - begin.millis();
    long from = fixed.millis() + stretch.slideMillis();
    long to = from + Math.max(0, length + stretch.windowMillis());
    return new Reach(stretch.isMatch(), first.line(), last.line(), begin.scale(), from, to);
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
