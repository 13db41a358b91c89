package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestContent;
import dev.faultbook.content.CommandTemplate;
import dev.faultbook.content.Language;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.Retry;
import dev.faultbook.content.Risk;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.run.Ended;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Regression tests for answers of the shipped content that a review found wrong; each test name
 * says what was wrong.
 */
class ReviewedAnswersTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static Report answer(String log) {
    return Report.fromDiagnosis(
        DIAGNOSER.diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN);
  }

  private static String text(String log) {
    return ReportWriter.toText(answer(log), Language.EN, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"11040", "10010"})
  void anOldDriverIsNotAnsweredWithTheNewestBuild(String version) {
    Report.Found found =
        answer(
                "RuntimeError: The NVIDIA driver on your system is too old (found version "
                    + version
                    + "). Please update your GPU driver\n")
            .findings()
            .getFirst();
    assertThat(found.entry()).isEqualTo("driver-too-old");
    assertThat(found.remedies().getFirst().command()).doesNotContain("cu12", "cu13");
    if (version.equals("11040")) {
      // CUDA 11.4: the last release with a build for CUDA 11.
      assertThat(found.remedies().getFirst().command()).contains("\"torch==2.7.1+cu118\"");
    }
  }

  /** Regression: the page repeated the failing line below "Lines that look like errors". */
  @Test
  void theFailingLineIsNoOtherErrorLine() {
    String log =
        "ERROR: cannot open the plan\nTraceback (most recent call last):\n"
            + "  File \"/work/fit.py\", line 3, in <module>\n    run()\n"
            + "FoldError: plan b has no left edge\n";
    Report report = answer(log);
    assertThat(report.log().errorLines()).extracting(Report.ErrorLine::line).contains(1L, 5L);
    assertThat(report.otherErrorLines()).extracting(Report.ErrorLine::line).containsExactly(1L);
  }

  /** Regression: conditions on captures were never true, and every server got vLLM's commands. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.|sglang",
        "Error: Warmup(Generation(\"Not enough memory to handle 4096 prefill tokens. You need to"
            + " decrease `--max-batch-prefill-tokens`\"))|text-generation-launcher",
        "ValueError: No available memory for the cache blocks. Try increasing"
            + " `gpu_memory_utilization` when initializing the engine.|vllm serve",
      })
  void aServerWithoutRoomForItsCacheGetsItsOwnCommands(String line, String program) {
    Report.Found found = answer(line + "\n").findings().getFirst();
    assertThat(found.entry()).isEqualTo("vllm-no-kv-cache-memory");
    assertThat(found.remedies()).allSatisfy(fix -> assertThat(fix.command()).contains(program));
  }

  /** A shorter context frees nothing while the weights fill the share. */
  @Test
  void aShorterContextIsNotTheFirstRemedyWhereTheWeightsFillTheShare() {
    Report.Found found =
        answer("ValueError: No available memory for the cache blocks.\n").findings().getFirst();
    assertThat(found.remedies().getFirst().command()).contains("--gpu-memory-utilization");
    assertThat(found.remedies().getLast().command()).contains("--max-model-len");
  }

  @Test
  void noBuildIsOfferedFirstForACardThatNoneServes() {
    Report.Found found =
        answer(
                """
                UserWarning:
                    Found GPU0 GeForce 610M which is of cuda capability 2.1.
                    PyTorch no longer supports this GPU because it is too old.
                error = 48: no kernel image is available for execution on the device
                """)
            .findings()
            .getFirst();
    assertThat(found.entry()).isEqualTo("arch-not-in-build");
    assertThat(found.remedies().getFirst().title()).startsWith("Below compute capability 3.7");
    assertThat(found.remedies().getFirst().command()).doesNotContain("pip install");
  }

  @Test
  void aPageMakesNoClaimsAboutALogThatWasNotGiven() {
    for (Map.Entry<String, byte[]> file : TestContent.shipped().files().entrySet()) {
      if (file.getKey().endsWith(".md")) {
        assertThat(new String(file.getValue(), StandardCharsets.UTF_8).lines())
            .describedAs(file.getKey())
            .noneMatch(
                line ->
                    line.contains("{{")
                        && List.of("his log", "our log", "这份日志", "你的日志").stream()
                            .anyMatch(line::contains));
      }
    }
  }

  @Test
  void aRemedyQuotesNoValueThatTheLogLacks() {
    String log =
        "node1:174:239 [0] misc/argcheck.cc:39 NCCL WARN Broadcast : invalid root 0 (root should be"
            + " in the 0..-1 range)\n";
    for (Language language : Language.values()) {
      Report report =
          Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(StandardCharsets.UTF_8)), language);
      assertThat(report.findings()).isNotEmpty();
      assertThat(report.findings())
          .flatExtracting(Report.Found::remedies)
          .isNotEmpty()
          .noneMatch(
              fix ->
                  List.of("this log: see", "his log: the", "see the message", "日志中的编号：").stream()
                      .anyMatch((fix.title() + fix.text())::contains));
    }
  }

  @Test
  void recognisedHarmlessLinesAreAHealthyLog() {
    String log =
        """
        W1119 06:35:34.032000 140382041907392 torch/distributed/run.py:779] Setting OMP_NUM_THREADS \
        environment variable for each process to be 1 in default
        node1:146:146 [0] NCCL INFO NET/Plugin : dlerror=libnccl-net.so: cannot open shared object \
        file: No such file or directory No plugin found (libnccl-net.so), using internal implementation
        training finished
        """;
    assertThat(answer(log).verdict()).isEqualTo(Conclusion.HEALTHY);
    assertThat(text(log)).startsWith("HEALTHY").doesNotContain("NO MATCH");
  }

  /** Nothing in this log is recognised except that the run ended well. */
  @Test
  void aRunThatEndedWellIsHealthy() {
    String steps = "step 1 loss 2.31\nstep 2 loss 2.27\n";
    assertThat(answer(steps + "INFO training finished in 812 s\n").verdict())
        .isEqualTo(Conclusion.HEALTHY);
    assertThat(
            answer(
                    """
                    # nThread 1 nGpus 2 minBytes 8 maxBytes 8388608 step: 2(factor) warmup iters: 5
                         8388608       2097152     float     sum      -1    92.1   91.1   91.1      0
                    # Out of bounds values : 0 OK
                    # Avg bus bandwidth    : 45.5483
                    #
                    """)
                .verdict())
        .isEqualTo(Conclusion.HEALTHY);
    assertThat(answer(steps + "ERROR: 3 shards were lost\ntraining finished\n").verdict())
        .isEqualTo(Conclusion.HEALTHY);
  }

  /** A log that simply stops may come from a job that something outside stopped. */
  @Test
  void aLogThatJustStopsSaysHowFarItGotAndWhereToLook() {
    String log = "step 1 loss 2.31\nstep 2 loss 2.27\n";
    assertThat(answer(log).verdict()).isEqualTo(Conclusion.HEALTHY);
    assertThat(answer(log).run().ended()).isEqualTo(Ended.RUNNING);
    assertThat(answer(log).run().lastStep()).isEqualTo(2L);
    assertThat(text(log)).contains("at work (step 2)").contains("dmesg");
  }

  /** In an excerpt this short, the line is examined as a failure and recognised as harmless. */
  @Test
  void anExcerptOfOneHarmlessLineIsHealthyToo() {
    Report report =
        answer(
            "[W1121 10:00:00.000000000 socket.cpp:697] [c10d] The client socket cannot be"
                + " initialized to connect to [node1]:29500 (errno: 97 - Address family not"
                + " supported by protocol).\n");
    assertThat(report.verdict()).isEqualTo(Conclusion.HEALTHY);
    assertThat(report.failure()).isNull();
    assertThat(report.retry()).isNull();
  }

  @Test
  void whoPressesCtrlCNeedNotMendTheProgram() {
    Report report =
        answer(
            """
            Traceback (most recent call last):
              File "/work/train.py", line 9, in <module>
                main()
            KeyboardInterrupt
            """);
    assertThat(report.retry().verdict()).isEqualTo(Retry.Verdict.MAY_RECOVER);
    assertThat(report.retry().action()).isEqualTo(Retry.Action.NONE);
    assertThat(report.search()).isNull();
  }

  @Test
  void aStepThatOnlyLooksAsRootIsACheck() {
    assertThat(step(Risk.ROOT, Risk.SAFE).check()).isTrue();
    assertThat(step(Risk.ROOT).check()).isFalse();
    assertThat(step(Risk.SAFE, Risk.RESTART).check()).isFalse();
  }

  /** A step that only enables more logging needs a restart but repairs nothing. */
  @Test
  void aStepThatOnlyMakesTheNextRunSayMoreIsACheck() {
    Report report =
        answer(
            "RuntimeError: NCCL error in: ProcessGroupNCCL.cpp:1970, unhandled system error"
                + " (run with NCCL_DEBUG=INFO for details), NCCL version 2.20.5\n");
    Report.Fix first = report.findings().getFirst().remedies().getFirst();
    assertThat(first.command()).contains("NCCL_DEBUG=INFO");
    assertThat(first.risks()).containsExactly("restart");
    assertThat(first.check()).isTrue();
  }

  private static Report.Fix step(Risk... risks) {
    Remedy remedy =
        new Remedy(
            "t",
            List.of(risks),
            false,
            "t",
            new CommandTemplate("c"),
            Optional.empty(),
            Optional.empty());
    return Report.Fix.of(remedy, TemplateValues.NONE);
  }

  @Test
  void remediesOfTheRestAnswerHoldNoLinksOfPages() {
    String log =
        "RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling cublasCreate\n";
    assertThat(answer(log).findings().getFirst().remedies())
        .isNotEmpty()
        .allSatisfy(fix -> assertThat(fix.text()).doesNotContain("](", "\n\n\n"))
        .allSatisfy(fix -> assertThat(fix.explanation()).doesNotContain("(entry:", "\n\n\n"))
        .anySatisfy(fix -> assertThat(fix.text()).contains("out of memory (/entries/"))
        .anySatisfy(fix -> assertThat(fix.explanation()).contains("[out of memory](/entries/"));
  }

  @Test
  void linksAreToldFromBracketsAndCode() {
    assertThat(
            PlainLinks.plainText("`a[i](x)`, b[0] and [see `this`](entry:x)\n\n\n\nthen [it](u)"))
        .isEqualTo("`a[i](x)`, b[0] and see `this` (/entries/x)\n\nthen it (u)");
    assertThat(PlainLinks.plainText("[open](no end")).isEqualTo("[open](no end");
  }

  @Test
  void whatNothingExplainsIsNotCalledAConsequence() {
    String log =
        """
        node:174:239 [0] enqueue.cc:802 NCCL WARN Cuda failure 'API call is not supported in the \
        installed CUDA driver'
        node:174:239 [0] misc/argcheck.cc:39 NCCL WARN Broadcast : invalid root 0 (root should be \
        in the 0..-1 range)
        """;
    assertThat(text(log))
        .contains("ALSO FOUND, CAUSE UNKNOWN  NCCL refuses a call")
        .doesNotContain("CONSEQUENCE  NCCL refuses a call");
    assertThat(ReportWriter.toMarkdown(answer(log), Language.EN, ""))
        .contains("Also found, cause unknown: [NCCL refuses a call");
  }

  @Test
  void timeOutsThatFollowEachOtherAreNoClocksThatDiffer() {
    StringBuilder log = new StringBuilder();
    for (int step = 0; step < 30; step++) {
      for (int rank = 0; rank < 3; rank++) {
        log.append(
            "[rank%d]: 2026-11-21 03:%02d:00,000 INFO step %d%n".formatted(rank, step, step));
      }
    }
    for (int rank = 0; rank < 3; rank++) {
      log.append(
          ("[rank%d]:[E1121 04:10:0%d.204117801 ProcessGroupNCCL.cpp:616] [Rank %d] Watchdog caught"
                  + " collective operation timeout: WorkNCCL(SeqNum=911, OpType=ALLREDUCE) ran for"
                  + " 1800077 milliseconds before timing out.%n")
              .formatted(rank, 4 * rank, rank));
    }
    assertThat(answer(log.toString()).ranks().clocks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "HIP error: invalid device function, arch-not-in-build",
    "CUDA error: cudaErrorAssertMapFailed, device-side-assert"
  })
  void wordsOfAnotherErrorProveNothing(String line, String entry) {
    assertThat(answer(line + "\n").findings())
        .extracting(Report.Found::entry)
        .doesNotContain(entry);
  }

  @Test
  void aMachineWithoutADriverIsNotAskedForItsDriver() {
    Report report =
        answer(
            """
            # faultbook collect 1

            == gpu ==
            nvidia_smi: not on the PATH

            == pytorch ==
            python: 3.11.7
            torch: not installed

            == kernel ==
            kernel_lines: 0 of the NVIDIA driver
            """);
    assertThat(report.machine().title())
        .isEqualTo("No NVIDIA driver and no usable PyTorch on this machine");
    assertThat(report.machine().setUps().getFirst().remedies()).isEmpty();
    assertThat(report.failure()).isNull();
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void aFailureThatOnlyASignatureKnowsIsToldByTheLineThatRepeats() {
    Report report =
        answer(
            """
            $ mpirun -np 2 -H n1:1,n2:1 ./build/all_gather_perf -b 1M -e 1M -g 1
            # nThread 1 nGpus 1 minBytes 1048576 maxBytes 1048576 step: 1048576(bytes) warmup iters: 5
            #
            # nThread 1 nGpus 1 minBytes 1048576 maxBytes 1048576 step: 1048576(bytes) warmup iters: 5
            #
            """);
    assertThat(report.findings().getFirst().entry()).isEqualTo("mpi-singleton-ranks");
    assertThat(report.failure()).isNotNull();
    assertThat(report.failure().kind()).isEqualTo("message");
    assertThat(report.failure().line()).isEqualTo(4);
    assertThat(report.failure().entry()).isEqualTo("mpi-singleton-ranks");
  }

  @Test
  void aJobThatHungBeforeItsTimeLimitIsNotToldToAskForALongerOneOnly() {
    String log =
        """
        2026-03-11 01:04:12,020 - trainer - INFO - step 4200 loss: 2.108
        2026-03-11 01:06:11,951 - trainer - INFO - step 4300 loss: 2.101
        slurmstepd: error: *** JOB 4411 ON gpu07 CANCELLED AT 2026-03-11T%s DUE TO TIME LIMIT ***
        """;
    Report hung = answer(log.formatted("04:16:12"));
    assertThat(hung.findings().getFirst().entry()).isEqualTo("job-time-limit");
    assertThat(hung.retry()).isNotNull();
    assertThat(hung.retry().verdict()).isEqualTo(Retry.Verdict.UNKNOWN);
    assertThat(hung.retry().because()).startsWith("No progress for 3 h 10 min before the limit");
    assertThat(
            Report.fromDiagnosis(
                    DIAGNOSER.diagnose(log.formatted("04:16:12").getBytes(StandardCharsets.UTF_8)),
                    Language.ZH)
                .retry()
                .because())
        .contains("3 小时 10 分钟");
    assertThat(answer(log.formatted("01:08:03")).retry().because()).doesNotContain("No progress");
  }
}
