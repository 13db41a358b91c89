package dev.faultbook.stream;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the time of a line in its prefix or in a field of a structured log, or else that of the
 * nearest line above that states one, as for a stack trace below its heading.
 *
 * <p>Each line is read at most once. A line with no time in the many lines above it gets none.
 */
public final class InheritedTimestamps {
  private static final int MAX_LINES = 256;
  private static final int MAX_BYTES = 4096;
  private static final int MAX_PREFIX = 512;
  private static final int MAX_VALUE = 48;
  private static final int SECONDS_DIGITS = 10;
  private static final int MILLISECONDS_DIGITS = 13;
  private static final int NANOSECONDS_DIGITS = 19;

  /** Names of the time field in JSON and {@code key=value} logs. */
  private static final List<byte[]> FIELDS =
      Stream.of(
              "\"time\":",
              "\"ts\":",
              "\"timestamp\":",
              "\"@timestamp\":",
              "\"$date\":",
              "\"start_time\":",
              "\"creationTimestamp\":",
              "ts=",
              "time=")
          .map(LineCursor::asciiBytes)
          .toList();

  private final PrefixScanner scanner = new PrefixScanner();
  private final LineCursor cursor = new LineCursor();

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
    LogTime own = findTime(bytes, from, to);
    if (own != null) {
      return own;
    }
    lookBack(from);
    return latest;
  }

  private void lookBack(int before) {
    int end = before;
    for (int i = 0; i < MAX_LINES && end > looked; i++) {
      int start = Lines.lineStart(bytes, Math.max(looked, chunkFrom), end - 1);
      LogTime time = findTime(bytes, start, end - 1);
      if (time != null) {
        latest = time;
        break;
      }
      if (i == MAX_LINES - 1 && start > looked) {
        latest = null;
      }
      end = start;
    }
    looked = Math.max(looked, before);
  }

  /** The time that the first 4 KiB of {@code line[from, to)} state; null if there is none. */
  @Nullable LogTime findTime(byte[] line, int from, int to) {
    if (to <= from) {
      return null;
    }
    LogTime time = scanner.readTime(line, from, Math.min(to, from + MAX_PREFIX));
    cursor.startLine(line, from, Math.min(to, from + MAX_BYTES));
    for (int i = 0; i < FIELDS.size() && time == null; i++) {
      int at = cursor.findWord(FIELDS.get(i), from, cursor.end);
      time = at < 0 ? null : fieldTime(at + FIELDS.get(i).length);
    }
    return time;
  }

  /** Reads the value of a time field: {@code 1763710801.25}, {@code "2025-11-21T07:40:01Z"}. */
  private @Nullable LogTime fieldTime(int at) {
    int from = at;
    while (cursor.isAt(from, " \"")) {
      from++;
    }
    int end = cursor.digitsEnd(from, cursor.end);
    boolean stops = end == cursor.end || cursor.isAt(end, "\",}. ");
    return stops && end - from >= SECONDS_DIGITS && end - from <= NANOSECONDS_DIGITS
        ? new LogTime(LogTime.Scale.DATE, toMillis(from, end))
        : scanner.readTime(cursor.line, from, Math.min(cursor.end, from + MAX_VALUE));
  }

  /**
   * Converts a Unix time in seconds (10 digits), milliseconds (13), microseconds (16) or
   * nanoseconds (19) to milliseconds.
   */
  private long toMillis(int from, int to) {
    long value = 0;
    for (int i = from; i < from + MILLISECONDS_DIGITS; i++) {
      value = value * 10 + (i < to ? cursor.line[i] - '0' : 0);
    }
    return value;
  }
}
