package dev.faultbook.failure;

import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the position of the latest line of each stream: {@code Exception ignored in} belongs to the
 * traceback that its own process prints after it, whatever other processes print in between. Covers
 * the current chunk only.
 */
final class PreviousLines {
  private static final int MAX_LINE = 8 * 1024;

  /** Streams beyond this number share one position. */
  private static final int MAX_STREAMS = 4096;

  private byte @Nullable [] bytes;
  private int[] from = new int[64];
  private int[] to = new int[64];

  /** Positions of the lines before the latest ones. */
  private int[] earlierFrom = new int[64];

  private int[] earlierTo = new int[64];

  /** Forgets the lines of the previous chunk. */
  void forgetAll() {
    Arrays.fill(to, -1);
    Arrays.fill(earlierTo, -1);
  }

  void rememberLine(byte[] buffer, int start, int end, int stream) {
    int id = Math.min(stream, MAX_STREAMS - 1);
    if (buffer != bytes) {
      forgetAll();
      bytes = buffer;
    }
    if (id >= to.length) {
      int known = to.length;
      int size = Math.max(id + 1, known * 2);
      from = Arrays.copyOf(from, size);
      to = Arrays.copyOf(to, size);
      Arrays.fill(to, known, size, -1);
      earlierFrom = Arrays.copyOf(earlierFrom, size);
      earlierTo = Arrays.copyOf(earlierTo, size);
      Arrays.fill(earlierTo, known, size, -1);
    }
    earlierFrom[id] = from[id];
    earlierTo[id] = to[id];
    from[id] = start;
    to[id] = end;
  }

  /**
   * The latest line of a stream without its wrapping, or the one before it if it is blank; null if
   * the current chunk does not contain it.
   */
  @Nullable String textOf(int stream) {
    int id = Math.min(stream, MAX_STREAMS - 1);
    if (id >= to.length) {
      return null;
    }
    String latest = textBetween(from[id], to[id]);
    // pytest prints a blank line between its warning and the traceback
    return latest != null && LineText.of(0, 0, null, latest).isBlank()
        ? textBetween(earlierFrom[id], earlierTo[id])
        : latest;
  }

  private @Nullable String textBetween(int start, int end) {
    if (bytes == null || end < 0) {
      return null;
    }
    UnwrappedLine plain = UnwrappedLine.of(bytes, start, Math.min(end, start + MAX_LINE));
    return Lines.decodeText(plain.bytes(), plain.from(), plain.to());
  }
}
