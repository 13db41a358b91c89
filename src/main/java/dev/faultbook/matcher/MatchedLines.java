package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.LineSlice;
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
  void beginChunk(Chunk chunk) {
    columns.beginChunk(chunk);
  }

  static LinePrefix prefixOf(UnwrappedLine line) {
    int to = Math.min(line.to(), line.from() + PREFIX);
    return LinePrefix.of(line.bytes(), line.from(), to);
  }

  static Map<String, String> capturesOf(LineMatch match, UnwrappedLine line) {
    Map<String, String> captures = new LinkedHashMap<>();
    match.captures().forEach((name, span) -> captures.put(name, captureText(line.bytes(), span)));
    return captures;
  }

  private static String captureText(byte[] bytes, LineMatch.Span span) {
    int end =
        span.end() - span.start() > LONGEST_CAPTURE
            ? characterStart(bytes, span.start() + LONGEST_CAPTURE, span.start())
            : span.end();
    return Lines.decodeText(bytes, span.start(), end).strip();
  }

  /**
   * The first match in a line that is looked at.
   *
   * @param said who said the line
   */
  MatchedLine toMatchedLine(LineHit hit, int specificity, MatchedLine.Utterance said) {
    return toMatchedLine(hit, specificity, said, Excerpt.fromHit(hit));
  }

  /** Another match in a line; text and speaker of the line are taken from the first one. */
  MatchedLine toFurtherMatch(LineHit hit, int specificity, MatchedLine first) {
    // Matches of one line share its text, unless they stand far apart in a long one.
    Excerpt excerpt =
        Excerpt.isCut(hit.slice()) ? Excerpt.fromHit(hit) : Excerpt.fromHit(hit, first.text());
    return toMatchedLine(hit, specificity, first.said(), excerpt);
  }

  private MatchedLine toMatchedLine(
      LineHit hit, int specificity, MatchedLine.Utterance said, Excerpt excerpt) {
    LineSlice line = hit.slice();
    int column = columns.columnAt(line.bytes(), line.from(), excerpt.from());
    return new MatchedLine(
        line.number(),
        column,
        excerpt.text(),
        excerpt.toSpans(line.bytes()),
        hit.readCaptures(),
        specificity,
        said);
  }

  /**
   * What is shown of a line.
   *
   * @param from its first byte in the buffer of the chunk
   * @param to one past its last byte
   * @param text the same as text
   * @param ranges the ranges of the match in the buffer
   */
  private record Excerpt(int from, int to, String text, List<LineMatch.Span> ranges) {
    /** Whether the line is too long to be shown as a whole. */
    static boolean isCut(LineSlice line) {
      return line.textEnd() - line.from() > LONGEST_SHOWN;
    }

    static Excerpt fromHit(LineHit hit) {
      LineSlice line = hit.slice();
      byte[] bytes = line.bytes();
      int from = line.from();
      int stop = line.textEnd();
      if (!isCut(line)) {
        return fromHit(hit, Lines.decodeText(bytes, from, stop));
      }
      List<LineMatch.Span> ranges = rangesOf(hit);
      int first = ranges.isEmpty() ? from : ranges.getFirst().start();
      int last = ranges.isEmpty() ? from : ranges.getLast().end();
      int shownFrom = characterStart(bytes, Math.max(from, first - CONTEXT), from);
      int wanted = Math.min(Math.max(last, first) + CONTEXT, shownFrom + LONGEST_SHOWN);
      int shownTo = characterStart(bytes, Math.min(stop, wanted), from);
      return new Excerpt(shownFrom, shownTo, Lines.decodeText(bytes, shownFrom, shownTo), ranges);
    }

    /** The whole line, of which the text is known. */
    static Excerpt fromHit(LineHit hit, String text) {
      return new Excerpt(hit.slice().from(), hit.slice().textEnd(), text, rangesOf(hit));
    }

    private static List<LineMatch.Span> rangesOf(LineHit hit) {
      List<LineMatch.Span> ranges = new ArrayList<>();
      for (LineMatch.Span span : hit.match().spans()) {
        int start = hit.line().originalIndex(span.start());
        int end = span.end() > span.start() ? hit.line().originalIndex(span.end() - 1) + 1 : start;
        ranges.add(new LineMatch.Span(start, end));
      }
      return ranges;
    }

    /** The ranges as characters of the text, as far as it holds them. */
    List<MatchedLine.Span> toSpans(byte[] bytes) {
      List<MatchedLine.Span> spans = new ArrayList<>();
      for (LineMatch.Span range : ranges) {
        if (range.start() >= from && range.end() <= to) {
          int start = Lines.decodeText(bytes, from, range.start()).length();
          int length = Lines.decodeText(bytes, range.start(), range.end()).length();
          spans.add(new MatchedLine.Span(start, Math.min(text.length(), start + length)));
        }
      }
      return spans;
    }
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
