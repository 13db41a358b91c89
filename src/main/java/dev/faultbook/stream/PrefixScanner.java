package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * Reads the prefix of a line part by part: times, labels, levels and names of loggers, in any order
 * in which loggers and launchers combine them.
 *
 * <p>What launchers and collectors write is read from every line of a log ({@link #scanWriter}),
 * without allocating objects. The fields of a program's own logger tell only where its message
 * begins and how severe that is; they are read from the few lines that are looked at ({@link
 * #readPrefix}). An instance is reused for successive lines and is not thread-safe.
 */
final class PrefixScanner {
  private static final int MAX_PARTS = 12;
  private static final int MAX_BRACKET = 121;
  private static final int MAX_PREFIX = 512;
  private static final int MAX_FIELDS = 4096;
  private static final String CANCELLER = "slurmstepd: ";

  final LabelScanner label;
  private final LineCursor cursor = new LineCursor();
  final TimestampScanner time = new TimestampScanner(cursor);
  private final LoggerFields fields = new LoggerFields(cursor);
  private boolean complete;
  private int labelTo;

  PrefixScanner() {
    label = new LabelScanner(cursor);
  }

  /** Reads who wrote {@code bytes[from, to)}, an unwrapped line without its end, and when. */
  void scanWriter(byte[] bytes, int from, int to) {
    complete = false;
    labelTo = Math.max(scanParts(bytes, from, to), label.readTo);
  }

  /**
   * The end of what tells who wrote the line that was read; -1 if another line that differs in the
   * values of its digits only may be read in another way.
   */
  int labelTo() {
    return time.isRegular() ? labelTo : -1;
  }

  /** The time in the whole prefix of {@code bytes[from, to)}, or else in a field; or null. */
  @Nullable LogTime findTime(byte[] bytes, int from, int to) {
    complete = true;
    scanParts(bytes, from, Math.min(to, from + MAX_PREFIX));
    if (time.time == null) {
      cursor.startLine(bytes, from, Math.min(to, from + MAX_FIELDS));
      time.readField();
    }
    return time.time;
  }

  /** Reads the whole prefix of a line. */
  LinePrefix readPrefix(String line) {
    complete = true;
    // One byte for each character, so that positions agree; all known forms are ASCII.
    byte[] bytes = new byte[line.length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.min(line.charAt(i), 0x80);
    }
    int message = scanParts(bytes, 0, bytes.length);
    // A line of a traceback, or of another block: what looks like a field belongs to the block.
    boolean indented = line.startsWith("  ") || line.startsWith("\t");
    return new LinePrefix(
        label.toWriter(line::substring),
        time(),
        indented ? Severity.UNSTATED : fields.severity(),
        indented ? 0 : message);
  }

  /** Returns the start of the message. */
  private int scanParts(byte[] bytes, int from, int to) {
    cursor.startLine(bytes, from, to);
    time.startLine();
    label.startLine();
    fields.startLine();
    int message = from;
    skipWhiteSpace();
    for (int parts = 0; parts < MAX_PARTS && cursor.pos < to && readPart(parts == 0); parts++) {
      message = cursor.current() == ' ' ? cursor.pos + 1 : cursor.pos;
      skipWhiteSpace();
    }
    if (!label.hasRank()) {
      label.readRankInText();
    }
    if (time.time == null && cursor.startsWith(CANCELLER, message)) {
      // slurmstepd: error: *** JOB 88123 ON gpu-01 CANCELLED AT 2026-11-20T12:00:13 DUE TO …
      int at = cursor.findWord(" AT 2", message, to);
      if (at >= 0) {
        cursor.pos = at + " AT ".length();
        time.readTimestamp();
        time.form = TimestampScanner.Form.NONE;
      }
    }
    return Math.min(message, to);
  }

  private void skipWhiteSpace() {
    while (cursor.isAt(cursor.pos, " \t")) {
      cursor.pos++;
    }
  }

  /** Reads one part of the prefix; false at the start of the message. */
  private boolean readPart(boolean first) {
    boolean stamped =
        switch (cursor.current()) {
          // (RayTrainWorker pid=4711, ip=10.0.0.7)
          case '(' -> label.readRay();
          case '[' -> readBracket();
          default -> readStamp();
        };
    if (stamped) {
      fields.begun = true;
      return true;
    }
    if (complete && fields.readLevel(first)
        || first && label.readLabel()
        || fields.readStandardStream()) {
      return true;
    }
    label.readNccl();
    return complete ? fields.readColumn(first) || fields.readNcclLevel() : skipLevel();
  }

  /** A label, time or level in brackets. */
  private boolean readBracket() {
    int close = cursor.findNear(']', cursor.pos, MAX_BRACKET);
    if (close < 0) {
      return readGlog();
    }
    if (complete) {
      fields.noteLevelInBracket(cursor.pos + 1, close);
    }
    return label.readBracketed(close)
        || readBracketedTime(close)
        || readGlog()
        || complete && fields.skipBracket(close);
  }

  /** {@code [ 5.123456]} of dmesg, {@code [2025-11-21 07:40:01,123]} of Python's logging. */
  private boolean readBracketedTime(int close) {
    int from = cursor.blanksEnd(cursor.pos + 1);
    int to = close;
    while (to > from && cursor.peek(to - 1) == ' ') {
      to--;
    }
    return time.readStamp(from, to) && cursor.movePastColon(close + 1);
  }

  private boolean readStamp() {
    // Nov 21 07:40:01 gpu-node-3 kernel:
    if (time.readSyslogTime()) {
      cursor.pos = cursor.blanksEnd(cursor.pos);
      label.readSyslogHost();
      return true;
    }
    if (time.readTimestamp()) {
      label.readTaggedHost();
      return true;
    }
    return readGlog() || time.readTimeOfTag() || complete && time.skipStamp();
  }

  /** {@code E1205 11:55:34.719711 12345 file.cpp:1595]}, with or without an opening bracket. */
  private boolean readGlog() {
    int level = cursor.current() == '[' ? cursor.pos + 1 : cursor.pos;
    if (!time.readGlog(level)) {
      return false;
    }
    if (complete) {
      fields.noteLevel(level, level + 1);
    }
    return true;
  }

  /** The level that vLLM writes before the time: {@code INFO 11-21 07:40:01}. */
  private boolean skipLevel() {
    int end = cursor.lettersEnd(cursor.pos);
    boolean stamped =
        end > cursor.pos
            && cursor.peek(end) == ' '
            && LineCursor.isDigit(cursor.peek(end + 1))
            && time.stampEnd(end + 1) > 0;
    return stamped && fields.isLevel(cursor.pos, end) && cursor.moveTo(end);
  }

  /** The time that the prefix states, or null. */
  @Nullable LogTime time() {
    return time.time;
  }
}
