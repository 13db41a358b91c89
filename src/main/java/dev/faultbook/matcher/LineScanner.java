package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.LineNumbers;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.signature.LineMatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of a chunk that match patterns. Keeps buffers between chunks, so an instance
 * serves one log at a time.
 */
final class LineScanner {
  /**
   * Most candidates that are held at once, 8 MB. A mebibyte of a usual log has thousands. A text
   * with more of them is searched in smaller parts.
   */
  private static final int MAX_CANDIDATES = 1 << 20;

  private final PatternIndex index;
  private final CandidateFinder finder;
  private final boolean plain;

  /** The candidates: the first byte of the line, then the pattern, so that they sort by line. */
  private long[] candidates = new long[256];

  private int size;

  /** The line of each pattern's latest candidate; -1 without one. */
  private final int[] latestLines;

  private final int most;

  /**
   * @param plain whether lines are matched unchanged, without handling ANSI codes, JSON or white
   *     space
   */
  LineScanner(PatternIndex index, boolean plain) {
    this(index, plain, MAX_CANDIDATES);
  }

  /**
   * @param most most candidates to hold at once, unless a single line has more
   */
  LineScanner(PatternIndex index, boolean plain, int most) {
    this.index = index;
    this.finder = index.createFinder();
    this.plain = plain;
    this.latestLines = new int[index.size()];
    this.most = most;
  }

  /** Number of candidates for which there is memory. */
  int capacity() {
    return candidates.length;
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

  /** Searches only the lines whose texts the patterns need. */
  void scanLines(ChunkLines lines, Hits hits) {
    Chunk chunk = lines.chunk();
    LineNumbers numbers = new LineNumbers(chunk.bytes(), chunk.from(), chunk.firstLine());
    Arrays.fill(latestLines, -1);
    for (int i = 0; i < lines.count(); i++) {
      int from = lines.from(i);
      while (i < lines.count() && lines.isNeeded(i, Need.PATTERNS)) {
        i++;
      }
      int to = Math.min(chunk.to(), lines.from(i));
      if (from < to) {
        scanRange(chunk.bytes(), from, to, numbers, hits);
      }
    }
  }

  /**
   * @param numbers the numbers of the chunk's lines; used only for lines that match
   */
  void scanChunk(Chunk chunk, LineNumbers numbers, Hits hits) {
    Arrays.fill(latestLines, -1);
    scanRange(chunk.bytes(), chunk.from(), chunk.to(), numbers, hits);
  }

  private void scanRange(byte[] bytes, int first, int end, LineNumbers numbers, Hits hits) {
    int from = first;
    int step = end - from;
    while (from < end) {
      int to = endOfPart(bytes, from, step, end);
      Part part = new Part(bytes, from, to);
      part.findCandidates();
      if (part.full >= 0) {
        // Always less than before, down to a single line, which is never too much.
        step = Math.min(step, part.full - from) / 2;
        Arrays.fill(latestLines, -1);
      } else {
        matchCandidates(bytes, to, numbers, hits);
        from = to;
      }
    }
  }

  /** Returns the end of the line that holds the last of a number of bytes. */
  private static int endOfPart(byte[] bytes, int from, int step, int to) {
    return step >= to - from ? to : Math.min(to, Lines.lineEnd(bytes, from + step, to) + 1);
  }

  private void matchCandidates(byte[] bytes, int end, LineNumbers numbers, Hits hits) {
    Arrays.sort(candidates, 0, size);
    int i = 0;
    while (i < size) {
      int from = (int) (candidates[i] >>> 32);
      LineText text = new LineText(bytes, from, Lines.lineEnd(bytes, from, end));
      int last = -1;
      for (; i < size && (int) (candidates[i] >>> 32) == from; i++) {
        int pattern = (int) candidates[i];
        if (pattern != last && hits.wantsPattern(pattern)) {
          text.matchPattern(pattern, numbers, hits);
        }
        last = pattern;
      }
    }
  }

  /** Lines that are searched together: {@code bytes[from, to)}. */
  private final class Part {
    private final byte[] bytes;
    private final int from;
    private final int to;

    /** The line of the latest candidate. */
    private int lineFrom = -1;

    private int lineTo = -1;

    /** Position at which there were too many candidates; -1 if all of them are held. */
    private int full = -1;

    private final boolean oneLine;

    Part(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.from = from;
      this.to = to;
      this.oneLine = Lines.lineEnd(bytes, from, to) >= to - 1;
    }

    void findCandidates() {
      size = 0;
      finder.findCandidates(bytes, from, to, this::addCandidate);
      if (!plain) {
        addIrregular();
      }
    }

    /** Holds one candidate of each pattern and line: a line may repeat a word a million times. */
    private void addCandidate(int pattern, int at) {
      if (at < lineFrom || at >= lineTo) {
        lineFrom = Lines.lineStart(bytes, from, at);
        lineTo = Lines.lineEnd(bytes, at, to);
      }
      if (latestLines[pattern] == lineFrom) {
        return;
      }
      latestLines[pattern] = lineFrom;
      if (size < most || oneLine) {
        if (size == candidates.length) {
          candidates = Arrays.copyOf(candidates, size * 2);
        }
        candidates[size++] = (long) lineFrom << 32 | pattern;
      } else if (full < 0) {
        full = at;
      }
    }

    /**
     * Handles lines that hold more than the bytes of their text, or other white space than single
     * blanks: searches for anchors in their unwrapped form, and with each run of white space
     * replaced by one blank.
     */
    private void addIrregular() {
      int at = IrregularLines.findNext(bytes, from, to);
      while (at < to && full < 0) {
        int start = Lines.lineStart(bytes, from, at);
        int end = Lines.lineEnd(bytes, at, to);
        UnwrappedLine line = UnwrappedLine.of(bytes, start, end);
        if (line.offsets() != null) {
          addCandidates(line.bytes(), line.from(), line.to(), start);
        }
        byte[] folded = IrregularLines.foldBlanks(line.bytes(), line.from(), line.to());
        addCandidates(folded, 0, folded.length, start);
        at = IrregularLines.findNext(bytes, end, to);
      }
    }

    private void addCandidates(byte[] text, int first, int last, int line) {
      finder.findCandidates(text, first, last, (pattern, place) -> addCandidate(pattern, line));
    }
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
