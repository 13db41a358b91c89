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
 * Generates the logs of a training job with many ranks, line by line as PyTorch, torchrun, NCCL and
 * the kernel print them, in the form in which a launcher delivers them. The same job always gives
 * the same log. The texts come from NCCL 2.27's {@code debug.cc}, {@code init.cc} and {@code
 * socket.cc}, and from PyTorch's {@code ProcessGroupNCCL.cpp} and {@code elastic/multiprocessing}.
 */
final class JobLog {
  /** The launcher or tool that collected the lines, and how it divides them into files. */
  enum Form {
    /** One file; torchrun 2.4 and newer puts {@code [rank3]:} before the lines of Python. */
    RANK_PREFIX,
    /** One file per node; {@code torchrun --tee} adds the local rank: {@code [default3]:}. */
    TEE,
    /** One file; {@code srun --label}. */
    SRUN,
    /** One file; {@code pdsh} puts the host first. */
    PDSH,
    /** One file; {@code kubectl logs --prefix --timestamps}, one pod per node. */
    KUBECTL,
    /** One file; {@code mpirun --tag-output}. */
    MPIRUN,
    /** One file; {@code docker compose}, one service per node. */
    COMPOSE,
    /** One file per rank: {@code rank_3.log}. */
    FILE_PER_RANK,
    /** One file per rank, at torchrun's path: {@code node05/attempt_0/3/stderr.log}. */
    TORCHRUN_FILES,
    /** One file per node: {@code node05.log}, with {@code [rank3]:} before the lines of Python. */
    FILE_PER_NODE
  }

  /** The component that wrote a line. */
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
   * @param skew milliseconds by which each node's clock is ahead; further nodes have an exact clock
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

  /** Adds a line of Python's logging module. */
  void python(long at, int rank, String text) {
    add(at, rank, Writer.PYTHON, LOGGING.format(clock(at, rank)) + " " + text);
  }

  /** Adds a line without a timestamp, such as one of a traceback. */
  void raw(long at, int rank, String text) {
    add(at, rank, Writer.PYTHON, text);
  }

  /** Adds an error logged by the C++ part of PyTorch. */
  void glog(long at, int rank, String file, String text) {
    add(
        at,
        rank,
        Writer.PYTHON,
        "[E" + GLOG.format(clock(at, rank)) + "104233 " + file + "] " + text);
  }

  /**
   * Adds an information line of NCCL, with a timestamp if {@code timed}, as
   * NCCL_DEBUG_TIMESTAMP_LEVELS=ALL prints it.
   */
  void nccl(long at, int rank, boolean timed, String text) {
    String time = timed ? "[" + NCCL_TIME.format(clock(at, rank)) + "] " : "";
    add(at, rank, Writer.NCCL, time + process(rank, 40) + "NCCL INFO " + text);
  }

  /** Adds a warning of NCCL, which has a timestamp since 2.26. */
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

  /** Adds a line of {@code dmesg -T} on a node. */
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

  /** Adds a line of a node's torchrun agent. */
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

  /** Starts the job: versions, interfaces, the communicator. Ends at 8 s. */
  JobLog start() {
    for (int rank = 0; rank < ranks(); rank++) {
      boot(rank, "eth0", "10.0." + node(rank) + ".5", "2.27.3+cuda12.8");
      init(rank);
    }
    return this;
  }

  /** Adds the lines with which the NCCL of a rank starts. */
  void boot(int rank, String interfaceName, String address, String version) {
    python(1000 + random.nextInt(800), rank, "INFO world size " + ranks() + ", model built");
    nccl(
        2000 + random.nextInt(400),
        rank,
        false,
        "Bootstrap: Using " + interfaceName + ":" + address + "<0>");
    nccl(2500 + random.nextInt(100), rank, false, "NCCL version " + version);
  }

  /** Adds the lines with which a rank joins the communicator of all ranks. */
  void init(int rank) {
    initStart(rank);
    // The bootstrap ends with a barrier, so all ranks complete together.
    nccl(8000 + random.nextInt(40), rank, true, communicator(rank) + "COMPLETE");
  }

  /** Adds the line with which a rank starts to join the communicator. */
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

  /** Adds the steps of healthy training; as usual, only some ranks report them. */
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

  /** Adds the timeout with which the watchdog of a rank gives up on a collective. */
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

  /** Adds timeouts of one collective, close together, on all ranks but the excepted ones. */
  void allTimeout(long at, int seq, java.util.function.IntPredicate except) {
    for (int rank = 0; rank < ranks(); rank++) {
      if (!except.test(rank)) {
        timeout(at + random.nextInt(400), rank, seq, "ALLREDUCE", seq + 2, seq - 1);
      }
    }
  }

  /** Adds a Python traceback. */
  void traceback(long at, int rank, String where, String error) {
    raw(at, rank, "Traceback (most recent call last):");
    raw(at, rank, "  File \"/workspace/train.py\", line 418, in <module>");
    raw(at, rank, "    " + where);
    raw(at, rank, error);
  }

  /** Returns the files of the log by name. */
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
      case FILE_PER_RANK ->
          line.rank() < 0 ? host(line.node()) + "-agent.log" : "rank_" + line.rank() + ".log";
      case TORCHRUN_FILES ->
          line.rank() < 0
              ? host(line.node()) + "/agent.log"
              : host(line.node()) + "/attempt_0/" + line.rank() % perNode + "/stderr.log";
      case FILE_PER_NODE, TEE -> host(line.node()) + ".log";
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
      case RANK_PREFIX, FILE_PER_NODE ->
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
      case FILE_PER_RANK, TORCHRUN_FILES -> "";
    };
  }
}
