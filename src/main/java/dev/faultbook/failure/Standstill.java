package dev.faultbook.failure;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;

/**
 * Finds that a process said nothing but one thing until it was stopped: then it hung, and the first
 * time that it said so tells more than the stop.
 */
final class Standstill {
  private static final int FEWEST = 5;
  private static final int MOST_LINES = 500;
  private static final int MOST_OTHERS = 6;
  private static final int LONGEST_LINE = 500;

  private Standstill() {}

  /**
   * The first of at least five equal messages that end a few lines before a place, or null.
   *
   * @param chunk the chunk
   * @param at where the line begins by which the process was stopped
   * @param number the number of that line
   * @param stream the log stream that is looked at
   * @param owners whose the lines are
   */
  static LineText before(Chunk chunk, int at, long number, int stream, LineStreams owners) {
    byte[] bytes = chunk.bytes();
    int start = chunk.from();
    LineText first = null;
    int equal = 0;
    int others = 0;
    int to = at;
    long line = number;
    for (int seen = 0; to > start && seen < MOST_LINES; seen++) {
      int from = Lines.start(bytes, start, to - 1);
      line--;
      if (owners.stream(line) == stream) {
        LineText text = text(bytes, from, to, line, stream, owners);
        if (first != null && text.body().equals(first.body())) {
          first = text;
          equal++;
        } else if (equal >= FEWEST) {
          return first;
        } else if (++others > MOST_OTHERS) {
          return null;
        } else {
          first = text.isBlank() ? first : text;
          equal = 1;
        }
      }
      to = from;
    }
    return equal >= FEWEST ? first : null;
  }

  private static LineText text(
      byte[] bytes, int from, int to, long line, int stream, LineStreams owners) {
    int end = Math.min(to - 1, from + LONGEST_LINE);
    String text = Lines.decode(bytes, from, Math.max(from, end));
    return LineText.of(line, stream, owners.time(line), text);
  }
}
