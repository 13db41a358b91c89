package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Logs of many ranks as users submit them: truncated, mixed, from several tools, in two languages.
 */
class RankScenesTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static final String TIMEOUT =
      "[rank%1$d]:[E1120 10:11:%2$02d.000000000 ProcessGroupNCCL.cpp:632] [Rank %1$d] Watchdog"
          + " caught collective operation timeout: WorkNCCL(SeqNum=81, OpType=ALLREDUCE, NumelIn=1,"
          + " NumelOut=1, Timeout(ms)=600000) ran for 600043 milliseconds before timing out.\n";
  private static final String OUT_OF_MEMORY =
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 2 has a total"
          + " capacity of 79.11 GiB of which 1.02 GiB is free.\n";
  private static final String COMPLETION =
      "[2026-11-20 10:01:02.000] node01:5013:5053 [5] transport/net_ib.cc:2449 NCCL WARN NET/IB:"
          + " Got completion from peer 10.30.0.12<51234> with status=12 opcode=0 len=0 vendor err"
          + " 129 (Recv) localGid ::ffff:10.30.2.7 remoteGids::ffff:10.30.2.12 hca mlx5_2\n";

  private static Report diagnose(Map<String, String> files) {
    try (InMemoryLog log = TestLogs.holdTexts(files)) {
      return Report.fromDiagnosis(DIAGNOSER.diagnose(log), Language.EN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Report diagnose(String log) {
    return diagnose(Map.of("job.log", log));
  }

  private static String steps(int ranks, String form) {
    StringBuilder out = new StringBuilder();
    for (int step = 1; step < 6; step++) {
      for (int rank = 0; rank < ranks; rank++) {
        out.append(form.formatted(rank, rank / 8, step)).append('\n');
      }
    }
    return out.toString();
  }

  private static String timeouts(int ranks, int except) {
    StringBuilder out = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      out.append(rank == except ? "" : TIMEOUT.formatted(rank, rank % 60));
    }
    return out.toString();
  }

  private static String state(Report report, int rank) {
    return report.ranks().lanes().stream()
        .filter(lane -> Integer.valueOf(rank).equals(lane.rank()))
        .findFirst()
        .orElseThrow()
        .state();
  }

  /**
   * A traceback has no timestamp, and the timestamp of the rank's last step is a minute too early.
   */
  @Test
  void anUntimedErrorBehindATimedOneOfAnotherRankIsLater() {
    Report report =
        diagnose(
            steps(16, "[rank%d]: 2026-11-20 10:00:5%3$d,000 INFO step %3$d")
                + "[rank13]: 2026-11-20 10:01:02,000 ERROR OSError: [Errno 28] No space left on"
                + " device: '/scratch/x'\n"
                + "[rank2]: "
                + OUT_OF_MEMORY
                + "[rank2]: 2026-11-20 10:01:03,100 ERROR worker failed\n"
                + timeouts(16, 2));
    assertThat(report.findings().getFirst().entry()).isEqualTo("disk-full");
    assertThat(report.ranks().first().rank()).isEqualTo(13);
    assertThat(report.ranks().first().sure()).isFalse();
    assertThat(state(report, 2)).isEqualTo("failed");
  }

  /**
   * Two hosts, one perhaps 3 s behind; neither error has a timestamp, so their order is uncertain.
   */
  @Test
  void twoUntimedErrorsInTwoFilesAreNotPutInOrderForSure() {
    Report report =
        diagnose(
            Map.of(
                "node00.log",
                steps(8, "[rank%d]: 2026-11-20 10:00:5%3$d,000 INFO step %3$d")
                    + "[rank1]: "
                    + OUT_OF_MEMORY,
                "node01.log",
                steps(8, "[rank1%d]: 2026-11-20 10:00:5%3$d,010 INFO step %3$d")
                    + "[rank19]: OSError: [Errno 28] No space left on device: '/scratch/x'\n"));
    assertThat(report.ranks().first().sure()).isFalse();
    assertThat(report.findings()).hasSizeGreaterThanOrEqualTo(2);
  }

  /** With NCCL_DEBUG=WARN, no line maps a process to its rank. */
  @Test
  void warningsOfAPodAreTheRanksOfItsGpus() {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < 32; rank++) {
      log.append("[pod/llama-worker-%d/pytorch] [rank%d]: ready\n".formatted(rank / 8, rank));
    }
    for (int device = 1; device < 3; device++) {
      log.append(
          "[pod/llama-worker-2/pytorch] llama-worker-2:50%1$d:509%1$d [%1$d] misc/shmutils.cc:87 NCCL"
                  .formatted(device)
              + " WARN Error while creating shared memory segment /dev/shm/nccl-QzR4bA (size"
              + " 9637888), error: No space left on device (28)\n");
    }
    Report report = diagnose(log.toString());
    assertThat(report.ranks().first().rank()).isEqualTo(17);
    assertThat(report.ranks().first().because())
        .isEqualTo("It is the earliest of the 2 that show this cause.");
    assertThat(report.ranks().count()).isEqualTo(32);
  }

  @Test
  void onOneMachineTheGpusNumberIsTheRank() {
    Report report =
        diagnose(
            steps(8, "[rank%d]: step %3$d")
                + "box:4711:4750 [5] misc/shmutils.cc:87 NCCL WARN Error while creating shared"
                + " memory segment /dev/shm/nccl-QzR4bA (size 9637888), error: No space left on"
                + " device (28)\n");
    assertThat(report.ranks().first().rank()).isEqualTo(5);
    // Each process sees only one GPU, so the device number does not identify the rank.
    report =
        diagnose(
            steps(8, "[rank%d]: step %3$d")
                + "box:4711:4750 [0] NCCL WARN Call to bind failed\n"
                + "box:4712:4751 [0] misc/shmutils.cc:87 NCCL WARN Error while creating shared"
                + " memory segment /dev/shm/nccl-QzR4bA (size 9637888), error: No space left on"
                + " device (28)\n");
    assertThat(report.ranks().first().rank()).isNull();
  }

  /** pdsh adds the host to every line, including lines that already name a rank. */
  @Test
  void aKernelLineBehindPdshIsItsHostsAndItsProcesssRank() {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < 16; rank++) {
      log.append(
          "gpu-a-0%1$d: gpu-a-0%1$d:50%2$02d:51%2$02d [%3$d] NCCL INFO ncclCommInitRankConfig comm 0x55%2$02d rank %2$d nranks 16 cudaDev %3$d nvmlDev %3$d busId %3$db000 commId 0x5b - Init COMPLETE\n"
              .formatted(rank / 8, rank, rank % 8));
    }
    log.append(steps(16, "gpu-a-0%2$d: [rank%1$d]: 2026-11-20 10:00:5%3$d,000 INFO step %3$d"));
    log.append(
        "gpu-a-01: [Fri Nov 20 10:01:03 2026] NVRM: Xid (PCI:0000:2b:00): 79, pid=5010,"
            + " name=python, GPU has fallen off the bus.\n");
    log.append(timeouts(16, 10).replaceAll("(?m)^", "gpu-a-01: "));
    Report report = diagnose(log.toString());
    assertThat(report.ranks().first().entry()).isEqualTo("gpu-fell-off-bus");
    assertThat(report.ranks().first().node()).isEqualTo("gpu-a-01");
    assertThat(report.ranks().first().rank()).isEqualTo(10);
    assertThat(report.ranks().lanes()).noneMatch(lane -> lane.state().equals("failed"));
  }

  @Test
  void theLogThatIsMissingIsAskedForFirst() {
    Map<String, String> files = new TreeMap<>();
    for (int rank = 0; rank < 8; rank++) {
      if (rank != 6) {
        files.put(
            "rank_" + rank + ".log",
            "INFO world size 8\n"
                + TIMEOUT.formatted(rank, rank).replace("[rank" + rank + "]:", ""));
      }
    }
    Report report = diagnose(files);
    assertThat(report.ranks().first().rank()).isEqualTo(6);
    assertThat(report.ranks().collect().getFirst())
        .startsWith("The logs of the ranks that are missing here: 6");
  }

  @Test
  void chineseTextBesideTheErrorIsNoHindrance() {
    Report report =
        diagnose(
            steps(8, "[rank%d]: 2026-11-20 10:00:5%3$d,000 信息 第 %3$d 步，损失 2.1 # 同步所有 rank")
                + "[rank5]:   File \"/工作区/训练.py\", line 88, in forward  # 这里显存不足\n[rank5]: "
                + OUT_OF_MEMORY
                + timeouts(8, 5));
    assertThat(report.ranks().first().rank()).isEqualTo(5);
    assertThat(report.ranks().first().entry()).isEqualTo("cuda-out-of-memory");
    assertThat(state(report, 0)).isEqualTo("victim");
  }

  @Test
  void prefixesOfTwoToolsInOneLogAreTheSameRanks() {
    Report report =
        diagnose(
            steps(8, "[rank%d]: 2026-11-20 10:00:5%3$d,000 INFO step %3$d")
                + steps(8, "[default%d]:2026-11-20 10:01:0%3$d,000 INFO step %3$d")
                + "[default3]:"
                + OUT_OF_MEMORY
                + timeouts(8, 3));
    assertThat(report.ranks().first().rank()).isEqualTo(3);
    assertThat(report.ranks().count()).isEqualTo(8);
  }

  /** The job was restarted: its first failure is that of the first attempt. */
  @Test
  void aRestartedJobsFirstFailureIsTheFirstAttempts() {
    Report report =
        diagnose(
            steps(8, "[rank%d]: 2026-11-20 10:00:5%3$d,000 INFO step %3$d")
                + "[rank3]: "
                + OUT_OF_MEMORY
                + "I1120 10:01:05.000000000 4000 torch/distributed/elastic/agent/server/api.py:700]"
                + " [default] Worker group FAILED. 2/3 attempts left; will restart worker group\n"
                + steps(8, "[rank%d]: 2026-11-20 10:03:5%3$d,000 INFO step %3$d")
                + COMPLETION
                    .replace("10:01:02", "10:04:02")
                    .replace("node01:5013:5053 [5]", "[rank6]: node01:5013:5053 [5]")
                + timeouts(8, 6));
    assertThat(report.ranks().first().rank()).isEqualTo(3);
    assertThat(report.ranks().first().entry()).isEqualTo("cuda-out-of-memory");
    assertThat(report.ranks().first().sure()).isTrue();
    assertThat(state(report, 6)).isEqualTo("failed");
  }
}
