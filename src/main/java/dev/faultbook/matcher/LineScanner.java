package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.LineNumbers;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.prefilter.CandidateFinder;
import dev.faultbook.prefilter.CandidateLine;
import dev.faultbook.signature.LineMatch;

/**
 * Finds the lines of a chunk that patterns match. Keeps buffers between chunks, so it serves one
 * log at a time.
 */
final class LineScanner {
  private final SignatureIndex index;
  private final CandidateFinder finder;
  private final boolean plain;
  private final CandidateList candidates = new CandidateList();

  /**
   * @param plain whether lines are taken as they are, with no regard to ANSI codes, JSON or white
   *     space
   */
  LineScanner(SignatureIndex index, boolean plain) {
    this.index = index;
    this.finder = index.finder();
    this.plain = plain;
  }

  /** Told of each pattern that matches a line, once for each line and pattern. */
  interface Hits {
    /** Whether a match of the pattern is still of interest. */
    boolean wants(int pattern);

    /**
     * A pattern matches a line.
     *
     * @param pattern its number
     * @param match where, in the plain line's bytes
     * @param line the plain line
     * @param from first byte of the line in the chunk's buffer
     * @param to one past its last byte, without the newline
     * @param number the line's number
     */
    void hit(int pattern, LineMatch match, UnwrappedLine line, int from, int to, long number);
  }

  void scan(Chunk chunk, Hits hits) {
    scan(chunk, new LineNumbers(chunk.bytes(), chunk.from(), chunk.firstLine()), hits);
  }

  /**
   * @param numbers the numbers of the chunk's lines; asked only for lines that match
   */
  void scan(Chunk chunk, LineNumbers numbers, Hits hits) {
    byte[] bytes = chunk.bytes();
    candidates.clear();
    finder.find(bytes, chunk.from(), chunk.to(), (p, at) -> candidates.add(p, at));
    if (!plain) {
      addIrregular(chunk);
    }
    candidates.sort();
    int start = chunk.from();
    int i = 0;
    while (i < candidates.size()) {
      int at = candidates.at(i);
      int from = Lines.start(bytes, start, at);
      int to = Lines.end(bytes, at, chunk.to());
      start = from;
      int end = i + 1;
      while (end < candidates.size() && candidates.at(end) < to) {
        end++;
      }
      candidates.sortByPattern(i, end);
      line(bytes, from, to, numbers, i, end, hits);
      i = end;
    }
  }

  /**
   * Lines that hold more than the bytes of their text, or other white space than single blanks:
   * looks for anchors in their plain form, and with each run of white space taken as one blank.
   */
  private void addIrregular(Chunk chunk) {
    byte[] bytes = chunk.bytes();
    int at = IrregularLines.next(bytes, chunk.from(), chunk.to());
    while (at < chunk.to()) {
      int from = Lines.start(bytes, chunk.from(), at);
      int to = Lines.end(bytes, at, chunk.to());
      UnwrappedLine line = UnwrappedLine.of(bytes, from, to);
      if (line.offsets() != null) {
        addAll(line.bytes(), line.from(), line.to(), from);
      }
      byte[] folded = IrregularLines.folded(line.bytes(), line.from(), line.to());
      addAll(folded, 0, folded.length, from);
      at = IrregularLines.next(bytes, to, chunk.to());
    }
  }

  private void addAll(byte[] text, int from, int to, int at) {
    finder.find(text, from, to, (pattern, place) -> candidates.add(pattern, at));
  }

  private void line(
      byte[] bytes, int from, int to, LineNumbers numbers, int i, int end, Hits hits) {
    int stop = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    UnwrappedLine line =
        plain ? new UnwrappedLine(bytes, from, to, null) : UnwrappedLine.of(bytes, from, stop);
    CandidateLine text = index.line(line.bytes(), line.from(), line.to());
    CandidateLine whole = null;
    int last = -1;
    for (int c = i; c < end; c++) {
      int pattern = candidates.pattern(c);
      if (pattern == last || !hits.wants(pattern)) {
        continue;
      }
      last = pattern;
      LineMatch match = text.match(pattern);
      if (match != null) {
        hits.hit(pattern, match, line, from, to, numbers.at(from));
      } else if (bytes[from] == '{' && line.offsets() != null) {
        // Of a JSON line the message was taken; other fields may hold what is looked for.
        whole = whole == null ? index.line(bytes, from, stop) : whole;
        match = whole.match(pattern);
        if (match != null) {
          hits.hit(
              pattern,
              match,
              new UnwrappedLine(bytes, from, stop, null),
              from,
              to,
              numbers.at(from));
        }
      }
    }
  }
}
