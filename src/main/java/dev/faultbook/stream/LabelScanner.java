package dev.faultbook.stream;

import static dev.faultbook.stream.LineCursor.NONE;
import static dev.faultbook.stream.LineCursor.isDigit;
import static dev.faultbook.stream.LineCursor.isLower;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the writer of a line (rank, node, process and GPU) from the labels that launchers, NCCL,
 * Ray and container engines put before the message.
 *
 * <p>Each method consumes a known form at the cursor, or nothing. It allocates no objects; an
 * instance is reused for successive lines.
 */
final class LabelScanner {
  private static final int RANK_SEARCH = 400;
  private static final int LOGGER_SEARCH = 120;
  private static final int NCCL_SEARCH = 200;
  private static final int SYSLOG_TAG_SEARCH = 60;
  private static final int MAX_RAY = 121;
  private static final int MAX_PROCESS = 128;
  private static final int MAX_LABEL = 80;
  private static final int MIN_SERVICE = 3;
  private static final int CAUSE_INDENT = 4;
  private static final List<String> RANK_WORDS = List.of("rank", "Rank", "RANK");

  private final LineCursor cursor;

  // What the current line states: numbers or NONE, names or empty ranges.
  private int rank;
  private int local;
  private int device;
  private int nodeFrom;
  private int nodeTo;
  private int processFrom;
  private int processTo;

  /** The end of what was read of the line apart from its prefix. */
  int readTo;

  /** Whether rank or node were read from a form that also occurs in ordinary text: {@code 3: …}. */
  private boolean loose;

  LabelScanner(LineCursor cursor) {
    this.cursor = cursor;
  }

  void startLine() {
    readTo = cursor.start;
    rank = NONE;
    local = NONE;
    device = NONE;
    setNode(cursor.start, cursor.start);
    setProcess(cursor.start, cursor.start);
    loose = false;
  }

  boolean hasRank() {
    return rank != NONE;
  }

  /** The text of the line between two positions. */
  interface Text {
    String between(int from, int to);
  }

  /** Who wrote the line; {@link LinePrefix.Writer#UNKNOWN} where it has no label. */
  LinePrefix.Writer toWriter(Text text) {
    boolean named = nodeTo > nodeFrom || processTo > processFrom;
    if (!named && rank == NONE && local == NONE && device == NONE) {
      return LinePrefix.Writer.UNKNOWN;
    }
    return new LinePrefix.Writer(
        numberOrNull(rank),
        numberOrNull(local),
        numberOrNull(device),
        nodeTo == nodeFrom ? null : text.between(nodeFrom, nodeTo),
        processTo == processFrom ? null : text.between(processFrom, processTo),
        loose);
  }

  /** A number that is equal for equal labels. */
  int hash() {
    int hash = (rank * 31 + local) * 31 + device;
    for (int i = nodeFrom; i < nodeTo; i++) {
      hash = hash * 31 + cursor.line[i];
    }
    for (int i = processFrom; i < processTo; i++) {
      hash = hash * 31 + cursor.line[i];
    }
    return hash ^ hash >>> 10;
  }

  /** Whether the line names this writer; may be false if a name is not ASCII. */
  boolean names(LinePrefix.Writer writer) {
    return isNumber(rank, writer.rank())
        && isNumber(local, writer.local())
        && isNumber(device, writer.device())
        && isText(nodeFrom, nodeTo, writer.node())
        && isText(processFrom, processTo, writer.process())
        && loose == writer.loose();
  }

  private static boolean isNumber(int number, @Nullable Integer stated) {
    return number == (stated == null ? NONE : stated);
  }

  private boolean isText(int from, int to, @Nullable String stated) {
    return stated == null
        ? from == to
        : stated.length() == to - from && cursor.startsWith(stated, from);
  }

  private static @Nullable Integer numberOrNull(int number) {
    return number == NONE ? null : Integer.valueOf(number);
  }

  private void setNode(int from, int to) {
    nodeFrom = from;
    nodeTo = to;
    readTo = Math.max(readTo, to);
  }

  private void setProcess(int from, int to) {
    processFrom = from;
    processTo = to;
    readTo = Math.max(readTo, to);
  }

  /** Reads a label in brackets that end at {@code close}. */
  boolean readBracketed(int close) {
    int from = cursor.pos + 1;
    return readRank(from, close)
        || readLocalRank(from, close)
        || readMpiTag(from, close)
        || readPod(from, close)
        || readUcx(from, close);
  }

  private boolean readRank(int from, int close) {
    // [rank3]: or [Rank 3]
    int stated = rankBehindWord(from, close);
    if (cursor.peek(close + 1) == ':') {
      // [trainer3|11]:
      stated = stated == NONE ? rankBehindRole(from, close) : stated;
      // [3]:
      stated = stated == NONE && !isBlank(close + 2) ? cursor.parseNumber(from, close) : stated;
    }
    rank = stated == NONE ? rank : stated;
    return stated != NONE && cursor.movePastColon(close + 1);
  }

  private int rankBehindWord(int from, int close) {
    for (String word : RANK_WORDS) {
      if (cursor.startsWith(word, from)) {
        int end = from + word.length();
        return cursor.parseNumber(cursor.peek(end) == ' ' ? end + 1 : end, close);
      }
    }
    return NONE;
  }

  /**
   * Reads the rank of {@code trainer3|11}: role, local rank and rank, written by torchrun's log
   * line prefix template {@code [${role_name}${local_rank}|${rank}]:}.
   */
  private int rankBehindRole(int from, int close) {
    int bar = cursor.findByte('|', from, close);
    int letters = from;
    while (letters < bar
        && (LineCursor.isLetter(cursor.line[letters]) || cursor.line[letters] == '_')) {
      letters++;
    }
    return letters > from && cursor.isNumber(letters, bar)
        ? cursor.parseNumber(bar + 1, close)
        : NONE;
  }

  /**
   * Whether the rest of the line is blank. A bare {@code [0]:} on its own line numbers a failure in
   * torchrun's report and is not a rank.
   */
  private boolean isBlank(int from) {
    int i = from;
    while (cursor.isAt(i, " \t\r")) {
      i++;
    }
    return i >= cursor.end;
  }

  /** {@code [default3]:} of torchrun. */
  private boolean readLocalRank(int from, int close) {
    if (!cursor.startsWith("default", from)) {
      return false;
    }
    local = cursor.parseNumber(from + "default".length(), close);
    return local != NONE && cursor.movePastColon(close + 1);
  }

  /**
   * {@code [1,3]<stderr>:} of mpirun, {@code [prterun-node1-77@1,3]<stderr>:} since Open MPI 5,
   * {@code [3]<stderr>:} of horovodrun.
   */
  private boolean readMpiTag(int from, int close) {
    if (!cursor.startsWith("<std", close + 1)) {
      return false;
    }
    int comma = cursor.findByte(',', from, close);
    int number = cursor.parseNumber(comma < 0 ? from : comma + 1, close);
    rank = number == NONE ? rank : number;
    int tag = cursor.findByte('>', close, cursor.end);
    return number != NONE && cursor.movePastColon(tag < 0 ? close + 1 : tag + 1);
  }

  /** {@code [pod/trainer-3/pytorch]} of {@code kubectl logs --prefix}. */
  private boolean readPod(int from, int close) {
    int name = from + "pod/".length();
    if (!cursor.startsWith("pod/", from)) {
      return false;
    }
    int slash = cursor.findByte('/', name, close);
    int end = slash < 0 ? close : slash;
    if (end == name) {
      return false;
    }
    setNode(name, end);
    return cursor.moveTo(close + 1);
  }

  /** {@code [host:4102 :0:4240]} of UCX's signal handler: host, process, 0 and thread. */
  private boolean readUcx(int from, int close) {
    int colon = cursor.findByte(':', from, close);
    int process = cursor.digitsEnd(colon + 1, close);
    if (colon <= from || cursor.isNumber(from, colon) || process == colon + 1) {
      return false;
    }
    int zero = cursor.blanksEnd(process);
    int thread = cursor.findByte(':', zero + 1, close);
    if (cursor.peek(zero) != ':'
        || !cursor.isNumber(zero + 1, thread)
        || !cursor.isNumber(thread + 1, close)) {
      return false;
    }
    setNode(from, colon);
    setProcess(from, process);
    return cursor.moveTo(close + 1);
  }

  /** {@code (RayTrainWorker pid=4711, ip=10.0.0.7)} and {@code (raylet)}. */
  boolean readRay() {
    int close = cursor.findNear(')', cursor.pos, MAX_RAY);
    int pid = cursor.findWord("pid=", cursor.pos, close);
    if (close < 0 || pid < 0 && !cursor.startsWith("(raylet", cursor.pos)) {
      return false;
    }
    if (pid >= 0) {
      setProcess(pid + "pid=".length(), cursor.digitsEnd(pid + "pid=".length(), close));
    }
    int ip = cursor.findWord("ip=", cursor.pos, close);
    // (pid=1, ip=) states no node.
    if (ip > 0 && ip + "ip=".length() < close) {
      setNode(ip + "ip=".length(), close);
    }
    return cursor.moveTo(close + 1);
  }

  /** {@code gpu-node-3 kernel: }, the host and the tag after the time of a syslog line. */
  void readSyslogHost() {
    int host = cursor.findByte(' ', cursor.pos, cursor.end);
    int colon = host < 0 ? NONE : cursor.findNear(':', host, SYSLOG_TAG_SEARCH);
    if (colon < 0 || cursor.peek(colon + 1) != ' ') {
      return;
    }
    setNode(cursor.pos, host);
    // What stands between the host and a colon in the message is no tag.
    cursor.pos = cursor.findByte(' ', host + 1, colon) < 0 ? colon + 1 : host;
  }

  /**
   * {@code gpu-a07 kernel:} and {@code gpu-a07 vllm[8052]:} after the time of {@code journalctl -o
   * short-iso} and of rsyslog's own format. Behind such a time other programs write other words, so
   * that the tag has to be the kernel's or to hold a process.
   */
  void readTaggedHost() {
    int from = cursor.blanksEnd(cursor.pos);
    int host = cursor.findNear(' ', from, SYSLOG_TAG_SEARCH);
    int tag = host + 1;
    int colon = host <= from ? NONE : cursor.findNear(':', tag, SYSLOG_TAG_SEARCH);
    if (colon <= tag || cursor.findByte(' ', tag, colon) >= 0) {
      return;
    }
    int open = cursor.findByte('[', tag, colon);
    boolean process =
        open > tag && cursor.peek(colon - 1) == ']' && cursor.isNumber(open + 1, colon - 1);
    if (process || cursor.startsWith("kernel:", tag)) {
      setNode(from, host);
      cursor.pos = colon + 1;
    }
  }

  /** {@code node4:4102:4240 [3] NCCL WARN …}: host, process and thread, and the GPU. */
  void readNccl() {
    int blank = cursor.findNear(' ', cursor.pos, MAX_PROCESS);
    int second = cursor.findLast(':', cursor.pos, blank);
    int first = cursor.findLast(':', cursor.pos, second);
    if (first <= cursor.pos
        || !cursor.isNumber(first + 1, second)
        || !cursor.isNumber(second + 1, blank)
        || cursor.findWord(" NCCL ", blank, Math.min(cursor.end, cursor.pos + NCCL_SEARCH)) < 0) {
      return;
    }
    setNode(cursor.pos, first);
    setProcess(cursor.pos, second);
    if (cursor.peek(blank + 1) == '[') {
      int deviceEnd = cursor.digitsEnd(blank + 2, cursor.end);
      device = cursor.parseNumber(blank + 2, deviceEnd);
      readTo = deviceEnd;
    }
  }

  /** Reads a word at the start of the line that states a task, node or service. */
  boolean readLabel() {
    int end = cursor.nameEnd(cursor.pos, MAX_LABEL);
    if (end > cursor.pos
        && cursor.peek(end) == ':'
        && (cursor.peek(end + 1) == ' ' || end + 1 == cursor.end)) {
      return readTaskOrNode(end);
    }
    // trainer-1  | of docker compose
    int bar = cursor.blanksEnd(end);
    if (end - cursor.pos < MIN_SERVICE
        || bar == end
        || cursor.peek(bar) != '|'
        || cursor.peek(bar + 1) != ' ') {
      return false;
    }
    setNode(cursor.pos, end);
    return cursor.moveTo(bar + 1);
  }

  /**
   * The task of {@code srun --label} ({@code 3: }) or the node of pdsh ({@code node7: }). A number
   * behind four blanks counts the causes of an error in Rust: {@code 0: error decoding response}.
   */
  private boolean readTaskOrNode(int end) {
    int task = cursor.parseNumber(cursor.pos, end);
    if (task != NONE && cursor.pos - cursor.start >= CAUSE_INDENT) {
      return false;
    }
    if (task != NONE) {
      rank = task;
    } else if (isDigit(cursor.line[end - 1])
        && (isLower(cursor.line[cursor.pos]) || isAddress(cursor.pos, end))) {
      setNode(cursor.pos, end);
    } else {
      return false;
    }
    loose = true;
    return cursor.moveTo(end + 1);
  }

  /** Whether a range is an IPv4 address: pdsh prints hosts as they were given to it. */
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
   * {@code [Rank 3]} and {@code … Rank 3]} in messages of NCCL and its watchdog, {@code INFO
   * train.py:88 [rank3]:} of a program's logger.
   */
  void readRankInText() {
    if (!readRankBehind("Rank ", RANK_SEARCH)) {
      readRankBehind(" [rank", LOGGER_SEARCH);
    }
  }

  private boolean readRankBehind(String word, int most) {
    int at = cursor.findWord(word, cursor.start, Math.min(cursor.end, cursor.start + most));
    int from = at + word.length();
    int digitsEnd = at < 0 ? NONE : cursor.digitsEnd(from, cursor.end);
    if (digitsEnd <= from || cursor.peek(digitsEnd) != ']') {
      return false;
    }
    rank = cursor.parseNumber(from, digitsEnd);
    readTo = Math.max(readTo, digitsEnd);
    return true;
  }
}
