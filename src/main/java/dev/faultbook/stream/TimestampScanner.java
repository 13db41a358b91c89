package dev.faultbook.stream;

import static dev.faultbook.stream.LineCursor.NONE;
import static dev.faultbook.stream.LineCursor.asciiBytes;
import static dev.faultbook.stream.LineCursor.isDigit;

import dev.faultbook.log.LogTime;
import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * Reads the timestamps that loggers, glog, syslog, dmesg and container engines put before a
 * message.
 *
 * <p>Each method consumes a known form at the cursor, or nothing. It allocates objects only for
 * dates; an instance is reused for successive lines.
 */
final class TimestampScanner {
  private static final byte[] MONTHS = asciiBytes("JanFebMarAprMayJunJulAugSepOctNovDec");
  private static final byte[] WEEKDAYS = asciiBytes("MonTueWedThuFriSatSun");
  private static final String STAMP_SIGNS = "-:/.,TZ+";
  private static final int SHORTEST_STAMP = 8;
  private static final int LONGEST_STAMP = 40;

  /** Most bytes between a glog time and the bracket after the source file and line. */
  private static final int GLOG_SEARCH = 161;

  // Any leap year: only the number of days before a month matters.
  private static final int LEAP_YEAR = 2024;
  private static final long DAY = 86_400_000L;

  private final LineCursor cursor;
  private int scale;
  private long millis;

  TimestampScanner(LineCursor cursor) {
    this.cursor = cursor;
  }

  void startLine() {
    scale = NONE;
    millis = 0;
  }

  /** Ordinal of the {@link LogTime.Scale} of the time; -1 if none was read. */
  int scale() {
    return scale;
  }

  long millis() {
    return millis;
  }

  /** Reads a timestamp without brackets: {@code 2025-11-21T07:40:01.123Z}, {@code 07:40:01,123}. */
  boolean readTimestamp() {
    byte first = cursor.line[cursor.pos];
    if (!isDigit(first) && STAMP_SIGNS.indexOf(first) < 0) {
      return false;
    }
    int end = stampEnd(cursor.pos);
    if (end < 0 || !readStamp(cursor.pos, end)) {
      return false;
    }
    cursor.pos = end;
    return true;
  }

  /** Returns the end of a run of date and time characters; -1 if it is shorter than 8 bytes. */
  int stampEnd(int from) {
    int i = from;
    int blanks = 0;
    while (i < cursor.end && i - from < LONGEST_STAMP) {
      byte c = cursor.line[i];
      if (c == ' ' && blanks == 0 && isDigit(cursor.peek(i + 1)) && i - from >= 5) {
        blanks++;
      } else if (!(isDigit(c) || STAMP_SIGNS.indexOf(c) >= 0)) {
        break;
      }
      i++;
    }
    return i - from >= SHORTEST_STAMP ? i : -1;
  }

  /**
   * Reads the prefix of glog, with or without an opening bracket: {@code E1205 11:55:34.719711099
   * 12345 file.cpp:1595]}.
   */
  boolean readGlog() {
    int at = cursor.line[cursor.pos] == '[' ? cursor.pos + 1 : cursor.pos;
    if ("IWEF".indexOf(cursor.peek(at)) < 0 || !isDigit(cursor.peek(at + 1))) {
      return false;
    }
    int blank = cursor.findByte((byte) ' ', at, Math.min(cursor.end, at + 6));
    if (blank < 0 || blank - at < 4 || cursor.digitsEnd(at + 1, blank) != blank) {
      return false;
    }
    int split = blank - 2;
    int end = clockEnd(blank + 1);
    long clock = parseClock(blank + 1, end);
    if (clock < 0) {
      return false;
    }
    keepDayOfYear(cursor.parseNumber(at + 1, split), cursor.parseNumber(split, blank), clock);
    int close = cursor.findByte((byte) ']', end, Math.min(cursor.end, end + GLOG_SEARCH));
    cursor.pos = close > 0 ? close + 1 : end;
    return true;
  }

  /** Reads the time of syslog: {@code Nov 21 07:40:01}. */
  boolean readSyslogTime() {
    int month = parseMonth(cursor.pos);
    if (month == NONE || cursor.peek(cursor.pos + 3) != ' ') {
      return false;
    }
    int dayAt = cursor.peek(cursor.pos + 4) == ' ' ? cursor.pos + 5 : cursor.pos + 4;
    int dayEnd = cursor.findByte((byte) ' ', dayAt, Math.min(cursor.end, dayAt + 3));
    if (dayEnd < 0 || cursor.digitsEnd(dayAt, dayEnd) != dayEnd) {
      return false;
    }
    int end = clockEnd(dayEnd + 1);
    long clock = parseClock(dayEnd + 1, end);
    if (clock < 0) {
      return false;
    }
    keepDayOfYear(month, cursor.parseNumber(dayAt, dayEnd), clock);
    cursor.pos = end;
    return true;
  }

  private int parseMonth(int at) {
    if (at + 3 >= cursor.end || cursor.line[at] < 'A' || cursor.line[at] > 'S') {
      return NONE;
    }
    for (int m = 0; m < 12; m++) {
      if (cursor.line[at] == MONTHS[3 * m]
          && cursor.line[at + 1] == MONTHS[3 * m + 1]
          && cursor.line[at + 2] == MONTHS[3 * m + 2]) {
        return m + 1;
      }
    }
    return NONE;
  }

  /**
   * Keeps the time with the most complete scale, the first in {@link LogTime.Scale}, if a line has
   * several times.
   */
  private void keepTime(LogTime.Scale stated, long at) {
    if (scale == NONE || scale > stated.ordinal()) {
      scale = stated.ordinal();
      millis = at;
    }
  }

  /** Reads a range that must consist of a date, a time or both. */
  boolean readStamp(int from, int to) {
    int n = to - from;
    if (n < SHORTEST_STAMP) {
      return false;
    }
    if (readUptime(from, to)) {
      return true;
    }
    // 2025-11-21T07:40:01.123Z
    if (n >= 19
        && (cursor.peek(from + 4) == '-' || cursor.peek(from + 4) == '/')
        && cursor.parseNumber(from, from + 4) != NONE) {
      return readDate(
          cursor.parseNumber(from, from + 4),
          cursor.parseNumber(from + 5, from + 7),
          from + 8,
          from + 11);
    }
    // 11-21 07:40:01
    if (n >= 14 && cursor.line[from + 2] == '-' && cursor.line[from + 5] == ' ') {
      return readMonthAndClock(from);
    }
    // 07:40:01,123
    if (cursor.line[from + 2] == ':' && cursor.line[from + 5] == ':') {
      return readTimeOfDay(from);
    }
    return n >= 24 && readKernelDate(from, to);
  }

  /** Reads the uptime of dmesg: {@code 12345.678901}. */
  private boolean readUptime(int from, int to) {
    int dot = to - 7;
    if (cursor.line[dot] != '.'
        || cursor.digitsEnd(from, dot) != dot
        || cursor.digitsEnd(dot + 1, to) != to) {
      return false;
    }
    keepTime(
        LogTime.Scale.UPTIME,
        parseSeconds(from, dot) * 1000 + cursor.parseNumber(dot + 1, dot + 4));
    return true;
  }

  private boolean readMonthAndClock(int from) {
    long clock = parseClock(from + 6, clockEnd(from + 6));
    if (clock >= 0) {
      keepDayOfYear(
          cursor.parseNumber(from, from + 2), cursor.parseNumber(from + 3, from + 5), clock);
    }
    return clock >= 0;
  }

  private boolean readTimeOfDay(int from) {
    long clock = parseClock(from, clockEnd(from));
    if (clock >= 0) {
      keepTime(LogTime.Scale.TIME_OF_DAY, clock);
    }
    return clock >= 0;
  }

  /** Reads the date of {@code dmesg -T}: {@code Thu Nov 21 07:40:01 2026}. */
  private boolean readKernelDate(int from, int to) {
    boolean weekday = false;
    for (int d = 0; d < WEEKDAYS.length; d += 3) {
      weekday |= cursor.line[from] == WEEKDAYS[d] && cursor.line[from + 1] == WEEKDAYS[d + 1];
    }
    int month = parseMonth(from + 4);
    if (!weekday || month == NONE || to - from != 24) {
      return false;
    }
    return readDate(
        cursor.parseNumber(from + 20, to),
        month,
        cursor.line[from + 8] == ' ' ? from + 9 : from + 8,
        from + 11);
  }

  private long parseSeconds(int from, int to) {
    long value = 0;
    for (int i = Math.max(from, to - 15); i < to; i++) {
      value = value * 10 + cursor.line[i] - '0';
    }
    return value;
  }

  private boolean readDate(int year, int month, int dayAt, int clockAt) {
    int day = cursor.parseNumber(dayAt, cursor.digitsEnd(dayAt, Math.min(cursor.end, dayAt + 2)));
    long clock = parseClock(clockAt, clockEnd(clockAt));
    if (month == NONE || day == NONE || clock < 0) {
      return false;
    }
    try {
      keepTime(LogTime.Scale.DATE, LocalDate.of(year, month, day).toEpochDay() * DAY + clock);
      return true;
    } catch (DateTimeException notADate) {
      return false;
    }
  }

  private void keepDayOfYear(int month, int day, long clock) {
    try {
      keepTime(
          LogTime.Scale.DAY_OF_YEAR,
          LocalDate.of(LEAP_YEAR, month, day).getDayOfYear() * DAY + clock);
    } catch (DateTimeException notADate) {
      keepTime(LogTime.Scale.TIME_OF_DAY, clock);
    }
  }

  private int clockEnd(int from) {
    int i = from;
    while (i < cursor.end && (isDigit(cursor.line[i]) || ":.,".indexOf(cursor.line[i]) >= 0)) {
      i++;
    }
    return i;
  }

  /** A leap second ends an hour in UTC, and thus a quarter of an hour in every zone. */
  private static int lastSecond(int minute) {
    return minute % 15 == 14 ? 60 : 59;
  }

  /**
   * Returns the milliseconds since midnight of {@code 11:55:34.719…}; -1 if the range is not a
   * time. A leap second is the second after it, so {@code 23:59:60} is a whole day.
   */
  private long parseClock(int from, int to) {
    if (to - from < 8 || cursor.line[from + 2] != ':' || cursor.line[from + 5] != ':') {
      return -1;
    }
    int h = cursor.parseNumber(from, from + 2);
    int m = cursor.parseNumber(from + 3, from + 5);
    int s = cursor.parseNumber(from + 6, from + 8);
    if (h == NONE || m == NONE || s == NONE || h > 23 || m > 59 || s > lastSecond(m)) {
      return -1;
    }
    int fraction = 0;
    int weight = 100;
    for (int i = from + 9; i < to && weight > 0 && isDigit(cursor.line[i]); i++) {
      fraction += (cursor.line[i] - '0') * weight;
      weight /= 10;
    }
    return ((h * 60L + m) * 60 + s) * 1000 + fraction;
  }
}
