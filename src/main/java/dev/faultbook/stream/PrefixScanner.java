package dev.faultbook.stream;

import static dev.faultbook.stream.LineCursor.NONE;
import static dev.faultbook.stream.LineCursor.asciiBytes;
import static dev.faultbook.stream.LineCursor.isDigit;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;

/**
 * Reads the prefixes at the start of a line in one pass: times, labels, levels and names of
 * standard streams, in any order in which loggers and launchers combine them.
 *
 * <p>Reads bytes and allocates no objects, because it runs on every line of a log. An instance is
 * reused for successive lines and is not thread-safe.
 */
final class PrefixScanner {
  private static final int MOST_PARTS = 8;
  private static final int LONGEST_BRACKET = 91;
  private static final byte[] STDOUT = asciiBytes("stdout ");
  private static final byte[] STDERR = asciiBytes("stderr ");
  private static final byte[][] LEVELS = {
    asciiBytes("ERROR"),
    asciiBytes("INFO"),
    asciiBytes("WARNING"),
    asciiBytes("WARN"),
    asciiBytes("DEBUG"),
    asciiBytes("CRITICAL"),
    asciiBytes("FATAL")
  };
  private static final LogTime.Scale[] SCALES = LogTime.Scale.values();

  private final LineCursor cursor = new LineCursor();
  private final TimestampScanner time = new TimestampScanner(cursor);
  private final LabelScanner label = new LabelScanner(cursor);

  /**
   * Reads the prefixes of {@code bytes[from, to)}, an unwrapped line without its line terminator.
   */
  PrefixScanner scanLine(byte[] bytes, int from, int to) {
    cursor.startLine(bytes, from, to);
    time.startLine();
    label.startLine();
    cursor.skipBlanks();
    for (int parts = 0; parts < MOST_PARTS && readPart(parts == 0); parts++) {
      cursor.skipBlanks();
    }
    if (label.rank() == NONE) {
      label.readRankInText();
    }
    cursor.pos = Math.min(cursor.pos, cursor.end);
    return this;
  }

  /** Reads one part of the prefix; false at the start of the message. */
  private boolean readPart(boolean first) {
    if (cursor.pos >= cursor.end) {
      return false;
    }
    if (readBracketed() || time.readTimestamp() || time.readGlog() || readSyslog()) {
      return true;
    }
    label.readNccl();
    return first && label.readLabel() || skipStandardStream() || skipLevel();
  }

  /**
   * A label or time in brackets: {@code (RayTrainWorker pid=4711)}, {@code [rank3]:}, {@code
   * [12345.678901]}.
   */
  private boolean readBracketed() {
    // (RayTrainWorker pid=4711, ip=10.0.0.7)
    if (cursor.current() == '(') {
      return label.readRay();
    }
    if (cursor.current() != '[') {
      return false;
    }
    int most = Math.min(cursor.end, cursor.pos + LONGEST_BRACKET);
    int close = cursor.findByte((byte) ']', cursor.pos, most);
    return close >= 0 && (label.readBracketed(close) || readBracketedStamp(close));
  }

  /**
   * A time in brackets: {@code [ 5.123456]} of dmesg, {@code [2025-11-21 07:40:01,123]} of Python's
   * logging.
   */
  private boolean readBracketedStamp(int close) {
    int from = cursor.pos + 1;
    int to = close;
    while (from < to && cursor.peek(from) == ' ') {
      from++;
    }
    while (to > from && cursor.peek(to - 1) == ' ') {
      to--;
    }
    if (!time.readStamp(from, to)) {
      return false;
    }
    cursor.skipColon(close + 1);
    return true;
  }

  /** The prefix of syslog: {@code Nov 21 07:40:01 gpu-node-3 kernel:}. */
  private boolean readSyslog() {
    if (!time.readSyslogTime()) {
      return false;
    }
    cursor.skipBlanks();
    label.readSyslogHost();
    return true;
  }

  /**
   * The stream and tag after the time in logs of containerd and CRI-O: {@code
   * 2025-11-21T07:40:01.123Z stderr F }.
   */
  private boolean skipStandardStream() {
    int at = cursor.pos;
    if (time.scale() == NONE || !cursor.startsWith(STDOUT, at) && !cursor.startsWith(STDERR, at)) {
      return false;
    }
    int tag = at + STDERR.length;
    boolean tagged = cursor.peek(tag) == 'F' || cursor.peek(tag) == 'P';
    if (!tagged || cursor.peek(tag + 1) != ' ') {
      return false;
    }
    cursor.pos = tag + 2;
    return true;
  }

  /** The level that vLLM writes before the time: {@code INFO 11-21 07:40:01}. */
  private boolean skipLevel() {
    for (byte[] word : LEVELS) {
      if (cursor.startsWith(word, cursor.pos)) {
        int end = cursor.pos + word.length;
        if (cursor.peek(end) == ' '
            && isDigit(cursor.peek(end + 1))
            && time.stampEnd(end + 1) > 0) {
          cursor.pos = end;
          return true;
        }
      }
    }
    return false;
  }

  /** The prefix of the current line. */
  LinePrefix toPrefix() {
    int stated = rank() == NONE ? local() : rank();
    return new LinePrefix(
        scale() == NONE ? null : new LogTime(SCALES[scale()], millis()),
        stated == NONE ? null : Integer.valueOf(stated),
        nodeFrom() == NONE ? null : Lines.decodeText(line(), nodeFrom(), nodeTo()),
        processFrom() == NONE ? null : Lines.decodeText(line(), processFrom(), processTo()),
        messageStart() - cursor.start,
        rank() == NONE && local() != NONE,
        loose(),
        device() == NONE ? null : device());
  }

  /** The buffer that contains the current line. */
  byte[] line() {
    return cursor.line;
  }

  /** Ordinal of the {@link LogTime.Scale} of the time; -1 if the prefix states no time. */
  int scale() {
    return time.scale();
  }

  long millis() {
    return time.millis();
  }

  int rank() {
    return label.rank();
  }

  int local() {
    return label.local();
  }

  /** The CUDA device index that NCCL states; -1 if there is none. */
  int device() {
    return label.device();
  }

  /**
   * Whether the rank or node was read from a form that also occurs in ordinary text: {@code 3: …}.
   */
  boolean loose() {
    return label.loose();
  }

  int nodeFrom() {
    return label.nodeFrom();
  }

  int nodeTo() {
    return label.nodeTo();
  }

  int processFrom() {
    return label.processFrom();
  }

  int processTo() {
    return label.processTo();
  }

  int messageStart() {
    return cursor.pos;
  }
}
