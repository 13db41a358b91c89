package dev.faultbook.matcher;

import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.signature.LineMatch;
import dev.faultbook.stream.LinePrefix;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns byte ranges of a plain line into text and character ranges of the original. Serves one log.
 */
final class MatchedLines {
  /** Longer lines are shown around the match only. */
  private static final int LONGEST_SHOWN = 4000;

  private static final int CONTEXT = 600;

  /** Bytes of a capture; the rest of a longer one is left off. */
  private static final int LONGEST_CAPTURE = 2000;

  private static final int PREFIX = 512;

  private final Columns columns = new Columns();

  /** A new chunk stands in the buffer. */
  void begin() {
    columns.forget();
  }

  static LinePrefix prefix(UnwrappedLine line) {
    int to = Math.min(line.to(), line.from() + PREFIX);
    return LinePrefix.of(line.bytes(), line.from(), to);
  }

  static Map<String, String> captures(LineMatch match, UnwrappedLine line) {
    Map<String, String> captures = new LinkedHashMap<>();
    match.captures().forEach((name, span) -> captures.put(name, capture(line.bytes(), span)));
    return captures;
  }

  private static String capture(byte[] bytes, LineMatch.Span span) {
    int end =
        span.end() - span.start() > LONGEST_CAPTURE
            ? characterStart(bytes, span.start() + LONGEST_CAPTURE, span.start())
            : span.end();
    return Lines.decode(bytes, span.start(), end).strip();
  }

  /**
   * @param prefix the line's prefix, or null to take it from {@code same}, a match of the same line
   * @param rank the rank that the line is attributed to, or null
   */
  MatchedLine of(
      byte[] bytes,
      LineMatch match,
      UnwrappedLine line,
      int from,
      int to,
      long number,
      int specificity,
      LinePrefix prefix,
      Integer rank,
      MatchedLine.Place place,
      MatchedLine same) {
    List<int[]> ranges = new ArrayList<>();
    for (LineMatch.Span span : match.spans()) {
      int start = line.original(span.start());
      int end = span.end() > span.start() ? line.original(span.end() - 1) + 1 : start;
      ranges.add(new int[] {start, end});
    }
    int stop = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    int first = ranges.isEmpty() ? from : ranges.getFirst()[0];
    int last = ranges.isEmpty() ? from : ranges.getLast()[1];
    int shownFrom = from;
    int shownTo = stop;
    boolean isLong = stop - from > LONGEST_SHOWN;
    if (isLong) {
      shownFrom = characterStart(bytes, Math.max(from, first - CONTEXT), from);
      int wanted = Math.min(Math.max(last, first) + CONTEXT, shownFrom + LONGEST_SHOWN);
      shownTo = characterStart(bytes, Math.min(stop, wanted), from);
    }
    // Matches of one line share its text, unless they stand far apart in a long one.
    String text = prefix == null && !isLong ? same.text() : Lines.decode(bytes, shownFrom, shownTo);
    int column = shownFrom == from ? 0 : columns.at(bytes, from, shownFrom);
    List<MatchedLine.Span> spans = new ArrayList<>();
    for (int[] range : ranges) {
      if (range[0] >= shownFrom && range[1] <= shownTo) {
        int start = Lines.decode(bytes, shownFrom, range[0]).length();
        int length = Lines.decode(bytes, range[0], range[1]).length();
        spans.add(new MatchedLine.Span(start, Math.min(text.length(), start + length)));
      }
    }
    Map<String, String> captures = captures(match, line);
    return prefix != null
        ? new MatchedLine(
            number,
            column,
            text,
            spans,
            captures,
            specificity,
            rank,
            prefix.node(),
            prefix.time(),
            place)
        : new MatchedLine(
            number,
            column,
            text,
            spans,
            captures,
            specificity,
            same.rank(),
            same.node(),
            same.time(),
            same.place());
  }

  /** The nearest place at or before {@code at} where a UTF-8 character begins. */
  static int characterStart(byte[] bytes, int at, int from) {
    int i = at;
    while (i > from && i > at - 4 && i < bytes.length && (bytes[i] & 0xC0) == 0x80) {
      i--;
    }
    return i;
  }
}
