package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.signature.LineMatch;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts byte ranges of an unwrapped line into text and character ranges of the original. An
 * instance serves one log.
 */
final class MatchedLines {
  /** Of longer lines only the part around the match is shown. */
  private static final int MAX_SHOWN = 4000;

  private static final int CONTEXT = 600;

  /** Longest capture in bytes; longer ones are cut. */
  private static final int MAX_CAPTURE = 2000;

  private final Columns columns = new Columns();

  /** Begins a chunk, which replaces the bytes in the buffer. */
  void beginChunk(Chunk chunk) {
    columns.beginChunk(chunk);
  }

  /** The text of a capture. */
  static String captureText(byte[] bytes, LineMatch.Span span) {
    int end =
        span.end() - span.start() > MAX_CAPTURE
            ? characterStart(bytes, span.start() + MAX_CAPTURE, span.start())
            : span.end();
    return Lines.decodeText(bytes, span.start(), end).strip();
  }

  /**
   * The first match in a line.
   *
   * @param said who wrote the line
   */
  MatchedLine toMatchedLine(LineHit hit, int specificity, MatchedLine.Utterance said) {
    return toMatchedLine(hit, specificity, said, Excerpt.fromHit(hit));
  }

  /** A further match in a line; text and writer are taken from the first one. */
  MatchedLine toFurtherMatch(LineHit hit, int specificity, MatchedLine first) {
    // Matches in one line share its text, unless they are far apart in a long line.
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
   * The part of a line that is shown.
   *
   * @param from its first byte in the buffer of the chunk
   * @param to one past its last byte
   * @param text the part, decoded
   * @param ranges the ranges of the match in the buffer
   */
  private record Excerpt(int from, int to, String text, List<LineMatch.Span> ranges) {
    /** Whether the line is too long to be shown completely. */
    static boolean isCut(LineSlice line) {
      return line.textEnd() - line.from() > MAX_SHOWN;
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
      int wanted = Math.min(Math.max(last, first) + CONTEXT, shownFrom + MAX_SHOWN);
      int shownTo = characterStart(bytes, Math.min(stop, wanted), from);
      return new Excerpt(shownFrom, shownTo, Lines.decodeText(bytes, shownFrom, shownTo), ranges);
    }

    /** The whole line, whose text is already decoded. */
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

    /** The ranges in characters of the text, clipped to it. */
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

  /** The nearest index at or before {@code at} where a UTF-8 character begins. */
  static int characterStart(byte[] bytes, int at, int from) {
    int i = at;
    while (i > from && i > at - 4 && i < bytes.length && (bytes[i] & 0xC0) == 0x80) {
      i--;
    }
    return i;
  }
}
