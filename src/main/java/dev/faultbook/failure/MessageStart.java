package dev.faultbook.failure;

import org.jspecify.annotations.Nullable;

/**
 * Finds where the message of a line begins, after the prefixes of launchers, loggers, the kernel
 * and container engines, and the severity that these state. Keeps the indentation of the message,
 * because it distinguishes the frames of a traceback from the text after them.
 */
final class MessageStart {
  private static final int MOST_PARTS = 12;
  private static final int LONGEST_BRACKET = 120;
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_STAMP = 48;
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private final String s;
  private int at;
  private boolean logger;
  private Severity severity = Severity.UNSTATED;

  private MessageStart(String line) {
    s = line;
  }

  static MessageStart of(String line) {
    MessageStart start = new MessageStart(line);
    start.skipPrefix();
    return start;
  }

  /** Index of the message's first character, including its indentation. */
  int at() {
    return at;
  }

  Severity severity() {
    return severity;
  }

  private void skipPrefix() {
    if (s.startsWith("  ") || s.startsWith("\t")) {
      return;
    }
    for (int parts = 0; parts < MOST_PARTS; parts++) {
      int before = at;
      int i = blanksEnd(at);
      int end = skipPart(i, parts == 0);
      if (end < 0) {
        at = before;
        return;
      }
      // One blank separates prefix and message; further blanks belong to the message.
      at = end < s.length() && s.charAt(end) == ' ' ? end + 1 : end;
    }
  }

  /** The end of one part of a prefix; -1 where the message begins. */
  private int skipPart(int i, boolean first) {
    if (i >= s.length()) {
      return -1;
    }
    char c = s.charAt(i);
    int end = TextScan.isLetter(c) ? skipWord(i, first) : skipMarked(i, c);
    if (end < 0 && first) {
      end = skipLabel(i);
    }
    if (end < 0 && logger) {
      end = skipStandardStream(i);
    }
    if (end < 0 && logger) {
      end = skipColumn(i);
    }
    if (end < 0 && first) {
      end = skipKmsg(i);
    }
    if (end < 0 && logger) {
      end = skipHostAndTag(i);
    }
    return end >= 0 ? end : skipNccl(i);
  }

  /** {@code 3,1413,984213399,-;} of {@code /dev/kmsg}. */
  private int skipKmsg(int i) {
    int end = i;
    for (int fields = 0; fields < 3; fields++) {
      int digits = TextScan.digitsEnd(s, end);
      if (digits == end || charAt(digits) != ',') {
        return -1;
      }
      end = digits + 1;
    }
    return (charAt(end) == '-' || charAt(end) == 'c') && charAt(end + 1) == ';' ? end + 2 : -1;
  }

  /**
   * {@code node3 kernel:} and {@code node3 vllm[8052]:} of syslog and {@code journalctl}, after a
   * time.
   */
  private int skipHostAndTag(int i) {
    int host = s.indexOf(' ', i);
    if (host <= i || host - i >= LONGEST_NAME) {
      return -1;
    }
    int end = s.indexOf(':', host + 1);
    int blank = s.indexOf(' ', host + 1);
    boolean tag = end > host + 1 && end - host < LONGEST_NAME && (blank < 0 || blank > end);
    return tag && (s.startsWith("kernel", host + 1) || isProcess(host + 1, end)) ? end + 1 : -1;
  }

  /** {@code vllm[8052]}. */
  private boolean isProcess(int from, int to) {
    int open = s.indexOf('[', from);
    return open > from && TextScan.digitsEnd(s, open + 1) == to - 1 && charAt(to - 1) == ']';
  }

  /** {@code stderr F} in logs of containerd and CRI-O, after a time. */
  private int skipStandardStream(int i) {
    boolean stream = s.startsWith("stderr ", i) || s.startsWith("stdout ", i);
    boolean tagged = charAt(i + 7) == 'F' || charAt(i + 7) == 'P';
    return stream && tagged && (charAt(i + 8) == ' ' || charAt(i + 8) == '\0') ? i + 8 : -1;
  }

  /** {@code ##[error]} of GitHub Actions, or {@code #11 0.892 } of Docker's builder. */
  private int skipRunnerMark(int i) {
    return s.startsWith("##[", i) ? skipBracket(i + 2) : buildStep(i);
  }

  private int skipMarked(int i, char c) {
    return switch (c) {
      case '[' -> skipBracket(i);
      case '(' -> skipProcess(i);
      case '#' -> skipRunnerMark(i);
      case '|' -> logger ? i + 1 : -1;
      case '-' -> logger && charAt(i + 1) == ' ' ? i + 1 : -1;
      default -> TextScan.isDigit(c) ? skipStamp(i) : -1;
    };
  }

  /** {@code host:4103:4711 [3] transport/net_ib.cc:188 NCCL WARN message}. */
  private int skipNccl(int i) {
    int at = s.indexOf(" NCCL ", i);
    if (at < 0 || at - i > 200) {
      return -1;
    }
    int word = at + 6;
    // NCCL reports errors as warnings.
    Severity stated = s.startsWith("INFO ", word) ? Severity.INFO : null;
    if (s.startsWith("WARN ", word)) {
      stated = Severity.ERROR;
    }
    int colon = s.indexOf(':', i);
    if (stated == null || colon > at || !TextScan.isDigit(charAt(colon + 1))) {
      return -1;
    }
    noteSeverity(stated);
    return word + 4;
  }

  /** {@code W tensorflow/core/common_runtime/gpu/gpu_device.cc:1325] } after a time. */
  private int skipLocated(int i) {
    Severity stated = Severity.of(s.substring(i, i + 1));
    if (!logger || stated == null || charAt(i + 1) != ' ') {
      return -1;
    }
    int close = s.indexOf(']', i);
    int blank = s.indexOf(' ', i + 2);
    boolean path = close > 0 && (blank < 0 || blank > close) && close - i < 200;
    noteSeverity(path ? stated : null);
    return path ? close + 1 : -1;
  }

  private int skipWord(int i, boolean first) {
    int end = skipGlog(i);
    if (end < 0) {
      end = skipLocated(i);
    }
    if (end < 0) {
      end = skipLevel(i);
    }
    if (end < 0 && first) {
      end = skipSyslog(i);
    }
    if (end < 0 && first) {
      end = skipKeyed(i);
    }
    return end;
  }

  /** {@code [rank3]:}, {@code [1,3]<stderr>:}, {@code [INFO]}, {@code [core.py:866]}. */
  private int skipBracket(int i) {
    int close = s.indexOf(']', i);
    if (close < 0 || close - i > LONGEST_BRACKET) {
      return -1;
    }
    Severity stated = statedIn(i, close);
    noteSeverity(stated);
    int end = mpirunTagEnd(close + 1);
    char after = charAt(end);
    boolean separated = after == ' ' || after == '[' || after == '\t' || after == '\0';
    if (after != ':' && !separated) {
      return stated == null ? -1 : end;
    }
    logger = true;
    return after == ':' ? end + 1 : end;
  }

  /** The severity in {@code [ERROR]}, {@code [E:onnxruntime:, x.cc:3]}, {@code [E816 01:45:40]}. */
  private @Nullable Severity statedIn(int open, int close) {
    int blank = s.indexOf(' ', open);
    String head = s.substring(open + 1, blank > open && blank < close ? blank : close);
    int colon = head.indexOf(':');
    Severity stated = Severity.of(colon > 0 ? head.substring(0, colon) : head);
    boolean glog = head.length() > 3 && TextScan.digitsEnd(head, 1) == head.length();
    return stated == null && glog ? Severity.of(head.substring(0, 1)) : stated;
  }

  /** {@code <stderr>} of mpirun. */
  private int mpirunTagEnd(int i) {
    int tag = s.startsWith("<std", i) ? s.indexOf('>', i) : -1;
    return tag < 0 ? i : tag + 1;
  }

  /** {@code #11 0.892 } of Docker's builder. */
  private int buildStep(int i) {
    int end = TextScan.digitsEnd(s, i + 1);
    int seconds = TextScan.digitsEnd(s, end + 1);
    boolean step = end > i + 1 && charAt(end) == ' ';
    if (step && seconds > end + 1 && charAt(seconds) == '.') {
      int fraction = TextScan.digitsEnd(s, seconds + 1);
      return fraction > seconds + 1 ? fraction : -1;
    }
    return step && s.startsWith("ERROR", end + 1) ? end : -1;
  }

  /** {@code (RayWorker pid=123, ip=10.0.0.7)}. */
  private int skipProcess(int i) {
    int close = s.indexOf(')', i);
    if (close < 0 || close - i > LONGEST_BRACKET) {
      return -1;
    }
    int pid = s.indexOf("pid=", i);
    if ((pid < 0 || pid > close) && !s.startsWith("(raylet", i)) {
      return -1;
    }
    logger = true;
    return close + 1;
  }

  /** {@code 2025-01-30 15:13:44,123}, {@code 02-27 07:45:04}, {@code 10:49:21.5}. */
  private int skipStamp(int i) {
    int end = timestampEnd(i);
    int digits = TextScan.digitsEnd(s, i);
    boolean dated = digits - i == 2 || digits - i == 4;
    boolean separated = digits < end && ":/-".indexOf(s.charAt(digits)) >= 0;
    char after = charAt(end);
    if (!dated || !separated || end - i < 8 || TextScan.isLetter(after)) {
      return -1;
    }
    logger = true;
    return after == ':' ? end + 1 : end;
  }

  /** The end of a run of characters that occur in dates and times. */
  private int timestampEnd(int i) {
    int end = i;
    boolean blank = false;
    while (end < s.length() && end - i < LONGEST_STAMP) {
      char c = s.charAt(end);
      if (c == ' ' && !blank && end - i >= 5 && TextScan.isDigit(charAt(end + 1))) {
        // The blank between date and time, but not one before a number of the message.
        if (charAt(end + 3) != ':') {
          return end;
        }
        blank = true;
      } else if (!TextScan.isDigit(c) && "-:/.,TZ+".indexOf(c) < 0) {
        return end;
      }
      end++;
    }
    return end;
  }

  /** {@code E0101 11:55:34.719711 12345 file.cpp:1595]}. */
  private int skipGlog(int i) {
    Severity stated = Severity.of(s.substring(i, i + 1));
    int digits = TextScan.digitsEnd(s, i + 1);
    if (stated == null
        || digits - i < 5
        || digits - i > 9
        || charAt(digits) != ' '
        || charAt(digits + 3) != ':') {
      return -1;
    }
    noteSeverity(stated);
    logger = true;
    int close = s.indexOf(']', digits);
    return close > 0 && close - digits < 160 ? close + 1 : Math.min(s.length(), digits + 9);
  }

  /** {@code ERROR 02-27 …}, {@code ERROR:root:}, {@code WARNING - }, {@code ERROR : }. */
  private int skipLevel(int i) {
    int end = TextScan.lettersEnd(s, i);
    Severity stated = end - i > 1 ? Severity.of(s.substring(i, end)) : null;
    char after = charAt(end);
    boolean ends = end == s.length() || " :|-]".indexOf(after) >= 0;
    if (stated == null || !ends || !isLevel(end)) {
      return -1;
    }
    noteSeverity(stated);
    logger = true;
    if (after == ':') {
      return loggerNameEnd(end + 1);
    }
    int colon = blanksEnd(end);
    return charAt(colon) == ':' && charAt(colon + 1) == ' ' ? colon + 1 : end;
  }

  /**
   * Whether a word that states a level comes from a logger: {@code Error reading x} and {@code
   * error: x} are messages; loggers write capitals or aligned columns.
   */
  private boolean isLevel(int end) {
    return Character.isUpperCase(charAt(end - 1)) || logger && isSeparator(blanksEnd(end));
  }

  private boolean isSeparator(int i) {
    return charAt(i) == '|' || charAt(i) == '-' && charAt(i + 1) == ' ';
  }

  /**
   * {@code ERROR:root:message} of Python's logging; without a name, the message follows directly.
   */
  private int loggerNameEnd(int i) {
    int end = i;
    while (end < s.length() && end - i < LONGEST_NAME && TextScan.isNamePart(s.charAt(end))) {
      end++;
    }
    return end > i && charAt(end) == ':' && charAt(end + 1) != ':' ? end + 1 : i;
  }

  /** {@code mmdet - }, {@code stderr | }, {@code registry.py:267] }, {@code mod:func:12 - }. */
  private int skipColumn(int i) {
    int end = i;
    while (end < s.length() && end - i < LONGEST_NAME && !isColumnEnd(s.charAt(end))) {
      end++;
    }
    char after = charAt(end);
    if (end == i) {
      return -1;
    }
    if (after == ']' && s.lastIndexOf(':', end) > i) {
      return end + 1;
    }
    int next = blanksEnd(end);
    return next > end && isSeparator(next) ? next + 1 : -1;
  }

  private static boolean isColumnEnd(char c) {
    return c == ' ' || c == ']' || c == '[' || c == '"' || c == '=';
  }

  /** {@code Jun 06 11:41:08 host dockerd[8387]: }. */
  private int skipSyslog(int i) {
    boolean month = i + 15 < s.length() && MONTHS.contains(s.substring(i, i + 3));
    if (!month || charAt(i + 3) != ' ' || charAt(i + 9) != ':') {
      return -1;
    }
    int host = s.indexOf(' ', i + 14);
    int space = host < 0 ? -1 : s.indexOf(' ', host + 1);
    logger = true;
    if (space > 0 && space - host < LONGEST_NAME && s.charAt(space - 1) == ':') {
      return space;
    }
    return host < 0 ? i + 15 : host;
  }

  /** {@code time="2020-07-21T18:49:33Z" level=fatal msg="…"}. */
  private int skipKeyed(int i) {
    if (!s.startsWith("time=", i) && !s.startsWith("ts=", i) && !s.startsWith("level=", i)) {
      return -1;
    }
    int level = s.indexOf("level=", i);
    if (level < 0) {
      return -1;
    }
    int from = level + 6;
    noteSeverity(Severity.of(s.substring(from, TextScan.lettersEnd(s, from))));
    int message = s.indexOf("msg=", from);
    int start = message < 0 ? from : message + 4;
    return charAt(start) == '"' ? start + 1 : start;
  }

  /** {@code 3: } of srun, {@code node7: } of pdsh, {@code name | } of docker compose. */
  private int skipLabel(int i) {
    int end = i;
    while (end < s.length() && end - i < LONGEST_NAME && TextScan.isNamePart(s.charAt(end))) {
      end++;
    }
    if (charAt(end) == ':' && charAt(end + 1) == ' ') {
      return isTaskOrNode(i, end) ? end + 1 : -1;
    }
    return end - i > 2 ? skipService(end) : -1;
  }

  /** {@code trainer-1 | } of docker compose. */
  private int skipService(int end) {
    int bar = blanksEnd(end);
    return bar > end && charAt(bar) == '|' && charAt(bar + 1) == ' ' ? bar + 1 : -1;
  }

  private boolean isTaskOrNode(int from, int to) {
    boolean task = to - from < 6 && TextScan.digitsEnd(s, from) == to;
    boolean node =
        to - from > 2
            && Character.isLowerCase(s.charAt(from))
            && TextScan.isDigit(s.charAt(to - 1));
    return to > from && (task || node);
  }

  private void noteSeverity(@Nullable Severity stated) {
    if (stated != null) {
      severity = stated;
    }
  }

  private int blanksEnd(int i) {
    int end = i;
    while (end < s.length() && s.charAt(end) == ' ') {
      end++;
    }
    return end;
  }

  private char charAt(int i) {
    return i >= 0 && i < s.length() ? s.charAt(i) : '\0';
  }
}
