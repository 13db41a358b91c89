package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.LineNumbers;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.prefilter.CandidateFinder;
import dev.faultbook.prefilter.CandidateLine;
import dev.faultbook.signature.LineMatch;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of a chunk that match patterns. Keeps buffers between chunks, so an instance
 * serves one log at a time.
 */
final class LineScanner {
  private final SignatureIndex index;
  private final CandidateFinder finder;
  private final boolean plain;
  private final CandidateList candidates = new CandidateList();

  /**
   * @param plain whether lines are matched unchanged, without handling ANSI codes, JSON or white
   *     space
   */
  LineScanner(SignatureIndex index, boolean plain) {
    this.index = index;
    this.finder = index.createFinder();
    this.plain = plain;
  }

  /** Receives matches; called once per line and pattern. */
  interface Hits {
    /** Whether matches of the pattern are still needed. */
    boolean wantsPattern(int pattern);

    /**
     * Receives a match of a pattern.
     *
     * @param pattern its number in the index
     */
    void acceptHit(int pattern, LineHit hit);
  }

  void scanChunk(Chunk chunk, Hits hits) {
    scanChunk(chunk, new LineNumbers(chunk.bytes(), chunk.from(), chunk.firstLine()), hits);
  }

  /**
   * @param numbers the numbers of the chunk's lines; used only for lines that match
   */
  void scanChunk(Chunk chunk, LineNumbers numbers, Hits hits) {
    byte[] bytes = chunk.bytes();
    candidates.clear();
    finder.findCandidates(bytes, chunk.from(), chunk.to(), (p, at) -> candidates.add(p, at));
    if (!plain) {
      addIrregular(chunk);
    }
    candidates.sort();
    int start = chunk.from();
    int i = 0;
    while (i < candidates.size()) {
      int at = candidates.positionAt(i);
      int from = Lines.lineStart(bytes, start, at);
      int to = Lines.lineEnd(bytes, at, chunk.to());
      start = from;
      int end = i + 1;
      while (end < candidates.size() && candidates.positionAt(end) < to) {
        end++;
      }
      candidates.sortByPattern(i, end);
      LineText text = new LineText(bytes, from, to);
      for (int c = i; c < end; c++) {
        int pattern = candidates.patternAt(c);
        boolean repeated = c > i && candidates.patternAt(c - 1) == pattern;
        if (!repeated && hits.wantsPattern(pattern)) {
          text.matchPattern(pattern, numbers, hits);
        }
      }
      i = end;
    }
  }

  /**
   * Handles lines that hold more than the bytes of their text, or other white space than single
   * blanks: searches for anchors in their unwrapped form, and with each run of white space replaced
   * by one blank.
   */
  private void addIrregular(Chunk chunk) {
    byte[] bytes = chunk.bytes();
    int at = IrregularLines.findNext(bytes, chunk.from(), chunk.to());
    while (at < chunk.to()) {
      int from = Lines.lineStart(bytes, chunk.from(), at);
      int to = Lines.lineEnd(bytes, at, chunk.to());
      UnwrappedLine line = UnwrappedLine.of(bytes, from, to);
      if (line.offsets() != null) {
        addCandidates(line.bytes(), line.from(), line.to(), from);
      }
      byte[] folded = IrregularLines.foldBlanks(line.bytes(), line.from(), line.to());
      addCandidates(folded, 0, folded.length, from);
      at = IrregularLines.findNext(bytes, to, chunk.to());
    }
  }

  private void addCandidates(byte[] text, int from, int to, int at) {
    finder.findCandidates(text, from, to, (pattern, place) -> candidates.add(pattern, at));
  }

  /** A line in the forms on which patterns are tried. */
  private final class LineText {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final UnwrappedLine line;
    private final CandidateLine text;
    private @Nullable CandidateLine whole;

    LineText(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.from = from;
      this.to = to;
      this.line =
          plain
              ? new UnwrappedLine(bytes, from, to, null)
              : UnwrappedLine.of(bytes, from, textEnd());
      this.text = index.candidateLine(line.bytes(), line.from(), line.to());
    }

    private int textEnd() {
      return to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    }

    void matchPattern(int pattern, LineNumbers numbers, Hits hits) {
      LineMatch match = text.matchPattern(pattern);
      if (match != null) {
        hits.acceptHit(pattern, new LineHit(match, line, toSlice(numbers)));
      } else if (bytes[from] == '{' && line.offsets() != null) {
        matchWholeLine(pattern, numbers, hits);
      }
    }

    /** For a JSON line only the message was matched; other fields may match too. */
    private void matchWholeLine(int pattern, LineNumbers numbers, Hits hits) {
      if (whole == null) {
        whole = index.candidateLine(bytes, from, textEnd());
      }
      LineMatch match = whole.matchPattern(pattern);
      if (match != null) {
        LineSlice slice = toSlice(numbers);
        hits.acceptHit(pattern, new LineHit(match, slice.whole(), slice));
      }
    }

    private LineSlice toSlice(LineNumbers numbers) {
      return new LineSlice(bytes, from, to, numbers.numberAt(from));
    }
  }
}
