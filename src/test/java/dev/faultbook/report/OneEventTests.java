package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.run.Ended;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers speak of one event, its rank and its time. */
class OneEventTests {
  private static Report answer(String log) {
    return Report.fromDiagnosis(
        ShippedCatalogue.diagnoser().diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN);
  }

  private static String watchdog(int rank, int seq, String operation) {
    return "[rank%d]:[E1120 10:00:05.%d00000000 ProcessGroupNCCL.cpp:685] [Rank %d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%d, OpType=%s, NumelIn=1024, NumelOut=1024, Timeout(ms)=600000) ran for 600012 milliseconds before timing out."
        .formatted(rank, rank, rank, seq, operation);
  }

  private static String status(int rank, int enqueued) {
    return "[rank%d]:[E1120 10:00:06.%d00000000 ProcessGroupNCCL.cpp:2248] [PG ID 0 PG GUID 0(default_pg) Rank %d]  failure detected by watchdog at work sequence id: %d PG status: last enqueued work: %d, last completed work: %d"
        .formatted(rank, rank, rank, enqueued, enqueued, enqueued - 1);
  }

  private static String oldStatus(int rank, int enqueued) {
    return "[rank%d]:[E1120 10:00:06.%d00000000 ProcessGroupNCCL.cpp:1537] [PG 0 Rank %d] Timeout at NCCL work: %d, last enqueued NCCL work: %d, last completed NCCL work: %d."
        .formatted(rank, rank, rank, enqueued, enqueued, enqueued - 1);
  }

  /** Regression: "Ranks disagree: ALLREDUCE on one side, ALLREDUCE on the other". */
  @ParameterizedTest
  @ValueSource(strings = {"watchdog", "watchdog and status", "status", "status of PyTorch 2.2"})
  void anEarlierWorkIsAStragglerAndNoMismatch(String form) {
    String log =
        IntStream.range(0, 8)
            .mapToObj(
                rank -> {
                  int seq = rank == 3 ? 499 : 500;
                  return switch (form) {
                    case "watchdog" -> watchdog(rank, seq, "ALLREDUCE");
                    case "status" -> status(rank, seq);
                    case "status of PyTorch 2.2" -> oldStatus(rank, seq);
                    default -> watchdog(rank, seq, "ALLREDUCE") + "\n" + status(rank, seq);
                  };
                })
            .collect(Collectors.joining("\n"));
    Report report = answer(log);
    assertThat(report.lead().entry()).isEqualTo("nccl-watchdog-timeout");
    assertThat(report.lead().headline()).isEqualTo("Rank 3 is one collective behind the others");
    assertThat(report.failure().rank()).isEqualTo(3);
    assertThat(report.ranks().first().rank()).isEqualTo(3);
    assertThat(report.proofOf(report.lead()).getFirst().rank()).isEqualTo(3);
  }

  @Test
  void theSameWorkWithTwoOperationsIsAMismatch() {
    Report report = answer(watchdog(0, 500, "BROADCAST") + "\n" + watchdog(1, 500, "ALLREDUCE"));
    assertThat(report.lead().entry()).isEqualTo("nccl-collective-desync");
  }

  /** Regression: headline and quoted line of rank 5, byline of rank 2. */
  @Test
  void headlineLineAndBylineAreOfTheEarliestEvent() {
    Report report =
        answer(
            """
            [rank5]: 2026-11-20 10:00:09,100 step failed: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 5 has a total capacity of 79.11 GiB of which 1.06 GiB is free.
            [rank2]: 2026-11-20 10:00:04,100 step failed: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.00 GiB. GPU 2 has a total capacity of 79.11 GiB of which 0.52 GiB is free.
            """);
    assertThat(report.lead().headline()).contains("GPU 2").contains("3.00 GiB");
    assertThat(report.failure().line()).isEqualTo(2);
    assertThat(report.ranks().first().rank()).isEqualTo(2);
    assertThat(ReportWriter.toShort(report, Language.EN, "", Dialect.PLAIN))
        .contains("rank 2 · 10:00:04\n    line 2: ");
  }

  /** Regression: "91 % sure" of a page about exceptions in general. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CUDA error: an illegal memory access was encountered | PROVEN",
        "Traceback (most recent call last):~  File \"train.py\", line 9, in main~    row['x']~KeyError: 'x' | CLOSEST",
        "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=5, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600012 milliseconds | SYMPTOM",
      })
  void certaintyIsAWord(String log, Certainty certainty) {
    Report report = answer(log.replace('~', '\n'));
    assertThat(report.lead().certainty()).isEqualTo(certainty);
    assertThat(ReportWriter.toText(report, Language.EN, "").lines().findFirst().orElseThrow())
        .contains("(" + (certainty == Certainty.CLOSEST ? "closest page" : certainty.tag()))
        .doesNotContain("%");
  }

  /** Regression: "examine the node" for a pod that crashed, and rows that the answer explains. */
  @Test
  void codesThatTheAnswerExplainsAreLeftOut() {
    Report report =
        answer(
            """
            Name:             train-0
            Containers:
              trainer:
                State:          Waiting
                  Reason:       CrashLoopBackOff
                Last State:     Terminated
                  Reason:       OOMKilled
                  Exit Code:    137
            Conditions:
              Type              Status
              Ready             False
              PodScheduled      True
            """);
    assertThat(report.lead().entry()).isEqualTo("container-memory-limit");
    assertThat(report.codes()).extracting(CodeReport::code).doesNotContain("Ready");
    assertThat(report.otherCodes()).extracting(CodeReport::code).doesNotContain("OOMKilled", "137");
    assertThat(
            answer(
                    "Ready            False   Sat, 01 Jan 2026 10:00:00   Sat, 01 Jan 2026 10:00:00   KubeletNotReady   container runtime is down\n")
                .codes())
        .extracting(CodeReport::code)
        .contains("Ready");
  }

  @ParameterizedTest
  @CsvSource({
    "KeyError: 'b', 'both attempts fail with the same KeyError, about 630 steps in: look at the"
        + " data'",
    "OSError: gone, failed in different ways"
  })
  void attemptsAreComparedByTheirFailure(String second, String words) {
    String stack =
        "Traceback (most recent call last):\n  File \"/app/train.py\", line 9, in main\n";
    Report report =
        answer(
            "step 10/1000 loss 2.1\nstep 620/1000 loss 2.0\n"
                + stack
                + "KeyError: 'b'\nattempt 2 of 2\nstep 10/1000 loss 2.1\nstep 640/1000 loss 2.0\n"
                + stack
                + second
                + "\n");
    assertThat(new RunText(Language.EN).outline(report.run())).contains(words);
  }

  /** Each attempt resumes where the one before it ended; what counts is how far each came. */
  @Test
  void howFarAttemptsCameIsCountedFromTheirOwnStarts() {
    StringBuilder log = new StringBuilder();
    for (int start : new int[] {0, 600, 1200}) {
      log.append("resuming from /ck/").append(start).append('\n');
      for (int step = start + 10; step <= start + 620; step += 10) {
        log.append("step ").append(step).append("/9000 loss 2.0\n");
      }
      log.append("Traceback (most recent call last):\n  File \"/app/t.py\", line 9, in main\n")
          .append("KeyError: 'b'\n");
    }
    RunReport run = answer(log.toString()).run();
    assertThat(new RunText(Language.EN).outline(run))
        .contains("all 3 attempts fail with the same KeyError, about 620 steps in");
  }

  /** Of ranks that wait for each other, the one that is behind ends the run. */
  @Test
  void theRunEndsAtTheLineOfTheFailure() {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < 4; rank++) {
      log.append(
              "[rank%d]:[E1120 02:50:20.10%d ProcessGroupNCCL.cpp:685] [Rank %d] Watchdog caught"
                  .formatted(rank, rank, rank))
          .append(" collective operation timeout: WorkNCCL(SeqNum=")
          .append(rank == 2 ? 8 : 9)
          .append(", OpType=ALLREDUCE, NumelIn=4, NumelOut=4, Timeout(ms)=1800000) ran for 1800032")
          .append(" milliseconds before timing out.\n");
    }
    Report report = answer(log.toString());
    assertThat(report.failure().rank()).isEqualTo(2);
    assertThat(report.run().endLine()).isEqualTo(report.failure().line());
    assertThat(report.run().attempts().getLast().failureLine()).isEqualTo(report.failure().line());
  }

  /** Regression: the end of a run was not seen where its duration followed. */
  @ParameterizedTest
  @CsvSource({
    "Training finished after 3 h 12 min, true",
    "Training finished before the time limit, true",
    "After training finished the exporter runs, false",
    "waiting until training finished, false",
    "Training finished with errors, false",
  })
  void aDurationBehindAnEndIsNoNegation(String line, boolean ended) {
    Report report = answer("step 10 loss 2.1\nstep 20 loss 2.0\n" + line + "\nbye\n");
    assertThat(report.run().ended() == Ended.FINISHED).isEqualTo(ended);
  }

  /** Regression: the stamp of an earlier line, in UTC, for a line that states its own time. */
  @ParameterizedTest
  @CsvSource({
    "slurmstepd: error: *** JOB 88 ON n1 CANCELLED AT 2026-11-20T12:00:13 DUE TO TIME LIMIT ***, 2026-11-20T12:00:13, line, 12:00:13",
    "MemoryError: it did not fit, 2026-11-20T08:00:00, after, after 08:00:00",
    "2026-11-20T08:00:01+08:00 MemoryError: it did not fit, 2026-11-20T08:00:01+08:00, line, 08:00:01",
  })
  void theTimeIsTheOneInTheLineOrIsSaidToBeBefore(
      String line, String time, String basis, String shown) {
    String start = "2026-11-20T08:00:00 INFO starting\n";
    String stack =
        "Traceback (most recent call last):\n  File \"/app/train.py\", line 9, in main\n";
    Report report = answer(start + (line.startsWith("MemoryError") ? stack : "") + line + "\n");
    assertThat(report.failure().time()).isEqualTo(time);
    assertThat(report.failure().timeBasis()).isEqualTo(basis);
    assertThat(new FailureText(Language.EN).whoFailed(report)).contains(shown);
  }
}
