package dev.faultbook.stream;

import static dev.faultbook.stream.LineCursor.NONE;
import static dev.faultbook.stream.LineCursor.isDigit;
import static dev.faultbook.stream.LineCursor.isLetter;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the logger of a program writes before its message: levels, names of loggers and
 * modules, columns, places in the source.
 *
 * <p>Each method consumes a known form at the cursor, or nothing. An instance is reused for
 * successive lines.
 */
final class LoggerFields {
  private static final int MAX_NAME = 80;
  private static final int MAX_PLACE = 200;

  /** Bytes of a line within which fields of an unknown logger are expected. */
  private static final int MAX_FIELDS = 100;

  /** Whether a time, a level or a bracket was read: only then may names and columns follow. */
  boolean begun;

  private final LineCursor cursor;
  private Severity stated = Severity.UNSTATED;

  LoggerFields(LineCursor cursor) {
    this.cursor = cursor;
  }

  void startLine() {
    begun = false;
    stated = Severity.UNSTATED;
  }

  /** The level that the prefix states, or else the level among the first fields. */
  Severity severity() {
    if (stated == Severity.UNSTATED) {
      findLevel();
    }
    return stated;
  }

  /** Notes the level that {@code [from, to)} denotes, if any. */
  void noteLevel(int from, int to) {
    Severity level = levelAt(from, to);
    stated = level == null ? stated : level;
  }

  boolean isLevel(int from, int to) {
    return levelAt(from, to) != null;
  }

  private @Nullable Severity levelAt(int from, int to) {
    boolean word = from < to && to <= cursor.end;
    return word
        ? Severity.of(new String(cursor.line, from, to - from, StandardCharsets.ISO_8859_1))
        : null;
  }

  /** {@code [ERROR]}, {@code [E:onnxruntime:, x.cc:3]}, {@code [E816 01:45:40]}. */
  void noteLevelInBracket(int from, int close) {
    int blank = cursor.findByte(' ', from, close);
    int head = blank < 0 ? close : blank;
    int colon = cursor.findByte(':', from, head);
    boolean glog = head - from > 3 && cursor.isNumber(from + 1, head);
    noteLevel(from, glog ? from + 1 : colon > from ? colon : head);
  }

  /**
   * The level among the fields of an unknown logger: {@code 081110 020724 29 INFO dfs.FSNamesystem:
   * …}. Only for lines that begin with a number or a bracket.
   */
  private void findLevel() {
    if (!isDigit(cursor.peek(cursor.start)) && cursor.peek(cursor.start) != '[') {
      return;
    }
    int most = Math.min(cursor.end, cursor.start + MAX_FIELDS);
    int from = cursor.start;
    while (from > NONE && from < most && stated == Severity.UNSTATED) {
      int end = from;
      while (end < most && cursor.line[end] >= 'A' && cursor.line[end] <= 'Z') {
        end++;
      }
      if (end - from > 3 && (end == cursor.end || cursor.isAt(end, " ]:|"))) {
        noteLevel(from, end);
      }
      int blank = cursor.findByte(' ', from, most);
      from = blank < 0 ? NONE : blank + 1;
    }
  }

  /** A level or mark at the start of a field. */
  boolean readLevel(boolean first) {
    return switch (cursor.current()) {
      case '#' -> skipRunnerMark();
      case '|' -> begun && cursor.moveTo(cursor.pos + 1);
      case '-' -> begun && cursor.peek(cursor.pos + 1) == ' ' && cursor.moveTo(cursor.pos + 1);
      default ->
          isLetter(cursor.current()) && (readPlace() || readLevelWord() || first && readKeys());
    };
  }

  /** A name or place behind a time or level. */
  boolean readColumn(boolean first) {
    return begun && skipColumn() || first && skipKernelRecord();
  }

  /** {@code stderr F} in logs of containerd and CRI-O, after a time. */
  boolean readStandardStream() {
    int at = cursor.pos;
    if (!begun || !cursor.startsWith("stdout ", at) && !cursor.startsWith("stderr ", at)) {
      return false;
    }
    int tag = at + "stderr ".length();
    boolean ends = tag + 1 == cursor.end || cursor.peek(tag + 1) == ' ';
    return ends && cursor.isAt(tag, "FP") && cursor.moveTo(tag + 1);
  }

  /**
   * {@code [INFO]}, {@code [core.py:866]}, {@code [x]<stderr>:}: any bracket apart from the text.
   */
  boolean skipBracket(int close) {
    int end = close + 1;
    if (cursor.startsWith("<std", end)) {
      end = Math.max(end, cursor.findByte('>', end, cursor.end) + 1);
    }
    boolean ends = end == cursor.end || cursor.isAt(end, " [\t:");
    if (!ends && stated == Severity.UNSTATED) {
      return false;
    }
    begun = true;
    return cursor.movePastColon(end);
  }

  /** {@code ##[error]} of GitHub Actions. */
  private boolean skipRunnerMark() {
    int open = cursor.pos + 2;
    if (cursor.peek(cursor.pos + 1) != '#' || cursor.peek(open) != '[') {
      return skipBuildStep();
    }
    int close = cursor.findNear(']', open, MAX_NAME);
    if (close < 0) {
      return false;
    }
    noteLevelInBracket(open + 1, close);
    return skipBracket(close);
  }

  /** {@code #11 0.892 } or {@code #11 ERROR} of Docker's builder. */
  private boolean skipBuildStep() {
    int end = cursor.digitsEnd(cursor.pos + 1, cursor.end);
    if (end == cursor.pos + 1 || cursor.peek(end) != ' ') {
      return false;
    }
    int seconds = cursor.digitsEnd(end + 1, cursor.end);
    if (seconds > end + 1 && cursor.peek(seconds) == '.') {
      int fraction = cursor.digitsEnd(seconds + 1, cursor.end);
      return fraction > seconds + 1 && cursor.moveTo(fraction);
    }
    return cursor.startsWith("ERROR", end + 1) && cursor.moveTo(end);
  }

  /** {@code W tensorflow/core/common_runtime/gpu/gpu_device.cc:1325] } after a time. */
  private boolean readPlace() {
    int level = cursor.pos;
    if (!begun || cursor.peek(level + 1) != ' ' || !isLevel(level, level + 1)) {
      return false;
    }
    int close = cursor.findNear(']', level, MAX_PLACE);
    if (close < 0 || cursor.findByte(' ', level + 2, close) >= 0) {
      return false;
    }
    noteLevel(level, level + 1);
    return cursor.moveTo(close + 1);
  }

  /** {@code ERROR 02-27 …}, {@code ERROR:root:}, {@code WARNING - }, {@code ERROR : }. */
  private boolean readLevelWord() {
    int end = cursor.lettersEnd(cursor.pos);
    if (cursor.peek(end) == '[') {
      return readLogrusLevel(end);
    }
    boolean ends = end == cursor.end || cursor.isAt(end, " :|-]");
    if (end - cursor.pos < 2 || !ends || !isLevel(cursor.pos, end) || !isOfLogger(end)) {
      return false;
    }
    noteLevel(cursor.pos, end);
    begun = true;
    if (cursor.peek(end) == ':') {
      return cursor.moveTo(loggerNameEnd(end + 1));
    }
    int colon = cursor.blanksEnd(end);
    boolean spaced = cursor.peek(colon) == ':' && cursor.peek(colon + 1) == ' ';
    return cursor.moveTo(spaced ? colon + 1 : end);
  }

  /** {@code FATA[0002] }: a level of four letters and the seconds since the program began. */
  private boolean readLogrusLevel(int open) {
    int close = cursor.digitsEnd(open + 1, cursor.end);
    boolean level =
        open - cursor.pos == 4
            && close - open > 4
            && cursor.peek(close) == ']'
            && isLevel(cursor.pos, open);
    if (!level) {
      return false;
    }
    noteLevel(cursor.pos, open);
    begun = true;
    return cursor.moveTo(close + 1);
  }

  /**
   * Whether a word that states a level comes from a logger: {@code Error reading x} and {@code
   * error: x} are messages; loggers write capitals or aligned columns.
   */
  private boolean isOfLogger(int end) {
    boolean capital = !LineCursor.isLower(cursor.peek(end - 1));
    return capital || begun && isSeparator(cursor.blanksEnd(end));
  }

  private boolean isSeparator(int at) {
    return cursor.peek(at) == '|' || cursor.peek(at) == '-' && cursor.peek(at + 1) == ' ';
  }

  /**
   * {@code ERROR:root:message} of Python's logging; without a name, the message follows directly.
   */
  private int loggerNameEnd(int from) {
    int end = cursor.nameEnd(from, MAX_NAME);
    boolean name = end > from && cursor.peek(end) == ':' && cursor.peek(end + 1) != ':';
    return name ? end + 1 : from;
  }

  /** {@code mmdet - }, {@code stderr | }, {@code registry.py:267] }, {@code mod:func:12 - }. */
  private boolean skipColumn() {
    int end = cursor.pos;
    int most = Math.min(cursor.end, cursor.pos + MAX_NAME);
    while (end < most && !cursor.isAt(end, " ][\"=")) {
      end++;
    }
    if (end == cursor.pos) {
      return false;
    }
    if (cursor.peek(end) == ']' && cursor.findByte(':', cursor.pos + 1, end) >= 0) {
      return cursor.moveTo(end + 1);
    }
    int next = cursor.blanksEnd(end);
    return next > end && isSeparator(next) && cursor.moveTo(next + 1);
  }

  /** {@code 3,1413,984213399,-;} of {@code /dev/kmsg}. */
  private boolean skipKernelRecord() {
    int end = cursor.pos;
    for (int fields = 0; fields < 3; fields++) {
      int digits = cursor.digitsEnd(end, cursor.end);
      if (digits == end || cursor.peek(digits) != ',') {
        return false;
      }
      end = digits + 1;
    }
    return cursor.isAt(end, "-c") && cursor.peek(end + 1) == ';' && cursor.moveTo(end + 2);
  }

  /** {@code host:4103:4711 [3] transport/net_ib.cc:188 NCCL WARN message}. */
  boolean readNcclLevel() {
    int nccl = cursor.findWord(" NCCL ", cursor.pos, Math.min(cursor.end, cursor.pos + MAX_PLACE));
    int colon = nccl < 0 ? NONE : cursor.findByte(':', cursor.pos, nccl);
    int word = nccl + " NCCL ".length();
    boolean info = cursor.startsWith("INFO ", word);
    if (colon < 0
        || !isDigit(cursor.peek(colon + 1))
        || !info && !cursor.startsWith("WARN ", word)) {
      return false;
    }
    // NCCL reports errors as warnings.
    stated = info ? Severity.INFO : Severity.ERROR;
    return cursor.moveTo(word + 4);
  }

  /** {@code time="2020-07-21T18:49:33Z" level=fatal msg="…"}. */
  private boolean readKeys() {
    int at = cursor.pos;
    boolean keyed =
        cursor.startsWith("time=", at)
            || cursor.startsWith("ts=", at)
            || cursor.startsWith("level=", at);
    int key = keyed ? cursor.findWord("level=", at, cursor.end) : NONE;
    if (key < 0) {
      return false;
    }
    int level = key + "level=".length();
    noteLevel(level, cursor.lettersEnd(level));
    int message = cursor.findWord("msg=", level, cursor.end);
    int start = message < 0 ? level : message + "msg=".length();
    return cursor.moveTo(cursor.peek(start) == '"' ? start + 1 : start);
  }
}
