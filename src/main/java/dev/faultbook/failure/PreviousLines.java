package dev.faultbook.failure;

import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the latest line of each stream stands: {@code Exception ignored in} belongs to the
 * traceback that its own process prints after it, whatever other processes print in between.
 * Reaches back to the beginning of the chunk.
 */
final class PreviousLines {
  private static final int LONGEST_LINE = 8 * 1024;

  /** Streams beyond this share one place. */
  private static final int MOST_STREAMS = 4096;

  private byte @Nullable [] bytes;
  private int[] from = new int[64];
  private int[] to = new int[64];

  /** Forgets the lines of the chunk before. */
  void forgetAll() {
    Arrays.fill(to, -1);
  }

  void rememberLine(byte[] buffer, int start, int end, int stream) {
    int id = Math.min(stream, MOST_STREAMS - 1);
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
    }
    from[id] = start;
    to[id] = end;
  }

  /** The latest line of a stream without its wrapping; null when it is not known. */
  @Nullable String textOf(int stream) {
    int id = Math.min(stream, MOST_STREAMS - 1);
    if (bytes == null || id >= to.length || to[id] < 0) {
      return null;
    }
    int end = Math.min(to[id], from[id] + LONGEST_LINE);
    UnwrappedLine plain = UnwrappedLine.of(bytes, from[id], end);
    return Lines.decodeText(plain.bytes(), plain.from(), plain.to());
  }
}
