package dev.faultbook.stream;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * Finds the time of a line that states none: that of the nearest line above that states one, as for
 * a stack trace below its heading.
 *
 * <p>Each line is read at most once. A line with no time in the many lines above it gets none.
 */
public final class InheritedTimestamps {
  private static final int MOST_LINES = 256;

  private byte[] bytes = new byte[0];
  private int chunkFrom;
  private int looked;
  private @Nullable LogTime latest;

  /** Begins a chunk; the last time of the previous chunk still applies. */
  public void beginChunk(byte[] chunk, int from) {
    bytes = chunk;
    chunkFrom = from;
    looked = from;
  }

  /** Ends a chunk, before its bytes are overwritten. */
  public void endChunk(int to) {
    if (bytes != null) {
      lookBack(to);
    }
  }

  /** The time for the line {@code [from, to)}, whose prefix states none; null if unknown. */
  public @Nullable LogTime timeOf(int from, int to) {
    LogTime own = LineTime.findTime(bytes, from, to);
    if (own != null) {
      return own;
    }
    lookBack(from);
    return latest;
  }

  private void lookBack(int before) {
    int end = before;
    for (int i = 0; i < MOST_LINES && end > looked; i++) {
      int start = Lines.lineStart(bytes, Math.max(looked, chunkFrom), end - 1);
      LogTime time = LineTime.findTime(bytes, start, end - 1);
      if (time != null) {
        latest = time;
        break;
      }
      if (i == MOST_LINES - 1 && start > looked) {
        latest = null;
      }
      end = start;
    }
    looked = Math.max(looked, before);
  }
}
