package dev.faultbook.diagnosis;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Makes the logs of a training job of many ranks, line by line as PyTorch, torchrun, NCCL and the
 * kernel print them, in the form in which a launcher hands them over. The same job gives the same
 * log. Texts were read in NCCL 2.27's {@code debug.cc}, {@code init.cc}, {@code socket.cc} and
 * PyTorch's {@code ProcessGroupNCCL.cpp} and {@code elastic/multiprocessing}.
 */
final class JobLog {
  /** How the lines of the ranks reach the reader. */
  enum Form {
    /** One file; torchrun 2.4 and newer writes {@code [rank3]:} before what it knows. */
    RANK_PREFIX,
    /** A file a node; {@code torchrun --tee}: {@code [default3]:}, the rank within the node. */
    TEE,
    /** One file; {@code srun --label}. */
    SRUN,
    /** One file; {@code pdsh}, which names the host. */
    PDSH,
    /** One file; {@code kubectl logs --prefix --timestamps}, a pod a node. */
    KUBECTL,
    /** One file; {@code mpirun --tag-output}. */
    MPIRUN,
    /** One file; {@code docker compose}, a service a node. */
    COMPOSE,
    /** A file a rank: {@code rank_3.log}. */
    FILE_A_RANK,
    /** A file a rank, where torchrun puts it: {@code node05/attempt_0/3/stderr.log}. */
    TORCHRUN_FILES,
    /** A file a node: {@code node05.log}, with {@code [rank3]:} before what torchrun knows. */
    FILE_A_NODE
  }

  /** What wrote a line. */
  private enum Writer {
    PYTHON,
    NCCL,
    KERNEL,
    AGENT
  }

  private record Line(long at, int order, int rank, int node, Writer writer, String text) {}

  private static final int[] BUSES = {0x1b, 0x43, 0x52, 0x61, 0x9d, 0xc3, 0xd1, 0xdf};
  private static final long START =
      LocalDateTime.of(2026, 11, 21, 10, 0, 0).toInstant(ZoneOffset.UTC).toEpochMilli();
  private static final DateTimeFormatter LOGGING =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter NCCL_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter GLOG =
      DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter RFC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'000000Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DMESG =
      DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  final int nodes;
  final int perNode;
  private final Form form;
  private final long[] skew;
  private final Random random;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param skew by how many milliseconds each node's clock is ahead; nodes beyond it are right
   */
  JobLog(int nodes, int perNode, Form form, long seed, long... skew) {
    this.nodes = nodes;
    this.perNode = perNode;
    this.form = form;
    this.skew = new long[nodes];
    System.arraycopy(skew, 0, this.skew, 0, Math.min(nodes, skew.length));
    this.random = new Random(seed);
  }

  int ranks() {
    return nodes * perNode;
  }

  String host(int node) {
    return form == Form.KUBECTL || form == Form.COMPOSE
        ? "trainer-" + node
        : String.format(Locale.ROOT, "node%02d", node);
  }

  int node(int rank) {
    return rank / perNode;
  }

  long pid(int rank) {
    return 4100L + node(rank) * 37L + rank % perNode;
  }

  /** What Python's logging prints. */
  void python(long at, int rank, String text) {
    add(at, rank, Writer.PYTHON, LOGGING.format(clock(at, rank)) + " " + text);
  }

  /** What is printed without a time: tracebacks. */
  void raw(long at, int rank, String text) {
    add(at, rank, Writer.PYTHON, text);
  }

  /** What PyTorch's C++ part logs as an error. */
  void glog(long at, int rank, String file, String text) {
    add(
        at,
        rank,
        Writer.PYTHON,
        "[E" + GLOG.format(clock(at, rank)) + "104233 " + file + "] " + text);
  }

  /** An information line of NCCL, with a time as NCCL_DEBUG_TIMESTAMP_LEVELS=ALL gives it. */
  void nccl(long at, int rank, boolean timed, String text) {
    String time = timed ? "[" + NCCL_TIME.format(clock(at, rank)) + "] " : "";
    add(at, rank, Writer.NCCL, time + process(rank, 40) + "NCCL INFO " + text);
  }

  /** A warning of NCCL, which bears a time since 2.26. */
  void warn(long at, int rank, String file, String text) {
    add(
        at,
        rank,
        Writer.NCCL,
        "["
            + NCCL_TIME.format(clock(at, rank))
            + "] "
            + process(rank, 55)
            + file
            + " NCCL WARN "
            + text);
  }

  /** A line of {@code dmesg -T} of a node. */
  void kernel(long at, int node, String text) {
    lines.add(
        new Line(
            at,
            lines.size(),
            -1,
            node,
            Writer.KERNEL,
            "[" + DMESG.format(Instant.ofEpochMilli(START + at + skew[node])) + "] " + text));
  }

  /** A line of a node's torchrun agent. */
  void agent(long at, int node, String text) {
    lines.add(
        new Line(
            at,
            lines.size(),
            -1,
            node,
            Writer.AGENT,
            "E"
                + GLOG.format(Instant.ofEpochMilli(START + at + skew[node]))
                + "000 "
                + (3900 + node)
                + " torch/distributed/elastic/multiprocessing/api.py:869] "
                + text));
  }

  private void add(long at, int rank, Writer writer, String text) {
    lines.add(new Line(at, lines.size(), rank, node(rank), writer, text));
  }

  private Instant clock(long at, int rank) {
    return Instant.ofEpochMilli(START + at + skew[node(rank)]);
  }

  private String process(int rank, int thread) {
    return host(node(rank))
        + ":"
        + pid(rank)
        + ":"
        + (pid(rank) + thread)
        + " ["
        + rank % perNode
        + "] ";
  }

  /** The start of a job: versions, interfaces, the communicator. Ends at 8 s. */
  JobLog start() {
    for (int rank = 0; rank < ranks(); rank++) {
      boot(rank, "eth0", "10.0." + node(rank) + ".5", "2.27.3+cuda12.8");
      init(rank);
    }
    return this;
  }

  /** How a rank's NCCL introduces itself. */
  void boot(int rank, String interfaceName, String address, String version) {
    python(1000 + random.nextInt(800), rank, "INFO world size " + ranks() + ", model built");
    nccl(
        2000 + random.nextInt(400),
        rank,
        false,
        "Bootstrap: Using " + interfaceName + ":" + address + "<0>");
    nccl(2500 + random.nextInt(100), rank, false, "NCCL version " + version);
  }

  /** How a rank joins the communicator of all. */
  void init(int rank) {
    initStart(rank);
    // The bootstrap ends with a barrier: all complete together.
    nccl(8000 + random.nextInt(40), rank, true, communicator(rank) + "COMPLETE");
  }

  /** How a rank begins to join it. */
  void initStart(int rank) {
    nccl(3000 + random.nextInt(600), rank, true, communicator(rank) + "START");
  }

  private String communicator(int rank) {
    return "ncclCommInitRankConfig comm 0x55"
        + String.format(Locale.ROOT, "%010x", 0x1000L * (rank + 1))
        + " rank "
        + rank
        + " nranks "
        + ranks()
        + " cudaDev "
        + rank % perNode
        + " nvmlDev "
        + rank % perNode
        + " busId "
        + Integer.toHexString(BUSES[rank % 8] << 12)
        + " commId 0x5b1f7a9d0c1be2f4 - Init ";
  }

  /** Steps of a healthy training; only some ranks report, as is usual. */
  void train(long from, long until, long every) {
    int step = 0;
    for (long at = from; at < until; at += every) {
      step++;
      for (int rank = 0; rank < ranks(); rank++) {
        python(
            at + random.nextInt(300),
            rank,
            "INFO step "
                + step
                + " loss "
                + (300 - step % 100) / 100.0
                + " tokens/s "
                + (31000 + random.nextInt(900)));
      }
    }
  }

  /** The watchdog of a rank gives up on a collective. */
  void timeout(long at, int rank, int seq, String op, int enqueued, int completed) {
    glog(
        at,
        rank,
        "ProcessGroupNCCL.cpp:632",
        "[Rank "
            + rank
            + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum="
            + seq
            + ", OpType="
            + op
            + ", NumelIn=26214400, NumelOut=26214400, Timeout(ms)=600000) ran for "
            + (600000 + random.nextInt(90))
            + " milliseconds before timing out.");
    glog(
        at + 2,
        rank,
        "ProcessGroupNCCL.cpp:2271",
        "[PG ID 0 PG GUID 0(default_pg) Rank "
            + rank
            + "]  failure detected by watchdog at work sequence id: "
            + seq
            + " PG status: last enqueued work: "
            + enqueued
            + ", last completed work: "
            + completed);
  }

  /** All ranks but some time out in one collective, near each other. */
  void allTimeout(long at, int seq, java.util.function.IntPredicate but) {
    for (int rank = 0; rank < ranks(); rank++) {
      if (!but.test(rank)) {
        timeout(at + random.nextInt(400), rank, seq, "ALLREDUCE", seq + 2, seq - 1);
      }
    }
  }

  /** A Python traceback. */
  void traceback(long at, int rank, String where, String error) {
    raw(at, rank, "Traceback (most recent call last):");
    raw(at, rank, "  File \"/workspace/train.py\", line 418, in <module>");
    raw(at, rank, "    " + where);
    raw(at, rank, error);
  }

  /** The files of the log, by name. */
  Map<String, byte[]> files() {
    List<Line> sorted = new ArrayList<>(lines);
    sorted.sort(Comparator.comparingLong(Line::at).thenComparingInt(Line::order));
    Map<String, StringBuilder> files = new TreeMap<>();
    for (Line line : sorted) {
      files
          .computeIfAbsent(file(line), f -> new StringBuilder())
          .append(prefix(line))
          .append(line.text())
          .append('\n');
    }
    Map<String, byte[]> bytes = new TreeMap<>();
    files.forEach(
        (name, text) -> bytes.put(name, text.toString().getBytes(StandardCharsets.UTF_8)));
    return bytes;
  }

  private String file(Line line) {
    if (line.writer() == Writer.KERNEL) {
      return host(line.node()) + "-dmesg.log";
    }
    return switch (form) {
      case FILE_A_RANK ->
          line.rank() < 0 ? host(line.node()) + "-agent.log" : "rank_" + line.rank() + ".log";
      case TORCHRUN_FILES ->
          line.rank() < 0
              ? host(line.node()) + "/agent.log"
              : host(line.node()) + "/attempt_0/" + line.rank() % perNode + "/stderr.log";
      case FILE_A_NODE, TEE -> host(line.node()) + ".log";
      default -> "job.log";
    };
  }

  private String prefix(Line line) {
    if (line.writer() == Writer.KERNEL) {
      return "";
    }
    boolean torch = line.writer() == Writer.PYTHON;
    int rank = line.rank();
    return switch (form) {
      case RANK_PREFIX, FILE_A_NODE ->
          torch ? "[rank" + rank + "]:" + (line.text().startsWith("[E") ? "" : " ") : "";
      case TEE -> rank < 0 ? "" : "[default" + rank % perNode + "]:";
      case SRUN ->
          String.format(
              Locale.ROOT,
              "%" + Integer.toString(ranks() - 1).length() + "d: ",
              rank < 0 ? line.node() * perNode : rank);
      case PDSH -> host(line.node()) + ": " + (torch ? "[rank" + rank + "]: " : "");
      case KUBECTL ->
          "[pod/trainer-"
              + line.node()
              + "/pytorch] "
              + RFC.format(Instant.ofEpochMilli(START + line.at() + skew[line.node()]))
              + " "
              + (torch ? "[rank" + rank + "]: " : "");
      case MPIRUN -> rank < 0 ? "" : "[1," + rank + "]<stderr>:";
      case COMPOSE -> "trainer-" + line.node() + "  | " + (torch ? "[rank" + rank + "]: " : "");
      case FILE_A_RANK, TORCHRUN_FILES -> "";
    };
  }
}
