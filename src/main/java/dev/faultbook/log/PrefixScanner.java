package dev.faultbook.log;

import java.time.DateTimeException;
import java.time.LocalDate;

/** One pass over the start of one line; each method either consumes a known form or nothing. */
final class PrefixScanner {
  private static final int MOST_PARTS = 8;
  private static final int RANK_SEARCH = 400;
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  // Any leap year: only the number of days before a month matters.
  private static final int LEAP_YEAR = 2024;
  private static final long DAY = 86_400_000L;

  private final String line;
  private final int length;
  private int pos;
  private LogTime time;
  private Integer rank;
  private String node;
  private String process;

  PrefixScanner(String line) {
    this.line = line;
    this.length = line.length();
  }

  LinePrefix scan() {
    for (int parts = 0; parts < MOST_PARTS; parts++) {
      skipBlanks();
      if (!(bracketed() || timestamp() || glog() || syslog() || nccl() || named() || level())) {
        break;
      }
    }
    skipBlanks();
    if (rank == null) {
      rank = rankInText();
    }
    return new LinePrefix(time, rank, node, process, Math.min(pos, length));
  }

  private void skipBlanks() {
    while (pos < length && (line.charAt(pos) == ' ' || line.charAt(pos) == '\t')) {
      pos++;
    }
  }

  private boolean bracketed() {
    if (peek(pos) == '(') {
      return ray();
    }
    if (peek(pos) != '[') {
      return false;
    }
    int close = line.indexOf(']', pos);
    if (close < 0 || close - pos > 90) {
      return false;
    }
    String inside = line.substring(pos + 1, close);
    int after = close + 1;
    Integer named = rankName(inside);
    if (named != null) {
      rank = named;
      pos = peek(after) == ':' ? after + 1 : after;
      return true;
    }
    int comma = inside.indexOf(',');
    if (comma > 0 && digits(inside, 0, comma) && line.startsWith("<std", after)) {
      rank = number(inside, comma + 1, inside.length());
      int colon = line.indexOf(':', after);
      pos = colon < 0 ? after : colon + 1;
      return true;
    }
    LogTime stated = stamp(inside);
    if (stated != null) {
      setTime(stated);
      pos = peek(after) == ':' ? after + 1 : after;
      return true;
    }
    return false;
  }

  /** {@code rank3}, {@code default3}, {@code Rank 3} or, before a colon, a bare number. */
  private Integer rankName(String inside) {
    for (String word : new String[] {"rank", "default", "Rank", "RANK"}) {
      if (inside.startsWith(word)) {
        int from = inside.startsWith(" ", word.length()) ? word.length() + 1 : word.length();
        return number(inside, from, inside.length());
      }
    }
    boolean bare = peek(pos + inside.length() + 2) == ':';
    return bare ? number(inside, 0, inside.length()) : null;
  }

  private boolean ray() {
    int close = line.indexOf(')', pos);
    int pid = line.indexOf("pid=", pos);
    if (close < 0 || pid < 0 || pid > close || close - pos > 120) {
      return false;
    }
    int end = pid + 4;
    while (end < close && Character.isDigit(line.charAt(end))) {
      end++;
    }
    process = line.substring(pid + 4, end);
    int ip = line.indexOf("ip=", pos);
    if (ip > 0 && ip < close) {
      node = line.substring(ip + 3, close);
    }
    pos = close + 1;
    return true;
  }

  private boolean timestamp() {
    int end = stampEnd(pos);
    if (end < 0) {
      return false;
    }
    LogTime stated = stamp(line.substring(pos, end));
    if (stated == null) {
      return false;
    }
    setTime(stated);
    pos = end;
    return true;
  }

  /** The end of a run of characters that a date and a time are written with. */
  private int stampEnd(int from) {
    int i = from;
    int blanks = 0;
    while (i < length && i - from < 40) {
      char c = line.charAt(i);
      if (c == ' ' && blanks == 0 && Character.isDigit(peek(i + 1)) && i - from >= 5) {
        blanks++;
      } else if (!(Character.isDigit(c) || "-:/.,TZ+".indexOf(c) >= 0)) {
        break;
      }
      i++;
    }
    return i - from >= 8 ? i : -1;
  }

  /** {@code E1205 11:55:34.719711099 12345 file.cpp:1595]}, with or without a bracket before it. */
  private boolean glog() {
    int at = peek(pos) == '[' ? pos + 1 : pos;
    if ("IWEF".indexOf(peek(at)) < 0 || !Character.isDigit(peek(at + 1))) {
      return false;
    }
    int blank = line.indexOf(' ', at);
    if (blank < 0 || blank - at < 4 || blank - at > 5 || !digits(line, at + 1, blank)) {
      return false;
    }
    int split = blank - 2;
    int end = clockEnd(blank + 1);
    long clock = clock(blank + 1, end);
    if (clock < 0) {
      return false;
    }
    setTime(dayOfYear(number(line, at + 1, split), number(line, split, blank), clock));
    int close = line.indexOf(']', end);
    pos = close > 0 && close - end < 160 ? close + 1 : end;
    return true;
  }

  private boolean syslog() {
    int month = pos + 6 < length ? MONTHS.indexOf(line.substring(pos, pos + 3)) : -1;
    if (month < 0 || month % 3 != 0 || peek(pos + 3) != ' ') {
      return false;
    }
    int dayAt = peek(pos + 4) == ' ' ? pos + 5 : pos + 4;
    int dayEnd = line.indexOf(' ', dayAt);
    if (dayEnd < 0 || !digits(line, dayAt, dayEnd)) {
      return false;
    }
    int end = clockEnd(dayEnd + 1);
    long clock = clock(dayEnd + 1, end);
    if (clock < 0) {
      return false;
    }
    setTime(dayOfYear(month / 3 + 1, number(line, dayAt, dayEnd), clock));
    pos = end;
    skipBlanks();
    int hostEnd = line.indexOf(' ', pos);
    int tagEnd = hostEnd < 0 ? -1 : line.indexOf(": ", hostEnd);
    if (tagEnd > 0 && tagEnd - hostEnd < 60) {
      node = line.substring(pos, hostEnd);
      pos = tagEnd + 1;
    }
    return true;
  }

  /** {@code host:pid:tid [gpu] NCCL …}. */
  private boolean nccl() {
    int nccl = line.indexOf(" NCCL ", pos);
    if (nccl < 0 || nccl - pos > 160) {
      return false;
    }
    int blank = line.indexOf(' ', pos);
    int second = blank < 0 ? -1 : line.lastIndexOf(':', blank);
    int first = second <= 0 ? -1 : line.lastIndexOf(':', second - 1);
    if (first < pos || !digits(line, second + 1, blank) || !digits(line, first + 1, second)) {
      return false;
    }
    node = line.substring(pos, first);
    process = line.substring(pos, second);
    pos = nccl + 1;
    return false;
  }

  /** {@code 3:} of srun, {@code name | } of docker compose, {@code node7:} of pdsh. */
  private boolean named() {
    if (pos != 0) {
      return false;
    }
    int end = 0;
    while (end < length && end < 64 && isNameChar(line.charAt(end))) {
      end++;
    }
    if (end == 0) {
      return false;
    }
    if (peek(end) == ':' && peek(end + 1) == ' ') {
      return named(end);
    }
    int bar = end;
    while (peek(bar) == ' ') {
      bar++;
    }
    if (bar > end && peek(bar) == '|' && peek(bar + 1) == ' ' && end > 2) {
      node = line.substring(0, end);
      pos = bar + 1;
      return true;
    }
    return false;
  }

  private boolean named(int end) {
    Integer task = digits(line, 0, end) ? number(line, 0, end) : null;
    if (task != null) {
      rank = task;
    } else if (Character.isDigit(line.charAt(end - 1)) && Character.isLowerCase(line.charAt(0))) {
      node = line.substring(0, end);
    } else {
      return false;
    }
    pos = end + 1;
    return true;
  }

  private static boolean isNameChar(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '.' || c == '_';
  }

  private boolean level() {
    for (String word :
        new String[] {"ERROR", "INFO", "WARNING", "WARN", "DEBUG", "CRITICAL", "FATAL"}) {
      if (line.startsWith(word, pos)) {
        int end = pos + word.length();
        if (peek(end) == ' ' && stampEnd(end + 1) > 0 && Character.isDigit(peek(end + 1))) {
          pos = end;
          return true;
        }
      }
    }
    return false;
  }

  /** Rank that watchdog and NCCL lines state in their text: {@code [Rank 3]}, {@code … Rank 3]}. */
  private Integer rankInText() {
    int at = line.indexOf("Rank ");
    if (at >= 0 && at < RANK_SEARCH) {
      int end = at + 5;
      while (end < length && Character.isDigit(line.charAt(end))) {
        end++;
      }
      if (end > at + 5 && peek(end) == ']') {
        return number(line, at + 5, end);
      }
    }
    return null;
  }

  private void setTime(LogTime stated) {
    if (time == null || time.scale().compareTo(stated.scale()) > 0) {
      time = stated;
    }
  }

  private static LogTime stamp(String text) {
    String s = text.strip();
    int n = s.length();
    int dot = s.indexOf('.');
    if (dot > 0 && n - dot == 7 && digits(s, 0, dot) && digits(s, dot + 1, n)) {
      return new LogTime(
          LogTime.Scale.UPTIME, Long.parseLong(cut(s, dot)) * 1000 + number(s, dot + 1, dot + 4));
    }
    PrefixScanner in = new PrefixScanner(s);
    if (n >= 19 && (s.charAt(4) == '-' || s.charAt(4) == '/') && digits(s, 0, 4)) {
      return in.date(number(s, 0, 4), 5);
    }
    if (n >= 14 && s.charAt(2) == '-' && s.charAt(5) == ' ') {
      long clock = in.clock(6, in.clockEnd(6));
      return clock < 0 ? null : in.dayOfYear(number(s, 0, 2), number(s, 3, 5), clock);
    }
    if (n >= 8 && s.charAt(2) == ':' && s.charAt(5) == ':') {
      long clock = in.clock(0, in.clockEnd(0));
      return clock < 0 ? null : new LogTime(LogTime.Scale.TIME_OF_DAY, clock);
    }
    return null;
  }

  private static String cut(String s, int end) {
    return s.substring(Math.max(0, end - 15), end);
  }

  private LogTime date(int year, int at) {
    Integer month = number(line, at, at + 2);
    Integer day = number(line, at + 3, at + 5);
    long clock = clock(at + 6, clockEnd(at + 6));
    if (month == null || day == null || clock < 0) {
      return null;
    }
    try {
      return new LogTime(
          LogTime.Scale.DATE, LocalDate.of(year, month, day).toEpochDay() * DAY + clock);
    } catch (DateTimeException notADate) {
      return null;
    }
  }

  private LogTime dayOfYear(Integer month, Integer day, long clock) {
    if (month == null || day == null) {
      return new LogTime(LogTime.Scale.TIME_OF_DAY, clock);
    }
    try {
      long days = LocalDate.of(LEAP_YEAR, month, day).getDayOfYear();
      return new LogTime(LogTime.Scale.DAY_OF_YEAR, days * DAY + clock);
    } catch (DateTimeException notADate) {
      return new LogTime(LogTime.Scale.TIME_OF_DAY, clock);
    }
  }

  private int clockEnd(int from) {
    int i = from;
    while (i < length
        && (Character.isDigit(line.charAt(i)) || ":.,".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i;
  }

  /** Milliseconds since midnight of {@code 11:55:34.719…}, or -1. */
  private long clock(int from, int to) {
    if (to - from < 8 || line.charAt(from + 2) != ':' || line.charAt(from + 5) != ':') {
      return -1;
    }
    Integer h = number(line, from, from + 2);
    Integer m = number(line, from + 3, from + 5);
    Integer s = number(line, from + 6, from + 8);
    if (h == null || m == null || s == null) {
      return -1;
    }
    int millis = 0;
    int scale = 100;
    for (int i = from + 9; i < to && scale > 0 && Character.isDigit(line.charAt(i)); i++) {
      millis += (line.charAt(i) - '0') * scale;
      scale /= 10;
    }
    return ((h * 60L + m) * 60 + s) * 1000 + millis;
  }

  private char peek(int at) {
    return at >= 0 && at < length ? line.charAt(at) : '\0';
  }

  private static boolean digits(String s, int from, int to) {
    if (from >= to || to > s.length()) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (s.charAt(i) < '0' || s.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static Integer number(String s, int from, int to) {
    return digits(s, from, to) && to - from < 9 ? Integer.valueOf(s.substring(from, to)) : null;
  }
}
