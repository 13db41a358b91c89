package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/** Finds the time of a line in its prefix or in a field of a structured log. */
public final class LineTime {
  private static final int SECONDS_DIGITS = 10;
  private static final int MILLISECONDS_DIGITS = 13;
  private static final int NANOSECONDS_DIGITS = 19;
  private static final int SEARCHED = 4096;
  private static final int LONGEST_PREFIX = 512;
  private static final int LONGEST_VALUE = 48;
  private static final byte[] BRACKET_END = LineCursor.asciiBytes("] ");

  /** Names of the time field in JSON and {@code key=value} logs. */
  private static final byte[][] FIELDS = {
    LineCursor.asciiBytes("\"time\":"),
    LineCursor.asciiBytes("\"ts\":"),
    LineCursor.asciiBytes("\"timestamp\":"),
    LineCursor.asciiBytes("\"@timestamp\":"),
    LineCursor.asciiBytes("\"$date\":"),
    LineCursor.asciiBytes("\"start_time\":"),
    LineCursor.asciiBytes("\"creationTimestamp\":"),
    LineCursor.asciiBytes("ts="),
    LineCursor.asciiBytes("time=")
  };

  private final LineCursor cursor = new LineCursor();

  private LineTime(byte[] bytes, int from, int to) {
    cursor.startLine(bytes, from, to);
  }

  /** The time of the line {@code bytes[from, to)}; null if its first 4 KiB contain none. */
  public static @Nullable LogTime findTime(byte[] bytes, int from, int to) {
    return to <= from ? null : new LineTime(bytes, from, Math.min(to, from + SEARCHED)).findTime();
  }

  private @Nullable LogTime findTime() {
    LogTime time = timeAt(cursor.start, LONGEST_PREFIX);
    if (time == null && cursor.current() == '[') {
      // [4711] 2025-11-21 07:40:01: the time follows a process id or level in brackets.
      int close = cursor.findWord(BRACKET_END, cursor.start, cursor.end);
      time = close < 0 ? null : timeAt(close + BRACKET_END.length, LONGEST_PREFIX);
    }
    for (int i = 0; i < FIELDS.length && time == null; i++) {
      int at = cursor.findWord(FIELDS[i], cursor.start, cursor.end);
      time = at < 0 ? null : fieldTime(at + FIELDS[i].length);
    }
    return time;
  }

  private @Nullable LogTime timeAt(int from, int most) {
    return LinePrefix.of(cursor.line, from, Math.min(cursor.end, from + most)).time();
  }

  /** Reads the value of a time field: {@code 1763710801.25}, {@code "2025-11-21T07:40:01Z"}. */
  private @Nullable LogTime fieldTime(int at) {
    int from = at;
    while (cursor.peek(from) == ' ' || cursor.peek(from) == '"') {
      from++;
    }
    int end = cursor.digitsEnd(from, cursor.end);
    boolean stops = end == cursor.end || "\",}. ".indexOf(cursor.peek(end)) >= 0;
    return stops && end - from >= SECONDS_DIGITS && end - from <= NANOSECONDS_DIGITS
        ? new LogTime(LogTime.Scale.DATE, toMillis(from, end))
        : timeAt(from, LONGEST_VALUE);
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
