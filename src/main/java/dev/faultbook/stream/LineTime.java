package dev.faultbook.stream;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * The time that a line states, wherever it states it: in its prefix, or in a field that structured
 * loggers write it into.
 */
public final class LineTime {
  private static final int SEARCHED = 4096;
  private static final int PREFIX = 512;
  private static final int VALUE = 48;

  /** What the writers of JSON and of {@code key=value} lines call it. */
  private static final String[] FIELDS = {
    "\"time\":",
    "\"ts\":",
    "\"timestamp\":",
    "\"@timestamp\":",
    "\"$date\":",
    "\"start_time\":",
    "\"creationTimestamp\":",
    "ts=",
    "time="
  };

  private LineTime() {}

  /**
   * The time of the line {@code bytes[from, to)}, or null when it states none within its first 4
   * KiB.
   */
  public static @Nullable LogTime findTime(byte[] bytes, int from, int to) {
    if (to <= from) {
      return null;
    }
    String text = Lines.decodeText(bytes, from, Math.min(to, from + SEARCHED));
    LogTime time = prefixTime(text, 0);
    if (time == null && text.startsWith("[")) {
      // A number of the process or the level, and the time behind it.
      int close = text.indexOf("] ");
      time = close < 0 ? null : prefixTime(text, close + 2);
    }
    for (int i = 0; i < FIELDS.length && time == null; i++) {
      int at = text.indexOf(FIELDS[i]);
      if (at >= 0) {
        time = epochAt(text, at + FIELDS[i].length());
      }
    }
    return time;
  }

  private static @Nullable LogTime prefixTime(String text, int from) {
    return LinePrefix.of(text.substring(from, Math.min(text.length(), from + PREFIX))).time();
  }

  private static @Nullable LogTime epochAt(String text, int at) {
    int from = at;
    while (from < text.length() && (text.charAt(from) == ' ' || text.charAt(from) == '"')) {
      from++;
    }
    int end = digitsEnd(text, from);
    boolean stops = end == text.length() || "\",}. ".indexOf(text.charAt(end)) >= 0;
    if (stops && end - from >= 10 && end - from <= 19) {
      return new LogTime(LogTime.Scale.DATE, toMillis(text.substring(from, end)));
    }
    int most = Math.min(text.length(), from + VALUE);
    return LinePrefix.of(text.substring(from, most)).time();
  }

  private static int digitsEnd(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /** Since 1970, in seconds (10 digits), milli-, micro- or nanoseconds (13, 16, 19). */
  private static long toMillis(String digits) {
    int n = digits.length();
    long value = Long.parseLong(n > 13 ? digits.substring(0, 13) : digits);
    for (int i = n; i < 13; i++) {
      value *= 10;
    }
    return value;
  }
}
