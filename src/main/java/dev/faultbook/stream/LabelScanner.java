package dev.faultbook.stream;

import static dev.faultbook.stream.LineCursor.NONE;
import static dev.faultbook.stream.LineCursor.asciiBytes;
import static dev.faultbook.stream.LineCursor.isDigit;
import static dev.faultbook.stream.LineCursor.isLower;

/**
 * Reads the writer of a line (rank, node, process and GPU) from the labels that launchers, NCCL,
 * Ray and container engines put before the message.
 *
 * <p>Each method consumes a known form at the cursor, or nothing. It allocates no objects; an
 * instance is reused for successive lines.
 */
final class LabelScanner {
  private static final int RANK_SEARCH = 400;
  private static final int NCCL_SEARCH = 200;
  private static final int SYSLOG_TAG_SEARCH = 60;
  private static final int LONGEST_RAY = 121;
  private static final int LONGEST_PROCESS = 128;
  private static final int LONGEST_LABEL = 64;
  private static final int SHORTEST_SERVICE = 3;
  private static final byte[] NCCL = asciiBytes(" NCCL ");
  private static final byte[] RANK = asciiBytes("Rank ");
  private static final byte[] STD = asciiBytes("<std");
  private static final byte[] PID = asciiBytes("pid=");
  private static final byte[] IP = asciiBytes("ip=");
  private static final byte[] DEFAULT = asciiBytes("default");
  private static final byte[] POD = asciiBytes("pod/");
  private static final byte[][] RANK_WORDS = {
    asciiBytes("rank"), asciiBytes("Rank"), asciiBytes("RANK")
  };

  private final LineCursor cursor;
  private int rank;
  private int local;
  private boolean loose;
  private int nodeFrom;
  private int nodeTo;
  private int processFrom;
  private int processTo;
  private int device;

  LabelScanner(LineCursor cursor) {
    this.cursor = cursor;
  }

  void startLine() {
    rank = NONE;
    local = NONE;
    loose = false;
    nodeFrom = NONE;
    processFrom = NONE;
    device = NONE;
  }

  int rank() {
    return rank;
  }

  /** The rank within the node (local rank); -1 if unknown. */
  int local() {
    return local;
  }

  /**
   * Whether the rank or node was read from a form that also occurs in ordinary text: {@code 3: …}.
   */
  boolean loose() {
    return loose;
  }

  /** Index of the node's name; -1 if unknown. */
  int nodeFrom() {
    return nodeFrom;
  }

  int nodeTo() {
    return nodeTo;
  }

  /** Index of the process's name; -1 if unknown. */
  int processFrom() {
    return processFrom;
  }

  int processTo() {
    return processTo;
  }

  /** The CUDA device index that NCCL states; -1 if there is none. */
  int device() {
    return device;
  }

  /**
   * Reads a label in brackets: {@code [rank3]:}, {@code [1,3]<stderr>:}, {@code
   * [pod/trainer-3/pytorch]}, {@code [host:4102 :0:4240]}.
   *
   * @param close index of the closing bracket
   */
  boolean readBracketed(int close) {
    int from = cursor.pos + 1;
    int after = close + 1;
    return readRank(from, close, after)
        || readMpiTag(from, close, after)
        || readPod(from, close, after)
        || readUcx(from, close, after);
  }

  /** Reads the host and tag after the time of a syslog line: {@code gpu-node-3 kernel:}. */
  void readSyslogHost() {
    int hostEnd = cursor.findByte((byte) ' ', cursor.pos, cursor.end);
    int most = Math.min(cursor.end, hostEnd + SYSLOG_TAG_SEARCH);
    int colon = hostEnd < 0 ? NONE : cursor.findByte((byte) ':', hostEnd, most);
    if (colon > 0 && cursor.peek(colon + 1) == ' ') {
      nodeFrom = cursor.pos;
      nodeTo = hostEnd;
      cursor.pos = colon + 1;
    }
  }

  /**
   * Reads {@code rank3}, {@code Rank 3}, {@code default3} or, if a colon follows the bracket, a
   * bare number.
   */
  private boolean readRank(int from, int close, int after) {
    // [rank3]: or [Rank 3]
    int named = rankBehindWord(from, close);
    // [trainer3|11]:
    if (named == NONE && cursor.peek(after) == ':') {
      named = rankBehindRole(from, close);
    }
    // [default3]:
    if (named == NONE && cursor.startsWith(DEFAULT, from)) {
      local = cursor.parseNumber(from + DEFAULT.length, close);
      return local != NONE && endLabel(after);
    }
    // [3]:
    if (named == NONE && cursor.peek(after) == ':' && !isBlank(after + 1)) {
      named = cursor.parseNumber(from, close);
    }
    if (named == NONE) {
      return false;
    }
    rank = named;
    return endLabel(after);
  }

  /**
   * Reads the rank of {@code trainer3|11}: role, local rank and rank, written by torchrun's log
   * line prefix template {@code [${role_name}${local_rank}|${rank}]:}.
   */
  private int rankBehindRole(int from, int close) {
    int bar = cursor.findByte((byte) '|', from, close);
    int letters = from;
    while (letters < bar
        && (Character.isLetter(cursor.line[letters]) || cursor.line[letters] == '_')) {
      letters++;
    }
    boolean role = letters > from && letters < bar && cursor.digitsEnd(letters, bar) == bar;
    return role ? cursor.parseNumber(bar + 1, close) : NONE;
  }

  private int rankBehindWord(int from, int close) {
    for (byte[] word : RANK_WORDS) {
      if (cursor.startsWith(word, from)) {
        int end = from + word.length;
        return cursor.parseNumber(cursor.peek(end) == ' ' ? end + 1 : end, close);
      }
    }
    return NONE;
  }

  /**
   * Whether the rest of the line is blank. A bare {@code [0]:} on its own line numbers a failure in
   * torchrun's report and is not a rank.
   */
  private boolean isBlank(int at) {
    for (int i = at; i < cursor.end; i++) {
      if (cursor.line[i] != ' ' && cursor.line[i] != '\t' && cursor.line[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private boolean endLabel(int after) {
    cursor.skipColon(after);
    return true;
  }

  /**
   * Reads the tag of mpirun: {@code [1,3]<stderr>:}, since Open MPI 5 {@code
   * [prterun-node1-77@1,3]<stderr>:}.
   */
  private boolean readMpiTag(int from, int close, int after) {
    if (!cursor.startsWith(STD, after)) {
      return false;
    }
    // [3]<stderr>: of horovodrun has no job number
    int comma = cursor.findByte((byte) ',', from, close);
    int number = cursor.parseNumber(comma < 0 ? from : comma + 1, close);
    if (number == NONE) {
      return false;
    }
    rank = number;
    int colon = cursor.findByte((byte) ':', after, cursor.end);
    cursor.pos = colon < 0 ? after : colon + 1;
    return true;
  }

  /** Reads the label of {@code kubectl logs --prefix}: {@code [pod/trainer-3/pytorch]}. */
  private boolean readPod(int from, int close, int after) {
    if (!cursor.startsWith(POD, from)) {
      return false;
    }
    int name = from + POD.length;
    int slash = cursor.findByte((byte) '/', name, close);
    int end = slash < 0 ? close : slash;
    if (end == name) {
      return false;
    }
    nodeFrom = name;
    nodeTo = end;
    cursor.pos = after;
    return true;
  }

  /**
   * Reads the label of UCX's signal handler, with the process and, at the end, the thread: {@code
   * [host:4102 :0:4240]}.
   */
  private boolean readUcx(int from, int close, int after) {
    int colon = cursor.findByte((byte) ':', from, close);
    if (colon <= from || cursor.digitsEnd(from, colon) == colon) {
      return false;
    }
    int process = cursor.digitsEnd(colon + 1, close);
    if (process == colon + 1 || !isUcxThread(process, close)) {
      return false;
    }
    nodeFrom = from;
    nodeTo = colon;
    processFrom = from;
    processTo = process;
    cursor.pos = after;
    return true;
  }

  /** Whether {@code :0:4240} follows the process id. */
  private boolean isUcxThread(int from, int close) {
    int i = from;
    while (i < close && cursor.line[i] == ' ') {
      i++;
    }
    int zero = cursor.peek(i) == ':' ? cursor.digitsEnd(i + 1, close) : i;
    return zero > i + 1
        && cursor.peek(zero) == ':'
        && zero + 1 < close
        && cursor.digitsEnd(zero + 1, close) == close;
  }

  /** Reads the label of Ray: {@code (RayTrainWorker pid=4711, ip=10.0.0.7)}. */
  boolean readRay() {
    int close =
        cursor.findByte((byte) ')', cursor.pos, Math.min(cursor.end, cursor.pos + LONGEST_RAY));
    int pid = close < 0 ? -1 : cursor.findWord(PID, cursor.pos, close);
    if (pid < 0) {
      return false;
    }
    int end = cursor.digitsEnd(pid + PID.length, close);
    processFrom = pid + PID.length;
    processTo = end;
    int ip = cursor.findWord(IP, cursor.pos, close);
    // (pid=1, ip=) states no node.
    if (ip > 0 && ip + IP.length < close) {
      nodeFrom = ip + IP.length;
      nodeTo = close;
    }
    cursor.pos = close + 1;
    return true;
  }

  /**
   * Reads the prefix of NCCL, up to the word {@code NCCL}, which starts the message: {@code
   * node4:4102:4240 [3] NCCL WARN …}.
   */
  void readNccl() {
    int blank =
        cursor.findByte((byte) ' ', cursor.pos, Math.min(cursor.end, cursor.pos + LONGEST_PROCESS));
    if (blank < 0) {
      return;
    }
    int second = cursor.findLast((byte) ':', cursor.pos, blank);
    int first = second <= cursor.pos ? -1 : cursor.findLast((byte) ':', cursor.pos, second);
    if (first <= cursor.pos
        || cursor.digitsEnd(second + 1, blank) != blank
        || second + 1 == blank
        || cursor.digitsEnd(first + 1, second) != second) {
      return;
    }
    int nccl = cursor.findWord(NCCL, blank, Math.min(cursor.end, cursor.pos + NCCL_SEARCH));
    if (nccl < 0) {
      return;
    }
    nodeFrom = cursor.pos;
    nodeTo = first;
    processFrom = cursor.pos;
    processTo = second;
    if (cursor.peek(blank + 1) == '[') {
      device = cursor.parseNumber(blank + 2, cursor.digitsEnd(blank + 2, cursor.end));
    }
    cursor.pos = nccl + 1;
  }

  /** Reads a word at the start of the line that states a task, node or service. */
  boolean readLabel() {
    int end = cursor.pos;
    int most = Math.min(cursor.end, cursor.pos + LONGEST_LABEL);
    while (end < most && isNameChar(cursor.line[end])) {
      end++;
    }
    if (end == cursor.pos) {
      return false;
    }
    if (cursor.peek(end) == ':' && (cursor.peek(end + 1) == ' ' || end + 1 == cursor.end)) {
      return readTaskOrNode(end);
    }
    return end - cursor.pos >= SHORTEST_SERVICE && readService(end);
  }

  /** Reads the service of docker compose: {@code trainer-1 | }. */
  private boolean readService(int end) {
    int bar = end;
    while (cursor.peek(bar) == ' ') {
      bar++;
    }
    if (bar == end || cursor.peek(bar) != '|' || cursor.peek(bar + 1) != ' ') {
      return false;
    }
    nodeFrom = cursor.pos;
    nodeTo = end;
    cursor.pos = bar + 1;
    return true;
  }

  /** Reads the task of {@code srun --label} ({@code 3: }) or the node of pdsh ({@code node7: }). */
  private boolean readTaskOrNode(int end) {
    int task = cursor.parseNumber(cursor.pos, end);
    if (task != NONE) {
      rank = task;
    } else if (isDigit(cursor.line[end - 1])
        && (isLower(cursor.line[cursor.pos]) || isAddress(cursor.pos, end))) {
      nodeFrom = cursor.pos;
      nodeTo = end;
    } else {
      return false;
    }
    loose = true;
    cursor.pos = end + 1;
    return true;
  }

  /**
   * Whether a range is an IPv4 address. pdsh prints hosts as given on its command line, often as
   * addresses.
   */
  private boolean isAddress(int from, int to) {
    int dots = 0;
    for (int i = from; i < to; i++) {
      if (cursor.line[i] == '.') {
        dots++;
      } else if (!isDigit(cursor.line[i])) {
        return false;
      }
    }
    return dots == 3;
  }

  /**
   * Reads the rank in the text of the messages of NCCL and its watchdog: {@code [Rank 3]}, {@code …
   * Rank 3]}.
   */
  void readRankInText() {
    int at = cursor.findWord(RANK, cursor.start, Math.min(cursor.end, cursor.start + RANK_SEARCH));
    int from = at + RANK.length;
    int digitsEnd = at < 0 ? NONE : cursor.digitsEnd(from, cursor.end);
    if (cursor.peek(digitsEnd) == ']') {
      rank = cursor.parseNumber(from, digitsEnd);
    }
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
