package dev.faultbook.failure;

import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.stream.LogStreams;
import org.jspecify.annotations.Nullable;

/**
 * Finds that a process repeated a single message until it was stopped: it hung, and the first
 * occurrence of the message explains more than the stop.
 */
final class Standstill {
  private static final int MIN_EQUAL = 5;
  private static final int MAX_LINES = 500;
  private static final int MAX_OTHERS = 6;
  private static final int MAX_LINE = 500;

  private Standstill() {}

  /**
   * The first of at least five equal messages that end a few lines before the stop; null if there
   * are none.
   *
   * @param stop the line that states that the process was stopped
   * @param start index in the buffer of the first line that may be read
   * @param streams the streams of the lines
   */
  static @Nullable LineText findBefore(LineSlice stop, int start, LogStreams streams) {
    int stream = streams.streamOf(stop.number());
    LineText first = null;
    int equal = 0;
    int others = 0;
    LineSlice line = stop.previous(start);
    for (int seen = 0; line != null && seen < MAX_LINES; seen++) {
      if (streams.streamOf(line.number()) == stream) {
        LineText text = lineText(line, streams);
        if (first != null && text.body().equals(first.body())) {
          first = text;
          equal++;
        } else if (equal >= MIN_EQUAL) {
          return first;
        } else if (++others > MAX_OTHERS) {
          return null;
        } else {
          first = text.isBlank() ? first : text;
          equal = 1;
        }
      }
      line = line.previous(start);
    }
    return equal >= MIN_EQUAL ? first : null;
  }

  private static LineText lineText(LineSlice line, LogStreams streams) {
    int end = Math.min(line.to(), line.from() + MAX_LINE);
    String text = Lines.decodeText(line.bytes(), line.from(), Math.max(line.from(), end));
    long number = line.number();
    return LineText.of(number, streams.streamOf(number), streams.timeOf(number), text);
  }
}
