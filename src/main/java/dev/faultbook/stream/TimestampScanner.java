package dev.faultbook.stream;

import static dev.faultbook.stream.LineCursor.NONE;
import static dev.faultbook.stream.LineCursor.isDigit;

import dev.faultbook.log.LogTime;
import dev.faultbook.log.TextParts;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the timestamps that loggers, glog, syslog, dmesg and container engines put before a
 * message.
 *
 * <p>Each method consumes a known form at the cursor, or nothing. An instance is reused for
 * successive lines.
 */
final class TimestampScanner {
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
  private static final List<String> WEEKDAYS =
      List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");

  /** Names of the time field in JSON and {@code key=value} logs. */
  private static final List<String> FIELDS =
      TextParts.splitAt(
          "\"time\": \"ts\": \"timestamp\": \"@timestamp\": \"$date\":"
              + " \"start_time\": \"creationTimestamp\": ts= time=",
          ' ');

  private static final int SECONDS_DIGITS = 10;
  private static final int MILLISECONDS_DIGITS = 13;
  private static final int NANOSECONDS_DIGITS = 19;
  private static final String STAMP_SIGNS = "-:/.,TZ+";
  private static final int MIN_STAMP = 8;

  /** Bytes of {@code Thu Nov 21 07:40:01 2026}. */
  private static final int KERNEL_DATE = 24;

  private static final int MAX_STAMP = 48;

  /** Bytes of {@code 2025-11-21T07:40:}. */
  private static final int MINUTE = 17;

  private static final long MINUTE_MILLIS = 60_000;

  /** Most bytes between a glog time and the bracket after the source file and line. */
  private static final int GLOG_SEARCH = 161;

  /** The largest offset of a zone. */
  private static final int MAX_OFFSET_HOURS = 14;

  // Any leap year: only the number of days before a month matters.
  private static final int LEAP_YEAR = 2024;
  private static final long DAY = 86_400_000L;

  /**
   * The time that was read, or null. If a line has several, the one with the most complete scale,
   * the first in {@link LogTime.Scale}.
   */
  @Nullable LogTime time;

  /** How the time was read; {@link Form#NONE} also if a line with other digits may be read so. */
  Form form = Form.NONE;

  /** The range of the stamp. */
  int stampFrom;

  int stampTo;

  /** Whether something looks like a time and is none, as 25:00:00, or two times were read. */
  private boolean irregular;

  private final LineCursor cursor;

  /** The minute of the latest date: of the next one in it only the seconds are read. */
  private final byte[] minute = new byte[MINUTE];

  private long minuteMillis;
  private char zone;
  private char behindZone;
  private @Nullable Integer minuteOffset;

  /** A way to write a time. */
  enum Form {
    NONE,
    STAMP,
    GLOG,
    SYSLOG
  }

  TimestampScanner(LineCursor cursor) {
    this.cursor = cursor;
  }

  void startLine() {
    time = null;
    form = Form.NONE;
    irregular = false;
  }

  /** Whether lines that differ in the values of their digits only are read in the same way. */
  boolean isRegular() {
    return !irregular && (time == null) == (form == Form.NONE);
  }

  /** Reads the time of a line that is like an earlier one; null if it has another form. */
  @Nullable LogTime readLike(byte[] bytes, int to, Form known, int stampFrom, int stampTo) {
    cursor.startLine(bytes, stampFrom, to);
    startLine();
    boolean read =
        switch (known) {
          case NONE -> false;
          case STAMP -> readStamp(stampFrom, stampTo);
          case GLOG -> readGlog(stampFrom);
          case SYSLOG -> readSyslogTime();
        };
    return read && isRegular() ? time : null;
  }

  /** Reads the seconds of a date in the same minute as the latest one. */
  private boolean readInMinute(int from, int to) {
    int clock = from + 11;
    int s = time != null || to - from < 19 ? NONE : parseBelow(60, from + MINUTE);
    if (s == NONE || !Arrays.equals(minute, 0, MINUTE, cursor.line, from, from + MINUTE)) {
      return false;
    }
    int end = clockEnd(clock);
    if (cursor.peek(end) != zone || cursor.peek(end + 1) != behindZone) {
      return false;
    }
    long millis = minuteMillis + s * 1000L + readFraction(from + 20, end);
    time = new LogTime(LogTime.Scale.DATE, millis, minuteOffset, false);
    return true;
  }

  /** Keeps the minute of the date that was read, unless its zone has digits or a name. */
  private void noteMinute(int from) {
    LogTime read = time;
    int end = clockEnd(from + 11);
    zone = cursor.peek(end);
    behindZone = cursor.peek(end + 1);
    if (read != null
        && read.scale() == LogTime.Scale.DATE
        && zone != '+'
        && zone != '-'
        && (zone != ' ' || "+-U".indexOf(behindZone) < 0)) {
      System.arraycopy(cursor.line, from, minute, 0, MINUTE);
      minuteMillis = Math.floorDiv(read.millis(), MINUTE_MILLIS) * MINUTE_MILLIS;
      minuteOffset = read.offset();
    } else {
      minute[0] = 0;
    }
  }

  private void noteForm(Form now, int from, int to) {
    irregular |= form != Form.NONE;
    form = now;
    stampFrom = from;
    stampTo = to;
  }

  /** Reads a timestamp without brackets: {@code 2025-11-21T07:40:01.123Z}, {@code 07:40:01,123}. */
  boolean readTimestamp() {
    int end = isDigit(cursor.current()) ? stampEnd(cursor.pos) : NONE;
    return end >= 0 && readStamp(cursor.pos, end) && cursor.moveTo(end);
  }

  /** Reads the time in front of mpirun's tag: {@code Fri Nov 20 17:49:26 2026[1,7]<stderr>:}. */
  boolean readTimeOfTag() {
    int end = cursor.pos + KERNEL_DATE;
    return cursor.peek(end) == '[' && readKernelDate(cursor.pos, end) && cursor.moveTo(end);
  }

  /** Reads the first field with a time in a structured log: one of {@link #FIELDS}. */
  void readField() {
    for (int i = 0; i < FIELDS.size() && time == null; i++) {
      int at = cursor.findWord(FIELDS.get(i), cursor.start, cursor.end);
      if (at >= 0) {
        readValue(at + FIELDS.get(i).length());
      }
    }
  }

  /** {@code 1763710801.25} or {@code "2025-11-21T07:40:01Z"}. */
  private void readValue(int at) {
    cursor.pos = at;
    while (cursor.isAt(cursor.pos, " \"")) {
      cursor.pos++;
    }
    int end = cursor.digitsEnd(cursor.pos, cursor.end);
    boolean stops = end == cursor.end || cursor.isAt(end, "\",}. ");
    int digits = end - cursor.pos;
    if (stops && digits >= SECONDS_DIGITS && digits <= NANOSECONDS_DIGITS) {
      // A Unix time in seconds (10 digits), milliseconds (13), microseconds or nanoseconds.
      long millis = 0;
      for (int i = cursor.pos; i < cursor.pos + MILLISECONDS_DIGITS; i++) {
        millis = millis * 10 + (i < end ? cursor.line[i] - '0' : 0);
      }
      time = new LogTime(LogTime.Scale.DATE, millis, 0, false);
    } else {
      readTimestamp();
    }
  }

  /** Skips digits and signs of any other date: {@code 12/25/2024 10:33:22}. */
  boolean skipStamp() {
    int digits = cursor.digitsEnd(cursor.pos, cursor.end);
    boolean dated = digits - cursor.pos == 2 || digits - cursor.pos == 4;
    int end = dated && cursor.isAt(digits, ":/-") ? stampEnd(cursor.pos) : NONE;
    return end >= 0 && !LineCursor.isLetter(cursor.peek(end)) && cursor.movePastColon(end);
  }

  /** Returns the end of a run of date and time characters; -1 if it is shorter than 8 bytes. */
  int stampEnd(int from) {
    int i = from;
    int most = Math.min(cursor.end, from + MAX_STAMP);
    boolean blank = false;
    while (i < most) {
      byte c = cursor.line[i];
      if (c == ' ' && !blank && i - from >= 5 && isDigit(cursor.peek(i + 1))) {
        // The blank between date and time, but not one before a number of the message.
        if (cursor.peek(i + 3) != ':') {
          break;
        }
        blank = true;
      } else if (!isDigit(c) && STAMP_SIGNS.indexOf(c) < 0) {
        break;
      }
      i++;
    }
    return i - from >= MIN_STAMP ? i : NONE;
  }

  /**
   * Reads the prefix of glog: {@code E1205 11:55:34.719711099 12345 file.cpp:1595]}.
   *
   * @param level index of the letter
   */
  boolean readGlog(int level) {
    int blank = cursor.digitsEnd(level + 1, Math.min(cursor.end, level + 10));
    int digits = blank - level - 1;
    if (digits < 3 || !cursor.isAt(level, "IWEFDC") || cursor.peek(blank) != ' ') {
      return false;
    }
    int end = clockEnd(blank + 1);
    long clock = parseClock(blank + 1, end);
    if (clock < 0) {
      return false;
    }
    // E1205, and E128 for the 28th of January; I20241205 if glog was built to state the year.
    if (digits <= 4) {
      int day = blank - 2;
      keepDayOfYear(cursor.parseNumber(level + 1, day), cursor.parseNumber(day, blank), clock);
      noteForm(Form.GLOG, level, end);
    }
    int close = cursor.findNear(']', end, GLOG_SEARCH);
    return cursor.moveTo(close < 0 ? end : close + 1);
  }

  /** Reads the time of syslog: {@code Nov 21 07:40:01}. */
  boolean readSyslogTime() {
    int month = parseMonth(cursor.pos);
    if (month == NONE || cursor.peek(cursor.pos + 3) != ' ') {
      return false;
    }
    int dayAt = cursor.peek(cursor.pos + 4) == ' ' ? cursor.pos + 5 : cursor.pos + 4;
    int dayEnd = cursor.findNear(' ', dayAt, 3);
    int end = clockEnd(dayEnd + 1);
    long clock = cursor.isNumber(dayAt, dayEnd) ? parseClock(dayEnd + 1, end) : NONE;
    if (clock < 0) {
      return false;
    }
    noteForm(Form.SYSLOG, cursor.pos, end);
    keepDayOfYear(month, cursor.parseNumber(dayAt, dayEnd), clock);
    return cursor.moveTo(end);
  }

  /** Reads a range that must consist of a date, a time or both. */
  boolean readStamp(int from, int to) {
    int n = to - from;
    boolean read =
        n >= MIN_STAMP
            && (readInMinute(from, to)
                || readUptime(from, to)
                || n >= 19 && readYear(from)
                || n >= 14 && readMonthAndClock(from)
                || readTimeOfDay(from)
                || n == KERNEL_DATE && readKernelDate(from, to));
    if (read) {
      noteForm(Form.STAMP, from, to);
    }
    return read;
  }

  /** {@code 12345.678901} of dmesg. */
  private boolean readUptime(int from, int to) {
    int dot = to - 7;
    if (cursor.line[dot] != '.'
        || cursor.digitsEnd(from, dot) != dot
        || !cursor.isNumber(dot + 1, to)) {
      return false;
    }
    long seconds = 0;
    for (int i = Math.max(from, dot - 15); i < dot; i++) {
      seconds = seconds * 10 + cursor.line[i] - '0';
    }
    keepTime(LogTime.Scale.UPTIME, seconds * 1000 + cursor.parseNumber(dot + 1, dot + 4));
    return true;
  }

  /** {@code 2025-11-21T07:40:01.123Z}, {@code 2025/11/21 07:40:01}. */
  private boolean readYear(int from) {
    boolean only = time == null;
    if (!cursor.isAt(from + 4, "-/")
        || !readDate(
            cursor.parseNumber(from, from + 4),
            cursor.parseNumber(from + 5, from + 7),
            from + 8,
            from + 11)) {
      return false;
    }
    if (only) {
      noteMinute(from);
    }
    return true;
  }

  /** {@code 11-21 07:40:01} of vLLM. */
  private boolean readMonthAndClock(int from) {
    boolean dated = cursor.peek(from + 2) == '-' && cursor.peek(from + 5) == ' ';
    long clock = dated ? parseClock(from + 6, clockEnd(from + 6)) : NONE;
    if (clock < 0) {
      return false;
    }
    keepDayOfYear(
        cursor.parseNumber(from, from + 2), cursor.parseNumber(from + 3, from + 5), clock);
    return true;
  }

  /** {@code 07:40:01,123}. */
  private boolean readTimeOfDay(int from) {
    long clock = parseClock(from, clockEnd(from));
    if (clock < 0) {
      return false;
    }
    keepTime(LogTime.Scale.TIME_OF_DAY, clock);
    return true;
  }

  /** {@code Thu Nov 21 07:40:01 2026} of {@code dmesg -T}. */
  private boolean readKernelDate(int from, int to) {
    return WEEKDAYS.stream().anyMatch(day -> cursor.startsWith(day, from))
        && readDate(
            cursor.parseNumber(from + 20, to),
            parseMonth(from + 4),
            cursor.blanksEnd(from + 8),
            from + 11);
  }

  private int parseMonth(int at) {
    for (int m = 0; m < MONTHS.size(); m++) {
      if (cursor.startsWith(MONTHS.get(m), at)) {
        return m + 1;
      }
    }
    return NONE;
  }

  private boolean readDate(int year, int month, int dayAt, int clockAt) {
    int day = cursor.parseNumber(dayAt, cursor.digitsEnd(dayAt, Math.min(cursor.end, dayAt + 2)));
    long clock = parseClock(clockAt, clockEnd(clockAt));
    if (year == NONE || month == NONE || day == NONE || clock < 0) {
      return false;
    }
    try {
      keepTime(LogTime.Scale.DATE, LocalDate.of(year, month, day).toEpochDay() * DAY + clock);
      keepZone(clockEnd(clockAt));
      return true;
    } catch (DateTimeException notADate) {
      irregular = true;
      return false;
    }
  }

  /** {@code Z}, {@code +08:00}, {@code +0800} or {@code UTC} behind a time. */
  private void keepZone(int at) {
    LogTime kept = time;
    Integer offset = parseOffset(at);
    if (kept != null && kept.scale() == LogTime.Scale.DATE && offset != null) {
      time = new LogTime(kept.scale(), kept.millis(), offset, false);
    }
  }

  private @Nullable Integer parseOffset(int at) {
    if (cursor.isAt(at, "Z") || cursor.startsWith(" UTC", at)) {
      return 0;
    }
    int sign = cursor.isAt(at, " ") ? at + 1 : at;
    if (!cursor.isAt(sign, "+-")) {
      return null;
    }
    int hours = cursor.parseNumber(sign + 1, sign + 3);
    int minuteAt = cursor.isAt(sign + 3, ":") ? sign + 4 : sign + 3;
    int minutes = cursor.parseNumber(minuteAt, minuteAt + 2);
    if (hours == NONE || minutes == NONE || hours > MAX_OFFSET_HOURS || minutes >= 60) {
      return null;
    }
    return (hours * 60 + minutes) * (cursor.isAt(sign, "-") ? -1 : 1);
  }

  private void keepDayOfYear(int month, int day, long clock) {
    try {
      keepTime(
          LogTime.Scale.DAY_OF_YEAR,
          LocalDate.of(LEAP_YEAR, month, day).getDayOfYear() * DAY + clock);
    } catch (DateTimeException notADate) {
      irregular = true;
      keepTime(LogTime.Scale.TIME_OF_DAY, clock);
    }
  }

  private void keepTime(LogTime.Scale scale, long millis) {
    if (time == null || time.scale().compareTo(scale) > 0) {
      time = new LogTime(scale, millis);
    }
  }

  private int clockEnd(int from) {
    int i = from;
    while (i < cursor.end && (isDigit(cursor.line[i]) || ":.,".indexOf(cursor.line[i]) >= 0)) {
      i++;
    }
    return i;
  }

  /**
   * Returns the milliseconds since midnight of {@code 11:55:34.719…}; -1 if the range is not a
   * time. A leap second is the second after it, so {@code 23:59:60} is a whole day.
   */
  private long parseClock(int from, int to) {
    if (to - from < 8 || cursor.line[from + 2] != ':' || cursor.line[from + 5] != ':') {
      return NONE;
    }
    int h = parseBelow(24, from);
    int m = parseBelow(60, from + 3);
    // A leap second ends an hour in UTC, and thus a quarter of an hour in every zone.
    int s = parseBelow(m % 15 == 14 ? 61 : 60, from + 6);
    if (h == NONE || m == NONE || s == NONE) {
      irregular = true;
      return NONE;
    }
    return ((h * 60L + m) * 60 + s) * 1000 + readFraction(from + 9, to);
  }

  private int readFraction(int from, int to) {
    int fraction = 0;
    int weight = 100;
    for (int i = from; i < to && weight > 0 && isDigit(cursor.line[i]); i++) {
      fraction += (cursor.line[i] - '0') * weight;
      weight /= 10;
    }
    return fraction;
  }

  /** The number of two digits at an index; -1 if there is none or it is not below a limit. */
  private int parseBelow(int limit, int from) {
    int number = cursor.parseNumber(from, from + 2);
    return number < limit ? number : NONE;
  }
}
