package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines that forbid matches of one signature near which they stand. Of each kind the latest are
 * remembered, so that memory does not grow with the log.
 */
final class Negations {
  private static final int MOST_REMEMBERED = 256;

  private final Map<Integer, Deque<MatchedLine>> seen = new HashMap<>();
  private final List<Signature.Unless> unless;

  Negations(Signature signature) {
    this.unless = signature.unless();
  }

  void add(int which, MatchedLine line) {
    Deque<MatchedLine> lines = seen.computeIfAbsent(which, w -> new ArrayDeque<>());
    MatchedLine last = lines.peekLast();
    // Lines of one moment say the same, unless they state no time.
    if (last != null && last.time() != null && last.time().equals(line.time())) {
      lines.removeLast();
    } else if (lines.size() == MOST_REMEMBERED) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  /** Whether a line seen so far forbids a match of these lines. */
  boolean forbid(List<MatchedLine> match) {
    return seen.entrySet().stream()
        .anyMatch(
            one -> one.getValue().stream().anyMatch(line -> forbids(one.getKey(), line, match)));
  }

  /** Whether this line forbids a match of these lines. */
  boolean forbids(int which, MatchedLine line, List<MatchedLine> match) {
    Signature.Stretch stretch = unless.get(which).stretch().orElseThrow();
    List<MatchedLine> lines = new ArrayList<>(match);
    lines.sort(Comparator.comparingLong(MatchedLine::line));
    MatchedLine first = lines.getFirst();
    MatchedLine last = lines.getLast();
    MatchedLine anchor = lines.get(Math.min(stretch.anchor(), lines.size() - 1));
    if (stretch.isMatch() && line.line() >= first.line() && line.line() <= last.line()) {
      return true;
    }
    LogTime time = line.time();
    if (time == null
        || !time.comparableTo(first.time())
        || !time.comparableTo(last.time())
        || !time.comparableTo(anchor.time())) {
      // Without times it cannot be shown that the line is far enough away.
      return !stretch.isMatch();
    }
    long length = stretch.absolute() ? 0 : last.time().millis() - first.time().millis();
    long from = anchor.time().millis() + stretch.slideMillis();
    long to = from + Math.max(0, length + stretch.windowMillis());
    return time.millis() >= from && time.millis() <= to;
  }
}
