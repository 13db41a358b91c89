package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests of the report on the lanes of a log with several ranks. */
class RankReportTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static final String LOG =
      """
      node4:2000:2000 [0] NCCL INFO NCCL version 2.21.5+cuda12.4
      [rank0]: 2026-11-20 03:00:01.000 INFO trainer.py:412 step 1 loss 2.1
      [rank1]: 2026-11-20 03:00:01.010 INFO trainer.py:412 step 1 loss 2.1
      [rank2]: 2026-11-20 03:00:01.020 INFO trainer.py:412 step 1 loss 2.1
      [rank2]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.50 GiB.
      [rank0]:[E1120 03:10:02.500000000 2000 ProcessGroupNCCL.cpp:616] [Rank 0] Watchdog caught \
      collective operation timeout: WorkNCCL(SeqNum=911, OpType=ALLREDUCE, NumelIn=4194304, \
      NumelOut=4194304, Timeout(ms)=600000) ran for 600077 milliseconds before timing out.
      torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
      """;

  private final RankReport report =
      Report.fromDiagnosis(DIAGNOSER.diagnose(LOG.getBytes(StandardCharsets.UTF_8)), Language.EN)
          .ranks();

  @Test
  void theLaunchersLinesAreNoRank() {
    assertThat(report.count()).isEqualTo(3);
    assertThat(report.counted()).extracting(RankReport.Lane::rank).containsExactly(0, 1, 2);
    assertThat(report.lanes()).hasSize(4);
  }

  @Test
  void aLaneLastsUntilItsLastLineWhateverTheFormOfItsTimes() {
    assertThat(report.lanes().getFirst().fromMillis()).isZero();
    assertThat(report.lanes().getFirst().toMillis()).isEqualTo(601_500);
    assertThat(report.spanMillis()).isEqualTo(601_500);
  }

  private static RankReport.First first(String log) {
    return Report.fromDiagnosis(
            DIAGNOSER.diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN)
        .ranks()
        .first();
  }

  private static final String NO_INTERFACE =
      """
      a:10:10 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eno7
      b:20:20 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eno7
      b:20:20 [0] NCCL WARN Bootstrap : no socket interface found
      """;

  @Test
  void theOnlyOneIsSaidOnlyWhereItIsSo() {
    assertThat(first(NO_INTERFACE).node()).isEqualTo("b");
    assertThat(first(NO_INTERFACE).because())
        .isEqualTo("It is the only one that shows this cause.");
    assertThat(
            first(
                    """
                    [rank0]: /workspace/csrc/ncclShmOpen at shm.cc
                    [rank2]: Bus error (core dumped)
                    [rank2]: NCCL WARN Error while creating shared memory segment /dev/shm/nccl-Qk1 (size 33030528), error: No space left on device (28)
                    """)
                .because())
        .isEqualTo("It is the only one whose lines show this cause by themselves.");
    assertThat(
            first(
                    NO_INTERFACE
                        + NO_INTERFACE.lines().toList().getLast().replace("b:20:20", "a:10:10"))
                .because())
        .isEqualTo("It is the earliest of the 2 that show this cause.");
  }

  @Test
  void aCauseThatRanksTellTogetherIsNobodysAlone() {
    String log =
        """
        [rank0]: /workspace/csrc/ncclShmOpen at shm.cc
        [rank1]: /workspace/csrc/ncclShmOpen at shm.cc
        [rank2]: Bus error (core dumped)
        """;
    assertThat(first(log).entry()).isEqualTo("nccl-shared-memory");
    assertThat(first(log).because())
        .isEqualTo("Lines of 3 show this cause together; its own is the earliest.");
    assertThat(first(log).sure()).isFalse();
  }

  @Test
  void whatNcclReportsForInformationIsNoFailureOfItsRank() {
    RankReport.First first =
        first(
            """
            node9:41:41 [0] NCCL INFO Bootstrap : Using eth0:172.17.0.3<0>
            node9:41:77 [0] NCCL INFO comm 0x8b1f2a0 rank 0 nranks 2 cudaDev 0 busId 3b000 - Init START
            node9:42:79 [1] NCCL INFO comm 0x7e03c90 rank 1 nranks 2 cudaDev 1 busId 5e000 - Init START
            [node9:42 :0:80] Caught signal 7 (Bus error: nonexistent physical address)
             2 0x000000000008170d ncclGroupEnd()  ???:0
            [ERROR] failed (exitcode: -7) local_rank: 1 (pid: 42) of binary: /usr/bin/python
            """);
    assertThat(first.rank()).isEqualTo(1);
    assertThat(first.line()).isEqualTo(4);
  }

  @Test
  void theNumbersOfTorchrunsReportAreNoRanks() {
    RankReport ranks =
        Report.fromDiagnosis(
                DIAGNOSER.diagnose(
                    """
                    node9:41:77 [0] NCCL INFO comm 0x8b1f2a0 rank 0 nranks 2 cudaDev 0 busId 3b000 - Init START
                    node9:42:79 [1] NCCL INFO comm 0x7e03c90 rank 1 nranks 2 cudaDev 1 busId 5e000 - Init START
                    [node9:42 :0:80] Caught signal 7 (Bus error: nonexistent physical address)
                     2 0x000000000008170d ncclGroupEnd()  ???:0
                    Root Cause (first observed failure):
                    [0]:
                      rank      : 1 (local_rank: 1)
                    """
                        .getBytes(StandardCharsets.UTF_8)),
                Language.EN)
            .ranks();
    assertThat(ranks.first().rank()).isEqualTo(1);
    assertThat(ranks.counted())
        .filteredOn(lane -> lane.rank() == 0)
        .extracting(RankReport.Lane::state)
        .doesNotContain("failed", "first");
  }

  private static String waited(int rank) {
    return "Running tokenizer on dataset:   9%|#  | 280/2969 [29:55<4:48:08, 155.57 examples/s]"
        + "[E ProcessGroupNCCL.cpp:475] [Rank "
        + rank
        + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2, OpType=ALLREDUCE,"
        + " NumelIn=1, NumelOut=1, Timeout(ms)=1800000) ran for 1800328 milliseconds before timing"
        + " out.\n";
  }

  /** Ranks 1 to 3 print the same timeout: none of them failed first, and rank 0 has no line. */
  @Test
  void theRankThatIsMissingIsNamedNotOneOfThoseThatWaited() {
    String log = waited(2) + waited(1) + waited(3);
    RankReport.First first = first(log);
    assertThat(first.rank()).isZero();
    assertThat(first.line()).isZero();
    assertThat(
            ReportWriter.toText(
                Report.fromDiagnosis(
                    DIAGNOSER.diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN),
                Language.EN,
                ""))
        .contains("Missing: rank 0. It is the only rank without a single line.")
        .doesNotContain("First: rank");
  }

  @Test
  void noneOfTheRanksThatOnlyWaitedFailedFirst() {
    assertThat(first(waited(0) + waited(1) + waited(2))).isNull();
  }
}
