package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.JobLog.Form;
import dev.faultbook.report.RankReport;
import dev.faultbook.report.Report;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs of 8 to 512 ranks that fail in a known way. The answer must name the cause and the rank that
 * failed first, whatever the order of the files. Each scenario states the expected result.
 */
class RankScenarioTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  /**
   * A job that failed.
   *
   * @param entry the first finding; the symptom if no log shows the cause
   * @param rank the rank that failed first; -1 if only its node can be determined
   * @param node the node of that rank; null if the form names no nodes
   * @param blame the entry that matches the first failure; null if no page covers it
   */
  record Scenario(
      String name, JobLog job, String entry, int rank, String node, String blame, String state) {
    @Override
    public String toString() {
      return name;
    }
  }

  @ParameterizedTest
  @MethodSource
  void theRightRankAndCauseWhateverTheOrderOfTheFiles(Scenario scenario) throws IOException {
    Map<String, byte[]> files = scenario.job().files();
    Report report = diagnose(files, 0);
    assertThat(report.findings()).as("findings").isNotEmpty();
    assertThat(report.findings().getFirst().entry()).isEqualTo(scenario.entry());
    RankReport ranks = report.ranks();
    assertThat(ranks).isNotNull();
    assertThat(ranks.first()).as("first of %s", report.findings()).isNotNull();
    assertThat(ranks.first().entry()).isEqualTo(scenario.blame());
    if (scenario.rank() >= 0) {
      assertThat(ranks.first().rank()).as(ranks.first().because()).isEqualTo(scenario.rank());
      RankReport.Lane lane =
          ranks.lanes().stream()
              .filter(l -> Integer.valueOf(scenario.rank()).equals(l.rank()))
              .findFirst()
              .orElseThrow();
      assertThat(lane.state()).isEqualTo(scenario.state());
    }
    if (scenario.node() != null) {
      assertThat(ranks.first().node()).isEqualTo(scenario.node());
    }
    int orders = files.size() > 100 ? 1 : 3;
    for (int seed = 1; seed <= orders && files.size() > 1; seed++) {
      assertThat(diagnose(files, seed))
          .usingRecursiveComparison()
          .ignoringFields("tookMillis")
          .isEqualTo(report);
    }
  }

  static Stream<Scenario> theRightRankAndCauseWhateverTheOrderOfTheFiles() {
    List<Scenario> all = new ArrayList<>();
    for (Form form : Form.values()) {
      all.add(gpuMemory(2, 4, form, 5));
    }
    all.add(gpuMemory(64, 8, Form.FILE_PER_RANK, 317));
    all.add(gpuMemory(64, 8, Form.RANK_PREFIX, 500));
    all.add(gpuMemory(4, 8, Form.FILE_PER_NODE, 30, 0, 3000, 0, -3000));
    all.add(deadNode(8, 8, Form.FILE_PER_RANK, 5));
    all.add(deadNode(4, 8, Form.RANK_PREFIX, 2));
    all.add(versionSkew(2, 8, Form.FILE_PER_NODE, 1));
    all.add(versionSkew(8, 8, Form.SRUN, 3));
    all.add(wrongInterface(4, 4, Form.FILE_PER_NODE, 2));
    all.add(wrongInterface(16, 8, Form.PDSH, 9));
    all.add(desync(2, 8, Form.RANK_PREFIX, 0));
    all.add(desync(4, 8, Form.FILE_PER_RANK, 17));
    all.add(slowRank(2, 8, Form.RANK_PREFIX, 0));
    all.add(slowRank(8, 8, Form.FILE_PER_RANK, 0));
    all.add(behind(4, 8, Form.FILE_PER_RANK, 13));
    all.add(infiniBand(4, 8, Form.RANK_PREFIX, 19));
    all.add(infiniBand(32, 8, Form.FILE_PER_RANK, 200));
    all.add(hostMemory(4, 8, Form.FILE_PER_RANK, 26));
    all.add(hostMemory(2, 8, Form.FILE_PER_NODE, 3));
    all.add(sharedMemory(4, 8, Form.FILE_PER_NODE, 3));
    all.add(sharedMemory(2, 8, Form.KUBECTL, 1));
    all.add(gpuOffBus(4, 8, Form.FILE_PER_RANK, 22));
    all.add(gpuOffBus(2, 8, Form.FILE_PER_NODE, 9));
    all.add(unknownError(4, 8, Form.FILE_PER_RANK, 11));
    all.add(unknownError(2, 4, Form.KUBECTL, 6));
    all.add(absentRank(2, 8, Form.FILE_PER_RANK, 12));
    all.add(twoCauses(4, 8, Form.FILE_PER_NODE, 9, 24));
    return all.stream();
  }

  private static String name(String what, JobLog job, Form form) {
    return what + ", " + job.ranks() + " ranks, " + form;
  }

  private static Scenario gpuMemory(int nodes, int perNode, Form form, int rank, long... skew) {
    JobLog job = new JobLog(nodes, perNode, form, 1, skew).start();
    job.train(10_000, 60_000, 10_000);
    job.traceback(
        62_000,
        rank,
        "loss = model(batch).loss",
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU "
            + rank % perNode
            + " has a total capacity of 79.11 GiB of which 1.02 GiB is free. Including non-PyTorch"
            + " memory, this process has 78.07 GiB memory in use. Of the allocated memory 71.00 GiB"
            + " is allocated by PyTorch, and 1.20 GiB is reserved by PyTorch but unallocated.");
    // The others only wait, or see the connection close.
    for (int peer = 0; peer < job.ranks(); peer += perNode) {
      if (peer != rank) {
        job.warn(
            62_800 + peer,
            peer,
            "misc/socket.cc:58",
            "socketProgress: Connection closed by remote peer "
                + job.host(job.node(rank))
                + "<41234>");
      }
    }
    job.allTimeout(663_000, 812, r -> r == rank);
    return new Scenario(
        name("GPU memory" + (skew.length > 0 ? ", clocks apart" : ""), job, form),
        job,
        "cuda-out-of-memory",
        rank,
        form == Form.TEE || form == Form.SRUN || form == Form.MPIRUN
            ? null
            : job.host(job.node(rank)),
        "cuda-out-of-memory",
        "first");
  }

  private static Scenario deadNode(int nodes, int perNode, Form form, int dead) {
    JobLog job = new JobLog(nodes, perNode, form, 2).start();
    job.train(10_000, 60_000, 10_000);
    for (int rank = 0; rank < job.ranks(); rank++) {
      if (job.node(rank) != dead) {
        job.warn(
            90_000 + rank,
            rank,
            "misc/socket.cc:58",
            "socketProgress: Connection closed by remote peer " + job.host(dead) + "<50112>");
      }
    }
    job.allTimeout(660_000, 512, r -> job.node(r) == dead);
    // No line reports the dead node: its log just ends, and its last line is shown.
    return new Scenario(
        name("dead node", job, form),
        job,
        "nccl-peer-closed",
        dead * perNode,
        job.host(dead),
        null,
        "first");
  }

  private static Scenario versionSkew(int nodes, int perNode, Form form, int odd) {
    JobLog job = new JobLog(nodes, perNode, form, 3);
    for (int rank = 0; rank < job.ranks(); rank++) {
      boolean isOdd = job.node(rank) == odd;
      job.boot(
          rank,
          "eth0",
          "10.0." + job.node(rank) + ".5",
          isOdd ? "2.27.5+cuda12.9" : "2.27.3+cuda12.8");
      int other = isOdd ? 0 : odd * perNode;
      job.warn(
          9000 + rank,
          rank,
          "init.cc:729",
          "Mismatched NCCL version detected : rank "
              + other
              + " version "
              + (isOdd ? 22703 : 22705)
              + " rank "
              + rank
              + " version "
              + (isOdd ? 22705 : 22703));
    }
    return new Scenario(
        name("NCCL versions differ", job, form),
        withRanks(job),
        "nccl-version-mismatch",
        nodes == 2 ? -1 : odd * perNode,
        nodes == 2 || form == Form.SRUN ? null : job.host(odd),
        "nccl-version-mismatch",
        "first");
  }

  private static JobLog withRanks(JobLog job) {
    for (int rank = 0; rank < job.ranks(); rank++) {
      job.init(rank);
    }
    return job;
  }

  private static Scenario wrongInterface(int nodes, int perNode, Form form, int odd) {
    JobLog job = new JobLog(nodes, perNode, form, 4);
    for (int rank = 0; rank < job.ranks(); rank++) {
      boolean isOdd = job.node(rank) == odd;
      job.boot(
          rank,
          isOdd ? "docker0" : "eth0",
          isOdd ? "172.17.0.1" : "10.0." + job.node(rank) + ".5",
          "2.27.3+cuda12.8");
      job.initStart(rank);
      if (!isOdd) {
        job.warn(
            40_000 + rank,
            rank,
            "misc/socket.cc:577",
            "socketPollConnect: connect to 172.17.0.1<40127> returned Connection refused, exceeded"
                + " error retry count after 35 attempts");
        job.traceback(
            41_000 + rank,
            rank,
            "dist.barrier()",
            "torch.distributed.DistBackendError: NCCL error in:"
                + " /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:94, remote process exited or"
                + " there was a network error, NCCL version 2.27.3");
      }
    }
    return new Scenario(
        name("wrong interface", job, form),
        job,
        "nccl-wrong-interface",
        // All ranks of the node are equally at fault.
        -1,
        job.host(odd),
        "nccl-wrong-interface",
        "first");
  }

  private static Scenario desync(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 5).start();
    job.train(10_000, 60_000, 10_000);
    for (int other = 0; other < job.ranks(); other++) {
      job.timeout(
          660_000 + other,
          other,
          9122,
          other == rank ? "BROADCAST" : "ALLREDUCE",
          other == rank ? 9122 : 9124,
          9121);
    }
    return new Scenario(
        name("desync", job, form),
        job,
        "nccl-collective-desync",
        rank,
        form == Form.RANK_PREFIX || form == Form.FILE_PER_RANK ? job.host(job.node(rank)) : null,
        "nccl-collective-desync",
        "first");
  }

  private static Scenario slowRank(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 6).start();
    job.train(10_000, 20_000, 10_000);
    for (int at = 0; at < 30; at++) {
      job.raw(
          60_000 + at * 20_000L,
          rank,
          "Map (num_proc=8): "
              + String.format(java.util.Locale.ROOT, "%3d", at)
              + "%|#         | "
              + at * 4000
              + "/400000 [00:20<10:00, 200.00 examples/s]");
    }
    job.allTimeout(660_000, 3, r -> r == rank);
    return new Scenario(
        name("slow rank", job, form),
        job,
        "one-rank-slow-before-collective",
        rank,
        job.host(job.node(rank)),
        "one-rank-slow-before-collective",
        "first");
  }

  private static Scenario behind(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 7).start();
    job.train(10_000, 60_000, 10_000);
    for (int other = 0; other < job.ranks(); other++) {
      if (other != rank) {
        job.timeout(660_000 + other, other, 812, "ALLREDUCE", 814, 811);
      }
    }
    job.glog(
        661_000,
        rank,
        "ProcessGroupNCCL.cpp:1746",
        "[PG ID 0 PG GUID 0(default_pg) Rank "
            + rank
            + "] Received a dump signal due to a collective timeout from rank 0 and we will try our"
            + " best to dump the debug info. Last enqueued NCCL work: 811, last completed NCCL"
            + " work: 811.");
    return new Scenario(
        name("a rank behind", job, form),
        job,
        "nccl-watchdog-timeout",
        rank,
        job.host(job.node(rank)),
        null,
        "first");
  }

  private static Scenario infiniBand(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 8).start();
    job.train(10_000, 60_000, 10_000);
    job.warn(
        70_000,
        rank,
        "transport/net_ib.cc:2449",
        "NET/IB: Got completion from peer 10.30.0.12<51234> with status=12 opcode=0 len=0 vendor"
            + " err 129 (Recv) localGid ::ffff:10.30.2.7 remoteGids::ffff:10.30.2.12 hca mlx5_2");
    job.nccl(70_001, rank, true, "transport/net.cc:1393 -> 6");
    job.allTimeout(670_000, 77, r -> r == rank);
    return new Scenario(
        name("InfiniBand", job, form),
        job,
        "nccl-ib-completion-error",
        rank,
        job.host(job.node(rank)),
        "nccl-ib-completion-error",
        "first");
  }

  private static Scenario hostMemory(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 9).start();
    job.train(10_000, 60_000, 10_000);
    int node = job.node(rank);
    job.kernel(
        64_000,
        node,
        "python invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0");
    job.kernel(
        64_000,
        node,
        "Out of memory: Killed process "
            + job.pid(rank)
            + " (python) total-vm:412345678kB, anon-rss:201234567kB, file-rss:0kB, shmem-rss:4kB,"
            + " UID:1000 pgtables:412345kB oom_score_adj:0");
    if (form != Form.FILE_PER_NODE) {
      job.agent(
          66_000,
          node,
          "failed (exitcode: -9) local_rank: "
              + rank % perNode
              + " (pid: "
              + job.pid(rank)
              + ") of binary: /usr/bin/python3");
    }
    for (int other = 0; other < job.ranks(); other += 2) {
      if (other != rank) {
        job.warn(
            65_000 + other,
            other,
            "misc/socket.cc:58",
            "socketProgress: Connection closed by remote peer " + job.host(node) + "<41999>");
      }
    }
    job.allTimeout(664_000, 90, r -> r == rank);
    return new Scenario(
        name("host memory", job, form),
        job,
        "process-killed-host-oom",
        rank,
        job.host(node),
        "process-killed-host-oom",
        "first");
  }

  private static Scenario sharedMemory(int nodes, int perNode, Form form, int node) {
    JobLog job = new JobLog(nodes, perNode, form, 10);
    for (int rank = 0; rank < job.ranks(); rank++) {
      job.boot(rank, "eth0", "10.0." + job.node(rank) + ".5", "2.27.3+cuda12.8");
      job.nccl(
          3000 + rank,
          rank,
          true,
          "ncclCommInitRankConfig comm 0x5500 rank "
              + rank
              + " nranks "
              + job.ranks()
              + " cudaDev "
              + rank % perNode
              + " nvmlDev "
              + rank % perNode
              + " busId 1b000 commId 0x5b1f7a9d0c1be2f4 - Init START");
    }
    int first = node * perNode + 1;
    for (int rank = node * perNode; rank < (node + 1) * perNode; rank++) {
      job.warn(
          rank == first ? 9000 : 12_000 + rank,
          rank,
          "misc/shmutils.cc:87",
          "Error while creating shared memory segment /dev/shm/nccl-QzR4b"
              + (char) ('A' + rank % 26)
              + " (size 9637888), error: No space left on device (28)");
    }
    for (int rank = 0; rank < job.ranks(); rank++) {
      if (job.node(rank) != node) {
        job.warn(
            14_000 + rank,
            rank,
            "misc/socket.cc:58",
            "socketProgress: Connection closed by remote peer " + job.host(node) + "<44001>");
      }
    }
    return new Scenario(
        name("shared memory", job, form),
        job,
        "nccl-shared-memory",
        first,
        job.host(node),
        "nccl-shared-memory",
        "first");
  }

  private static Scenario gpuOffBus(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 11).start();
    job.train(10_000, 60_000, 10_000);
    String[] buses = {"1b", "43", "52", "61", "9d", "c3", "d1", "df"};
    job.kernel(
        63_000,
        job.node(rank),
        "NVRM: Xid (PCI:0000:"
            + buses[rank % 8]
            + ":00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.");
    job.traceback(
        65_000,
        rank,
        "torch.cuda.synchronize()",
        "torch.AcceleratorError: CUDA error: unspecified launch failure");
    job.allTimeout(665_000, 45, r -> r == rank);
    return new Scenario(
        name("GPU off the bus", job, form),
        job,
        "gpu-fell-off-bus",
        rank,
        job.host(job.node(rank)),
        "gpu-fell-off-bus",
        "first");
  }

  private static Scenario unknownError(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 12).start();
    job.train(10_000, 60_000, 10_000);
    job.traceback(
        61_000,
        rank,
        "sample = self.shards[index]",
        "acme.data.ShardError: shard 118 has no footer");
    job.allTimeout(661_000, 61, r -> r == rank);
    return new Scenario(
        name("an error of their own", job, form),
        job,
        "program-exception",
        rank,
        job.host(job.node(rank)),
        "program-exception",
        "first");
  }

  private static Scenario absentRank(int nodes, int perNode, Form form, int rank) {
    JobLog job = new JobLog(nodes, perNode, form, 13);
    for (int other = 0; other < job.ranks(); other++) {
      if (other != rank) {
        job.boot(other, "eth0", "10.0." + job.node(other) + ".5", "2.27.3+cuda12.8");
        job.init(other);
      }
    }
    job.allTimeout(661_000, 1, r -> r == rank);
    return new Scenario(
        name("a rank without a line", job, form),
        job,
        "nccl-watchdog-timeout",
        rank,
        null,
        null,
        "silent");
  }

  /** Two causes of equal weight: the clocks must decide, and they differ by 6 s. */
  private static Scenario twoCauses(int nodes, int perNode, Form form, int first, int second) {
    long[] skew = new long[nodes];
    skew[first / perNode] = 3000;
    skew[second / perNode] = -3000;
    JobLog job = new JobLog(nodes, perNode, form, 14, skew).start();
    job.train(10_000, 60_000, 10_000);
    job.python(62_000, first, "ERROR dataloader failed");
    job.raw(62_000, first, "OSError: [Errno 28] No space left on device: '/scratch/cache/x'");
    job.python(64_000, second, "ERROR forward failed");
    job.raw(
        64_000,
        second,
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total"
            + " capacity of 79.11 GiB of which 1.02 GiB is free.");
    job.allTimeout(664_000, 61, r -> r == first || r == second);
    return new Scenario(
        name("two causes, clocks apart", job, form),
        job,
        "disk-full",
        first,
        job.host(first / perNode),
        "disk-full",
        "first");
  }

  private static Report diagnose(Map<String, byte[]> files, int seed) throws IOException {
    List<String> names = new ArrayList<>(files.keySet());
    if (seed > 0) {
      Collections.shuffle(names, new Random(seed));
    }
    Map<String, byte[]> ordered = new LinkedHashMap<>();
    names.forEach(name -> ordered.put(name, files.get(name)));
    try (InMemoryLog log = TestLogs.holdFiles(ordered)) {
      return Report.fromDiagnosis(DIAGNOSER.diagnose(log), Language.EN);
    }
  }
}
