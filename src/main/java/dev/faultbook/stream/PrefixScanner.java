package dev.faultbook.stream;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * One pass over the start of one line; each method either consumes a known form or nothing.
 *
 * <p>Works on the bytes and makes no object, because it sees every line of a log; one instance
 * serves line after line.
 */
final class PrefixScanner {
  private static final int MOST_PARTS = 8;
  private static final int RANK_SEARCH = 400;
  private static final int NONE = -1;
  private static final byte[] MONTHS = ascii("JanFebMarAprMayJunJulAugSepOctNovDec");
  private static final byte[] WEEKDAYS = ascii("MonTueWedThuFriSatSun");
  private static final byte[] NCCL = ascii(" NCCL ");
  private static final byte[] RANK = ascii("Rank ");
  private static final byte[] STD = ascii("<std");
  private static final byte[] PID = ascii("pid=");
  private static final byte[] IP = ascii("ip=");
  private static final byte[][] RANK_WORDS = {ascii("rank"), ascii("Rank"), ascii("RANK")};
  private static final byte[] DEFAULT = ascii("default");
  private static final byte[] POD = ascii("pod/");
  private static final byte[][] LEVELS = {
    ascii("ERROR"),
    ascii("INFO"),
    ascii("WARNING"),
    ascii("WARN"),
    ascii("DEBUG"),
    ascii("CRITICAL"),
    ascii("FATAL")
  };
  // Any leap year: only the number of days before a month matters.
  private static final int LEAP_YEAR = 2024;
  private static final long DAY = 86_400_000L;
  private static final LogTime.Scale[] SCALES = LogTime.Scale.values();

  private byte[] line = {};
  private int start;
  private int length;
  private int pos;

  private int scale;
  private long millis;
  private int rank;
  private int local;
  private boolean loose;
  private int nodeFrom;
  private int nodeTo;
  private int processFrom;
  private int processTo;
  private int device;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads the prefixes of {@code bytes[from, to)}, a plain line without its newline. */
  PrefixScanner scan(byte[] bytes, int from, int to) {
    line = bytes;
    start = from;
    length = to;
    pos = from;
    scale = NONE;
    rank = NONE;
    local = NONE;
    loose = false;
    nodeFrom = NONE;
    processFrom = NONE;
    device = NONE;
    skipBlanks();
    for (int parts = 0; parts < MOST_PARTS && part(parts == 0); parts++) {
      skipBlanks();
    }
    if (rank == NONE) {
      rank = rankInText();
    }
    pos = Math.min(pos, length);
    return this;
  }

  /** Reads one part of the prefix; false where the message begins. */
  private boolean part(boolean first) {
    return pos < length
        && (bracketed()
            || timestamp()
            || glog()
            || dated()
            || nccl()
            || first && named()
            || level());
  }

  LinePrefix prefix() {
    int stated = rank == NONE ? local : rank;
    return new LinePrefix(
        scale == NONE ? null : new LogTime(SCALES[scale], millis),
        stated == NONE ? null : Integer.valueOf(stated),
        nodeFrom == NONE ? null : text(nodeFrom, nodeTo),
        processFrom == NONE ? null : text(processFrom, processTo),
        pos - start,
        rank == NONE && local != NONE,
        loose,
        device == NONE ? null : device);
  }

  /** The buffer that holds the line that was read last. */
  byte[] line() {
    return line;
  }

  /** Ordinal of the time's scale, or -1. */
  int scale() {
    return scale;
  }

  long millis() {
    return millis;
  }

  int rank() {
    return rank;
  }

  int local() {
    return local;
  }

  /** Number of the GPU that NCCL states, or -1. */
  int device() {
    return device;
  }

  /** Whether rank or node come from a form that ordinary text has too: {@code 3: …}. */
  boolean loose() {
    return loose;
  }

  int nodeFrom() {
    return nodeFrom;
  }

  int nodeTo() {
    return nodeTo;
  }

  int processFrom() {
    return processFrom;
  }

  int processTo() {
    return processTo;
  }

  int messageStart() {
    return pos;
  }

  private String text(int from, int to) {
    return Lines.decode(line, from, to);
  }

  private void skipBlanks() {
    while (pos < length && (line[pos] == ' ' || line[pos] == '\t')) {
      pos++;
    }
  }

  private boolean bracketed() {
    if (line[pos] == '(') {
      return ray();
    }
    if (line[pos] != '[') {
      return false;
    }
    int close = find((byte) ']', pos, Math.min(length, pos + 91));
    if (close < 0) {
      return false;
    }
    int from = pos + 1;
    int after = close + 1;
    return rankName(from, close, after)
        || tagged(from, close, after)
        || pod(from, close, after)
        || ucx(from, close, after)
        || stamped(from, close, after);
  }

  /** {@code rank3}, {@code default3}, {@code Rank 3} or, before a colon, a bare number. */
  private boolean rankName(int from, int close, int after) {
    int named = rankBehindWord(from, close);
    if (named == NONE && startsWith(DEFAULT, from)) {
      local = number(from + DEFAULT.length, close);
      return local != NONE && after(after);
    }
    if (named == NONE && peek(after) == ':' && !isBlank(after + 1)) {
      named = number(from, close);
    }
    if (named == NONE) {
      return false;
    }
    rank = named;
    return after(after);
  }

  private int rankBehindWord(int from, int close) {
    for (byte[] word : RANK_WORDS) {
      if (startsWith(word, from)) {
        int end = from + word.length;
        return number(peek(end) == ' ' ? end + 1 : end, close);
      }
    }
    return NONE;
  }

  /** torchrun's report of failures has {@code [0]:} on a line of its own; it numbers failures. */
  private boolean isBlank(int at) {
    for (int i = at; i < length; i++) {
      if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private boolean after(int at) {
    pos = peek(at) == ':' ? at + 1 : at;
    return true;
  }

  /** {@code [1,3]<stderr>:} of mpirun, since Open MPI 5 {@code [prterun-node1-77@1,3]<stderr>:}. */
  private boolean tagged(int from, int close, int after) {
    if (!startsWith(STD, after)) {
      return false;
    }
    int comma = find((byte) ',', from, close);
    if (comma < 0) {
      return false;
    }
    rank = number(comma + 1, close);
    int colon = find((byte) ':', after, length);
    pos = colon < 0 ? after : colon + 1;
    return true;
  }

  /** {@code [pod/trainer-3/pytorch]}, as {@code kubectl logs --prefix} writes it. */
  private boolean pod(int from, int close, int after) {
    if (!startsWith(POD, from)) {
      return false;
    }
    int slash = find((byte) '/', from + POD.length, close);
    nodeFrom = from + POD.length;
    nodeTo = slash < 0 ? close : slash;
    pos = after;
    return true;
  }

  /** {@code [host:4102 :0:4240]} of UCX's handler of signals: process, and thread at the end. */
  private boolean ucx(int from, int close, int after) {
    int colon = find((byte) ':', from, close);
    if (colon <= from || digitsEnd(from, colon) == colon) {
      return false;
    }
    int process = digitsEnd(colon + 1, close);
    if (process == colon + 1 || !isUcxThread(process, close)) {
      return false;
    }
    nodeFrom = from;
    nodeTo = colon;
    processFrom = from;
    processTo = process;
    pos = after;
    return true;
  }

  /** {@code :0:4240} behind the number of the process. */
  private boolean isUcxThread(int from, int close) {
    int i = from;
    while (i < close && line[i] == ' ') {
      i++;
    }
    int zero = peek(i) == ':' ? digitsEnd(i + 1, close) : i;
    return zero > i + 1
        && peek(zero) == ':'
        && zero + 1 < close
        && digitsEnd(zero + 1, close) == close;
  }

  private boolean stamped(int from, int close, int after) {
    int f = from;
    int t = close;
    while (f < t && line[f] == ' ') {
      f++;
    }
    while (t > f && line[t - 1] == ' ') {
      t--;
    }
    return stamp(f, t) && after(after);
  }

  private boolean ray() {
    int close = find((byte) ')', pos, Math.min(length, pos + 121));
    int pid = close < 0 ? -1 : find(PID, pos, close);
    if (pid < 0) {
      return false;
    }
    int end = digitsEnd(pid + 4, close);
    processFrom = pid + 4;
    processTo = end;
    int ip = find(IP, pos, close);
    if (ip > 0) {
      nodeFrom = ip + 3;
      nodeTo = close;
    }
    pos = close + 1;
    return true;
  }

  private boolean timestamp() {
    byte first = line[pos];
    if (!isDigit(first) && "-:/.,TZ+".indexOf(first) < 0) {
      return false;
    }
    int end = stampEnd(pos);
    if (end < 0 || !stamp(pos, end)) {
      return false;
    }
    pos = end;
    return true;
  }

  /** The end of a run of characters that a date and a time are written with. */
  private int stampEnd(int from) {
    int i = from;
    int blanks = 0;
    while (i < length && i - from < 40) {
      byte c = line[i];
      if (c == ' ' && blanks == 0 && isDigit(peek(i + 1)) && i - from >= 5) {
        blanks++;
      } else if (!(isDigit(c) || "-:/.,TZ+".indexOf(c) >= 0)) {
        break;
      }
      i++;
    }
    return i - from >= 8 ? i : -1;
  }

  /** {@code E1205 11:55:34.719711099 12345 file.cpp:1595]}, with or without a bracket before it. */
  private boolean glog() {
    int at = line[pos] == '[' ? pos + 1 : pos;
    if ("IWEF".indexOf(peek(at)) < 0 || !isDigit(peek(at + 1))) {
      return false;
    }
    int blank = find((byte) ' ', at, Math.min(length, at + 6));
    if (blank < 0 || blank - at < 4 || digitsEnd(at + 1, blank) != blank) {
      return false;
    }
    int split = blank - 2;
    int end = clockEnd(blank + 1);
    long clock = clock(blank + 1, end);
    if (clock < 0) {
      return false;
    }
    dayOfYear(number(at + 1, split), number(split, blank), clock);
    int close = find((byte) ']', end, Math.min(length, end + 161));
    pos = close > 0 ? close + 1 : end;
    return true;
  }

  /** {@code Nov 21 07:40:01 host tag:} of syslog. */
  private boolean dated() {
    int month = month(pos);
    if (month == NONE || peek(pos + 3) != ' ') {
      return false;
    }
    int dayAt = peek(pos + 4) == ' ' ? pos + 5 : pos + 4;
    int dayEnd = find((byte) ' ', dayAt, Math.min(length, dayAt + 3));
    if (dayEnd < 0 || digitsEnd(dayAt, dayEnd) != dayEnd) {
      return false;
    }
    int end = clockEnd(dayEnd + 1);
    long clock = clock(dayEnd + 1, end);
    if (clock < 0) {
      return false;
    }
    dayOfYear(month, number(dayAt, dayEnd), clock);
    pos = end;
    skipBlanks();
    int hostEnd = find((byte) ' ', pos, length);
    int colon = hostEnd < 0 ? -1 : find((byte) ':', hostEnd, Math.min(length, hostEnd + 60));
    if (colon > 0 && peek(colon + 1) == ' ') {
      nodeFrom = pos;
      nodeTo = hostEnd;
      pos = colon + 1;
    }
    return true;
  }

  private int month(int at) {
    if (at + 3 >= length || line[at] < 'A' || line[at] > 'S') {
      return NONE;
    }
    for (int m = 0; m < 12; m++) {
      if (line[at] == MONTHS[3 * m]
          && line[at + 1] == MONTHS[3 * m + 1]
          && line[at + 2] == MONTHS[3 * m + 2]) {
        return m + 1;
      }
    }
    return NONE;
  }

  /** {@code host:pid:tid [gpu] NCCL …}. */
  private boolean nccl() {
    int blank = find((byte) ' ', pos, Math.min(length, pos + 128));
    if (blank < 0) {
      return false;
    }
    int second = last((byte) ':', pos, blank);
    int first = second <= pos ? -1 : last((byte) ':', pos, second);
    if (first <= pos
        || digitsEnd(second + 1, blank) != blank
        || second + 1 == blank
        || digitsEnd(first + 1, second) != second) {
      return false;
    }
    int nccl = find(NCCL, blank, Math.min(length, pos + 200));
    if (nccl < 0) {
      return false;
    }
    nodeFrom = pos;
    nodeTo = first;
    processFrom = pos;
    processTo = second;
    if (peek(blank + 1) == '[') {
      device = number(blank + 2, digitsEnd(blank + 2, length));
    }
    pos = nccl + 1;
    return false;
  }

  /** {@code 3:} of srun, {@code name | } of docker compose, {@code node7:} of pdsh. */
  private boolean named() {
    int end = pos;
    int most = Math.min(length, pos + 64);
    while (end < most && isNameChar(line[end])) {
      end++;
    }
    if (end == pos) {
      return false;
    }
    if (peek(end) == ':' && (peek(end + 1) == ' ' || end + 1 == length)) {
      return named(end);
    }
    return end - pos > 2 && service(end);
  }

  /** {@code trainer-1 | } of docker compose. */
  private boolean service(int end) {
    int bar = end;
    while (peek(bar) == ' ') {
      bar++;
    }
    if (bar == end || peek(bar) != '|' || peek(bar + 1) != ' ') {
      return false;
    }
    nodeFrom = pos;
    nodeTo = end;
    pos = bar + 1;
    return true;
  }

  private boolean named(int end) {
    int task = number(pos, end);
    if (task != NONE) {
      rank = task;
    } else if (isDigit(line[end - 1]) && (isLower(line[pos]) || isAddress(pos, end))) {
      nodeFrom = pos;
      nodeTo = end;
    } else {
      return false;
    }
    loose = true;
    pos = end + 1;
    return true;
  }

  /** pdsh names hosts as they were given to it, often by their IPv4 address. */
  private boolean isAddress(int from, int to) {
    int dots = 0;
    for (int i = from; i < to; i++) {
      if (line[i] == '.') {
        dots++;
      } else if (!isDigit(line[i])) {
        return false;
      }
    }
    return dots == 3;
  }

  private boolean level() {
    for (byte[] word : LEVELS) {
      if (startsWith(word, pos)) {
        int end = pos + word.length;
        if (peek(end) == ' ' && isDigit(peek(end + 1)) && stampEnd(end + 1) > 0) {
          pos = end;
          return true;
        }
      }
    }
    return false;
  }

  /** Rank that watchdog and NCCL lines state in their text: {@code [Rank 3]}, {@code … Rank 3]}. */
  private int rankInText() {
    int at = find(RANK, start, Math.min(length, start + RANK_SEARCH));
    if (at >= 0) {
      int end = digitsEnd(at + 5, length);
      if (peek(end) == ']') {
        return number(at + 5, end);
      }
    }
    return NONE;
  }

  /** Keeps of several times the one that states most. */
  private void time(LogTime.Scale stated, long at) {
    if (scale == NONE || scale > stated.ordinal()) {
      scale = stated.ordinal();
      millis = at;
    }
  }

  private boolean stamp(int from, int to) {
    int n = to - from;
    if (n < 8) {
      return false;
    }
    if (uptime(from, to)) {
      return true;
    }
    // 2025-11-21T07:40:01.123Z
    if (n >= 19 && (peek(from + 4) == '-' || peek(from + 4) == '/') && isNumber(from, from + 4)) {
      return date(number(from, from + 4), number(from + 5, from + 7), from + 8, from + 11);
    }
    // 11-21 07:40:01
    if (n >= 14 && line[from + 2] == '-' && line[from + 5] == ' ') {
      return monthAndClock(from);
    }
    // 07:40:01,123
    if (line[from + 2] == ':' && line[from + 5] == ':') {
      return timeOfDay(from);
    }
    return n >= 24 && kernelDate(from, to);
  }

  /** {@code 12345.678901} of dmesg. */
  private boolean uptime(int from, int to) {
    int dot = to - 7;
    if (line[dot] != '.' || digitsEnd(from, dot) != dot || digitsEnd(dot + 1, to) != to) {
      return false;
    }
    time(LogTime.Scale.UPTIME, seconds(from, dot) * 1000 + number(dot + 1, dot + 4));
    return true;
  }

  private boolean monthAndClock(int from) {
    long clock = clock(from + 6, clockEnd(from + 6));
    if (clock >= 0) {
      dayOfYear(number(from, from + 2), number(from + 3, from + 5), clock);
    }
    return clock >= 0;
  }

  private boolean timeOfDay(int from) {
    long clock = clock(from, clockEnd(from));
    if (clock >= 0) {
      time(LogTime.Scale.TIME_OF_DAY, clock);
    }
    return clock >= 0;
  }

  /** {@code Thu Nov 21 07:40:01 2026} of {@code dmesg -T}. */
  private boolean kernelDate(int from, int to) {
    boolean weekday = false;
    for (int d = 0; d < WEEKDAYS.length; d += 3) {
      weekday |= line[from] == WEEKDAYS[d] && line[from + 1] == WEEKDAYS[d + 1];
    }
    int month = month(from + 4);
    if (!weekday || month == NONE || to - from != 24) {
      return false;
    }
    return date(
        number(from + 20, to), month, line[from + 8] == ' ' ? from + 9 : from + 8, from + 11);
  }

  private long seconds(int from, int to) {
    long value = 0;
    for (int i = Math.max(from, to - 15); i < to; i++) {
      value = value * 10 + line[i] - '0';
    }
    return value;
  }

  private boolean date(int year, int month, int dayAt, int clockAt) {
    int day = number(dayAt, digitsEnd(dayAt, Math.min(length, dayAt + 2)));
    long clock = clock(clockAt, clockEnd(clockAt));
    if (month == NONE || day == NONE || clock < 0) {
      return false;
    }
    try {
      time(LogTime.Scale.DATE, LocalDate.of(year, month, day).toEpochDay() * DAY + clock);
      return true;
    } catch (DateTimeException notADate) {
      return false;
    }
  }

  private void dayOfYear(int month, int day, long clock) {
    try {
      time(
          LogTime.Scale.DAY_OF_YEAR,
          LocalDate.of(LEAP_YEAR, month, day).getDayOfYear() * DAY + clock);
    } catch (DateTimeException notADate) {
      time(LogTime.Scale.TIME_OF_DAY, clock);
    }
  }

  private int clockEnd(int from) {
    int i = from;
    while (i < length && (isDigit(line[i]) || ":.,".indexOf(line[i]) >= 0)) {
      i++;
    }
    return i;
  }

  /** Milliseconds since midnight of {@code 11:55:34.719…}, or -1. */
  private long clock(int from, int to) {
    if (to - from < 8 || line[from + 2] != ':' || line[from + 5] != ':') {
      return -1;
    }
    int h = number(from, from + 2);
    int m = number(from + 3, from + 5);
    int s = number(from + 6, from + 8);
    if (h == NONE || m == NONE || s == NONE) {
      return -1;
    }
    int fraction = 0;
    int weight = 100;
    for (int i = from + 9; i < to && weight > 0 && isDigit(line[i]); i++) {
      fraction += (line[i] - '0') * weight;
      weight /= 10;
    }
    return ((h * 60L + m) * 60 + s) * 1000 + fraction;
  }

  private char peek(int at) {
    return at >= start && at < length ? (char) (line[at] & 0xff) : '\0';
  }

  private boolean startsWith(byte[] word, int at) {
    if (at + word.length > length) {
      return false;
    }
    for (int i = 0; i < word.length; i++) {
      if (line[at + i] != word[i]) {
        return false;
      }
    }
    return true;
  }

  private int find(byte c, int from, int to) {
    for (int i = from; i < to; i++) {
      if (line[i] == c) {
        return i;
      }
    }
    return -1;
  }

  private int find(byte[] word, int from, int to) {
    for (int i = from; i + word.length <= to; i++) {
      if (line[i] == word[0] && startsWith(word, i)) {
        return i;
      }
    }
    return -1;
  }

  private int last(byte c, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (line[i] == c) {
        return i;
      }
    }
    return -1;
  }

  private int digitsEnd(int from, int to) {
    int i = from;
    while (i < to && isDigit(line[i])) {
      i++;
    }
    return i;
  }

  private boolean isNumber(int from, int to) {
    return number(from, to) != NONE;
  }

  /** The number that fills a range of at most eight digits, or -1. */
  private int number(int from, int to) {
    if (from >= to || to > length || to - from > 8) {
      return NONE;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      if (!isDigit(line[i])) {
        return NONE;
      }
      value = value * 10 + line[i] - '0';
    }
    return value;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLower(int c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isNameChar(byte c) {
    return isDigit(c)
        || isLower(c)
        || c >= 'A' && c <= 'Z'
        || c == '-'
        || c == '.'
        || c == '_'
        || c < 0;
  }
}
