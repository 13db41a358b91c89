package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who said the lines of a signature whose lines may be of any rank. A match holds the latest line
 * of each part alone; which ranks said it, and which of them first, is known here.
 */
final class FirstOccurrences {
  private static final int MOST = 8192;

  private final Map<Long, MatchedLine> first = new LinkedHashMap<>();

  void add(int part, MatchedLine line) {
    int origin = line.place() == null ? 0 : line.place().origin();
    if (first.size() < MOST) {
      first.putIfAbsent((long) part << 32 | origin, line);
    }
  }

  /** Those that stand near enough to a match to be part of one. */
  List<MatchedLine> near(List<SignatureMatch> matches, Signature.Window window) {
    List<MatchedLine> near = new ArrayList<>();
    for (MatchedLine line : first.values()) {
      if (matches.stream().anyMatch(match -> isNear(line, match.lines().getLast(), window))) {
        near.add(line);
      }
    }
    return near;
  }

  private static boolean isNear(MatchedLine line, MatchedLine end, Signature.Window window) {
    if (window.lines() > 0) {
      return Math.abs(end.line() - line.line()) <= window.lines();
    }
    if (window.seconds() > 0) {
      LogTime time = line.time();
      return time != null
          && time.comparableTo(end.time())
          && Math.abs(time.millis() - end.time().millis()) <= window.seconds() * 1000L;
    }
    return true;
  }
}
