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
  private static final byte[] MONTHS = asciiBytes("JanFebMarAprMayJunJulAugSepOctNovDec");
  private static final byte[] WEEKDAYS = asciiBytes("MonTueWedThuFriSatSun");
  private static final byte[] NCCL = asciiBytes(" NCCL ");
  private static final byte[] RANK = asciiBytes("Rank ");
  private static final byte[] STD = asciiBytes("<std");
  private static final byte[] PID = asciiBytes("pid=");
  private static final byte[] IP = asciiBytes("ip=");
  private static final byte[][] RANK_WORDS = {
    asciiBytes("rank"), asciiBytes("Rank"), asciiBytes("RANK")
  };
  private static final byte[] DEFAULT = asciiBytes("default");
  private static final byte[] STDOUT = asciiBytes("stdout ");
  private static final byte[] STDERR = asciiBytes("stderr ");
  private static final byte[] POD = asciiBytes("pod/");
  private static final byte[][] LEVELS = {
    asciiBytes("ERROR"),
    asciiBytes("INFO"),
    asciiBytes("WARNING"),
    asciiBytes("WARN"),
    asciiBytes("DEBUG"),
    asciiBytes("CRITICAL"),
    asciiBytes("FATAL")
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

  private static byte[] asciiBytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads the prefixes of {@code bytes[from, to)}, a plain line without its newline. */
  PrefixScanner scanLine(byte[] bytes, int from, int to) {
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
    for (int parts = 0; parts < MOST_PARTS && readPart(parts == 0); parts++) {
      skipBlanks();
    }
    if (rank == NONE) {
      rank = rankInText();
    }
    pos = Math.min(pos, length);
    return this;
  }

  /** Reads one part of the prefix; false where the message begins. */
  private boolean readPart(boolean first) {
    return pos < length
        && (readBracketed()
            || readTimestamp()
            || readGlog()
            || readSyslog()
            || readNccl()
            || first && readLabel()
            || skipStandardStream()
            || skipLevel());
  }

  /** {@code stderr F } of the logs that containerd and CRI-O write, behind a time. */
  private boolean skipStandardStream() {
    if (scale == NONE || !startsWith(STDOUT, pos) && !startsWith(STDERR, pos)) {
      return false;
    }
    int tag = pos + STDERR.length;
    boolean tagged = peek(tag) == 'F' || peek(tag) == 'P';
    if (!tagged || peek(tag + 1) != ' ') {
      return false;
    }
    pos = tag + 2;
    return true;
  }

  LinePrefix toPrefix() {
    int stated = rank == NONE ? local : rank;
    return new LinePrefix(
        scale == NONE ? null : new LogTime(SCALES[scale], millis),
        stated == NONE ? null : Integer.valueOf(stated),
        nodeFrom == NONE ? null : textOf(nodeFrom, nodeTo),
        processFrom == NONE ? null : textOf(processFrom, processTo),
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

  private String textOf(int from, int to) {
    return Lines.decodeText(line, from, to);
  }

  private void skipBlanks() {
    while (pos < length && (line[pos] == ' ' || line[pos] == '\t')) {
      pos++;
    }
  }

  private boolean readBracketed() {
    if (line[pos] == '(') {
      return readRay();
    }
    if (line[pos] != '[') {
      return false;
    }
    int close = findByte((byte) ']', pos, Math.min(length, pos + 91));
    if (close < 0) {
      return false;
    }
    int from = pos + 1;
    int after = close + 1;
    return rankName(from, close, after)
        || readMpiTag(from, close, after)
        || readPod(from, close, after)
        || readUcx(from, close, after)
        || readBracketedStamp(from, close, after);
  }

  /** {@code rank3}, {@code default3}, {@code Rank 3} or, before a colon, a bare number. */
  private boolean rankName(int from, int close, int after) {
    int named = rankBehindWord(from, close);
    if (named == NONE && peek(after) == ':') {
      named = rankBehindRole(from, close);
    }
    if (named == NONE && startsWith(DEFAULT, from)) {
      local = parseNumber(from + DEFAULT.length, close);
      return local != NONE && continueAt(after);
    }
    if (named == NONE && peek(after) == ':' && !isBlank(after + 1)) {
      named = parseNumber(from, close);
    }
    if (named == NONE) {
      return false;
    }
    rank = named;
    return continueAt(after);
  }

  /**
   * {@code trainer3|11}: role, local rank and rank, as torchrun's template {@code
   * [${role_name}${local_rank}|${rank}]:} writes them.
   */
  private int rankBehindRole(int from, int close) {
    int bar = findByte((byte) '|', from, close);
    int letters = from;
    while (letters < bar && (Character.isLetter(line[letters]) || line[letters] == '_')) {
      letters++;
    }
    boolean role = letters > from && letters < bar && digitsEnd(letters, bar) == bar;
    return role ? parseNumber(bar + 1, close) : NONE;
  }

  private int rankBehindWord(int from, int close) {
    for (byte[] word : RANK_WORDS) {
      if (startsWith(word, from)) {
        int end = from + word.length;
        return parseNumber(peek(end) == ' ' ? end + 1 : end, close);
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

  private boolean continueAt(int at) {
    pos = peek(at) == ':' ? at + 1 : at;
    return true;
  }

  /** {@code [1,3]<stderr>:} of mpirun, since Open MPI 5 {@code [prterun-node1-77@1,3]<stderr>:}. */
  private boolean readMpiTag(int from, int close, int after) {
    if (!startsWith(STD, after)) {
      return false;
    }
    // [3]<stderr>: of horovodrun has no job
    int comma = findByte((byte) ',', from, close);
    int number = parseNumber(comma < 0 ? from : comma + 1, close);
    if (number == NONE) {
      return false;
    }
    rank = number;
    int colon = findByte((byte) ':', after, length);
    pos = colon < 0 ? after : colon + 1;
    return true;
  }

  /** {@code [pod/trainer-3/pytorch]}, as {@code kubectl logs --prefix} writes it. */
  private boolean readPod(int from, int close, int after) {
    if (!startsWith(POD, from)) {
      return false;
    }
    int slash = findByte((byte) '/', from + POD.length, close);
    nodeFrom = from + POD.length;
    nodeTo = slash < 0 ? close : slash;
    pos = after;
    return true;
  }

  /** {@code [host:4102 :0:4240]} of UCX's handler of signals: process, and thread at the end. */
  private boolean readUcx(int from, int close, int after) {
    int colon = findByte((byte) ':', from, close);
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

  private boolean readBracketedStamp(int from, int close, int after) {
    int f = from;
    int t = close;
    while (f < t && line[f] == ' ') {
      f++;
    }
    while (t > f && line[t - 1] == ' ') {
      t--;
    }
    return readStamp(f, t) && continueAt(after);
  }

  private boolean readRay() {
    int close = findByte((byte) ')', pos, Math.min(length, pos + 121));
    int pid = close < 0 ? -1 : findWord(PID, pos, close);
    if (pid < 0) {
      return false;
    }
    int end = digitsEnd(pid + 4, close);
    processFrom = pid + 4;
    processTo = end;
    int ip = findWord(IP, pos, close);
    // (pid=1, ip=) names no node.
    if (ip > 0 && ip + 3 < close) {
      nodeFrom = ip + 3;
      nodeTo = close;
    }
    pos = close + 1;
    return true;
  }

  private boolean readTimestamp() {
    byte first = line[pos];
    if (!isDigit(first) && "-:/.,TZ+".indexOf(first) < 0) {
      return false;
    }
    int end = stampEnd(pos);
    if (end < 0 || !readStamp(pos, end)) {
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
  private boolean readGlog() {
    int at = line[pos] == '[' ? pos + 1 : pos;
    if ("IWEF".indexOf(peek(at)) < 0 || !isDigit(peek(at + 1))) {
      return false;
    }
    int blank = findByte((byte) ' ', at, Math.min(length, at + 6));
    if (blank < 0 || blank - at < 4 || digitsEnd(at + 1, blank) != blank) {
      return false;
    }
    int split = blank - 2;
    int end = clockEnd(blank + 1);
    long clock = parseClock(blank + 1, end);
    if (clock < 0) {
      return false;
    }
    dayOfYear(parseNumber(at + 1, split), parseNumber(split, blank), clock);
    int close = findByte((byte) ']', end, Math.min(length, end + 161));
    pos = close > 0 ? close + 1 : end;
    return true;
  }

  /** {@code Nov 21 07:40:01 host tag:} of syslog. */
  private boolean readSyslog() {
    int month = parseMonth(pos);
    if (month == NONE || peek(pos + 3) != ' ') {
      return false;
    }
    int dayAt = peek(pos + 4) == ' ' ? pos + 5 : pos + 4;
    int dayEnd = findByte((byte) ' ', dayAt, Math.min(length, dayAt + 3));
    if (dayEnd < 0 || digitsEnd(dayAt, dayEnd) != dayEnd) {
      return false;
    }
    int end = clockEnd(dayEnd + 1);
    long clock = parseClock(dayEnd + 1, end);
    if (clock < 0) {
      return false;
    }
    dayOfYear(month, parseNumber(dayAt, dayEnd), clock);
    pos = end;
    skipBlanks();
    int hostEnd = findByte((byte) ' ', pos, length);
    int colon = hostEnd < 0 ? -1 : findByte((byte) ':', hostEnd, Math.min(length, hostEnd + 60));
    if (colon > 0 && peek(colon + 1) == ' ') {
      nodeFrom = pos;
      nodeTo = hostEnd;
      pos = colon + 1;
    }
    return true;
  }

  private int parseMonth(int at) {
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
  private boolean readNccl() {
    int blank = findByte((byte) ' ', pos, Math.min(length, pos + 128));
    if (blank < 0) {
      return false;
    }
    int second = findLast((byte) ':', pos, blank);
    int first = second <= pos ? -1 : findLast((byte) ':', pos, second);
    if (first <= pos
        || digitsEnd(second + 1, blank) != blank
        || second + 1 == blank
        || digitsEnd(first + 1, second) != second) {
      return false;
    }
    int nccl = findWord(NCCL, blank, Math.min(length, pos + 200));
    if (nccl < 0) {
      return false;
    }
    nodeFrom = pos;
    nodeTo = first;
    processFrom = pos;
    processTo = second;
    if (peek(blank + 1) == '[') {
      device = parseNumber(blank + 2, digitsEnd(blank + 2, length));
    }
    pos = nccl + 1;
    return false;
  }

  /** {@code 3:} of srun, {@code name | } of docker compose, {@code node7:} of pdsh. */
  private boolean readLabel() {
    int end = pos;
    int most = Math.min(length, pos + 64);
    while (end < most && isNameChar(line[end])) {
      end++;
    }
    if (end == pos) {
      return false;
    }
    if (peek(end) == ':' && (peek(end + 1) == ' ' || end + 1 == length)) {
      return readTaskOrNode(end);
    }
    return end - pos > 2 && readService(end);
  }

  /** {@code trainer-1 | } of docker compose. */
  private boolean readService(int end) {
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

  private boolean readTaskOrNode(int end) {
    int task = parseNumber(pos, end);
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

  private boolean skipLevel() {
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
    int at = findWord(RANK, start, Math.min(length, start + RANK_SEARCH));
    if (at >= 0) {
      int end = digitsEnd(at + 5, length);
      if (peek(end) == ']') {
        return parseNumber(at + 5, end);
      }
    }
    return NONE;
  }

  /** Keeps of several times the one that states most. */
  private void keepTime(LogTime.Scale stated, long at) {
    if (scale == NONE || scale > stated.ordinal()) {
      scale = stated.ordinal();
      millis = at;
    }
  }

  private boolean readStamp(int from, int to) {
    int n = to - from;
    if (n < 8) {
      return false;
    }
    if (readUptime(from, to)) {
      return true;
    }
    // 2025-11-21T07:40:01.123Z
    if (n >= 19 && (peek(from + 4) == '-' || peek(from + 4) == '/') && isNumber(from, from + 4)) {
      return readDate(
          parseNumber(from, from + 4), parseNumber(from + 5, from + 7), from + 8, from + 11);
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
  private boolean readUptime(int from, int to) {
    int dot = to - 7;
    if (line[dot] != '.' || digitsEnd(from, dot) != dot || digitsEnd(dot + 1, to) != to) {
      return false;
    }
    keepTime(LogTime.Scale.UPTIME, parseSeconds(from, dot) * 1000 + parseNumber(dot + 1, dot + 4));
    return true;
  }

  private boolean monthAndClock(int from) {
    long clock = parseClock(from + 6, clockEnd(from + 6));
    if (clock >= 0) {
      dayOfYear(parseNumber(from, from + 2), parseNumber(from + 3, from + 5), clock);
    }
    return clock >= 0;
  }

  private boolean timeOfDay(int from) {
    long clock = parseClock(from, clockEnd(from));
    if (clock >= 0) {
      keepTime(LogTime.Scale.TIME_OF_DAY, clock);
    }
    return clock >= 0;
  }

  /** {@code Thu Nov 21 07:40:01 2026} of {@code dmesg -T}. */
  private boolean kernelDate(int from, int to) {
    boolean weekday = false;
    for (int d = 0; d < WEEKDAYS.length; d += 3) {
      weekday |= line[from] == WEEKDAYS[d] && line[from + 1] == WEEKDAYS[d + 1];
    }
    int month = parseMonth(from + 4);
    if (!weekday || month == NONE || to - from != 24) {
      return false;
    }
    return readDate(
        parseNumber(from + 20, to), month, line[from + 8] == ' ' ? from + 9 : from + 8, from + 11);
  }

  private long parseSeconds(int from, int to) {
    long value = 0;
    for (int i = Math.max(from, to - 15); i < to; i++) {
      value = value * 10 + line[i] - '0';
    }
    return value;
  }

  private boolean readDate(int year, int month, int dayAt, int clockAt) {
    int day = parseNumber(dayAt, digitsEnd(dayAt, Math.min(length, dayAt + 2)));
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

  private void dayOfYear(int month, int day, long clock) {
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
    while (i < length && (isDigit(line[i]) || ":.,".indexOf(line[i]) >= 0)) {
      i++;
    }
    return i;
  }

  /** Milliseconds since midnight of {@code 11:55:34.719…}, or -1. */
  private long parseClock(int from, int to) {
    if (to - from < 8 || line[from + 2] != ':' || line[from + 5] != ':') {
      return -1;
    }
    int h = parseNumber(from, from + 2);
    int m = parseNumber(from + 3, from + 5);
    int s = parseNumber(from + 6, from + 8);
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

  private int findByte(byte c, int from, int to) {
    for (int i = from; i < to; i++) {
      if (line[i] == c) {
        return i;
      }
    }
    return -1;
  }

  private int findWord(byte[] word, int from, int to) {
    for (int i = from; i + word.length <= to; i++) {
      if (line[i] == word[0] && startsWith(word, i)) {
        return i;
      }
    }
    return -1;
  }

  private int findLast(byte c, int from, int to) {
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
    return parseNumber(from, to) != NONE;
  }

  /** The number that fills a range of at most eight digits, or -1. */
  private int parseNumber(int from, int to) {
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
