package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Knowledge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies that a log which shows only a symptom gets advice on what to collect next, and how. */
class CollectionAdviceTests {
  private static final Path CONTENT = Path.of("content", "entries");
  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static Report report(String log, Language language) {
    return Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(UTF_8)), language);
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "[rank3]:[E ProcessGroupNCCL.cpp:607] [Rank 3] Watchdog caught collective operation"
            + " timeout: WorkNCCL(SeqNum=4021, OpType=ALLREDUCE, NumelIn=25165824,"
            + " NumelOut=25165824, Timeout(ms)=600000) ran for 600084 milliseconds before timing"
            + " out. § nccl-watchdog-timeout § --log-dir, NCCL_DEBUG_FILE=,"
            + " TORCH_NCCL_TRACE_BUFFER_SIZE=, py-spy dump, dmesg -T, /collect.sh",
        "[rank1]:[F ProcessGroupNCCL.cpp:1250] [PG 0 Rank 1] ProcessGroupNCCL's watchdog got stuck"
            + " for 600 seconds without making progress in monitoring enqueued collectives. §"
            + " nccl-heartbeat-stuck § --log-dir, NCCL_DEBUG_FILE=, TORCH_NCCL_TRACE_BUFFER_SIZE=,"
            + " py-spy dump, dmesg -T, /collect.sh",
        "torch.distributed.DistBackendError: NCCL error in:"
            + " ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1970, unhandled cuda error (run"
            + " with NCCL_DEBUG=INFO for details), NCCL version 2.20.5 § nccl-unhandled-cuda-error"
            + " § --log-dir, NCCL_DEBUG_FILE=, dmesg -T, /collect.sh",
        "torch.distributed.DistBackendError: NCCL error in:"
            + " ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1970, unhandled system error"
            + " (run with NCCL_DEBUG=INFO for details), NCCL version 2.20.5 §"
            + " nccl-unhandled-system-error § --log-dir, NCCL_DEBUG_FILE=, dmesg -T, /collect.sh",
        "torch.distributed.DistBackendError: NCCL error in:"
            + " ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1970, internal error - please"
            + " report this issue to the NCCL developers, NCCL version 2.20.5 § nccl-internal-error"
            + " § --log-dir, NCCL_DEBUG_FILE=, dmesg -T, /collect.sh",
        "node2:311:340 [0] misc/socket.cc:484 NCCL WARN socketProgress: Connection closed by remote"
            + " peer node1.local<43210> § nccl-peer-closed § --log-dir, NCCL_DEBUG_FILE=, dmesg -T,"
            + " /collect.sh",
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: § elastic-child-failed"
            + " § --log-dir, NCCL_DEBUG_FILE=, PYTHONFAULTHANDLER=1, dmesg -T, /collect.sh",
        "RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling"
            + " `cublasCreate(handle)` § cublas-not-initialized § CUDA_LAUNCH_BLOCKING=1, dmesg -T,"
            + " /collect.sh",
        "RuntimeError: CUDA error: unspecified launch failure § unspecified-launch-failure §"
            + " CUDA_LAUNCH_BLOCKING=1, dmesg -T, /collect.sh",
      })
  void aSymptomAloneSaysWhatIsMissing(String line, String symptom, String commands) {
    for (Language language : Language.values()) {
      Report report = report(line + "\n", language);
      assertThat(report.findings().getFirst().entry()).isEqualTo(symptom);
      String[] expected = commands.split(", ");
      assertThat(report.collect()).hasSize(expected.length);
      for (int i = 0; i < expected.length; i++) {
        assertThat(report.collect().get(i).command()).contains(expected[i]);
        assertThat(report.collect().get(i).text()).isNotBlank();
      }
    }
  }

  /** Covers every symptom of the catalogue, so that a new one cannot lack this advice. */
  @Test
  void everySymptomThatAnExampleLeavesAloneIsAnswered() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (Entry entry : KNOWLEDGE.entries()) {
      if (entry.kind() == EntryKind.SYMPTOM) {
        for (Path log : logs(entry.id())) {
          Report report =
              Report.fromDiagnosis(DIAGNOSER.diagnose(Files.readAllBytes(log)), Language.EN);
          boolean symptomOnly =
              report.verdict() == Conclusion.DIAGNOSED
                  && report.findings().getFirst().kind() == EntryKind.SYMPTOM;
          boolean advised =
              !report.collect().isEmpty()
                  && report.collect().stream().noneMatch(step -> step.command().isBlank());
          assertThat(advised).describedAs("%s", log).isEqualTo(symptomOnly);
          if (symptomOnly) {
            seen.add(entry.id());
          }
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(10);
  }

  private static List<Path> logs(String entry) throws IOException {
    try (var files = Files.list(CONTENT.resolve(entry).resolve("logs"))) {
      return files.filter(file -> !file.toString().endsWith(".not.log")).sorted().toList();
    }
  }

  @Test
  void aCauseAsksForNothing() {
    String log =
        "[rank0]: torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
            + " GPU 0 has a total capacity of 79.15 GiB of which 1.00 GiB is free.\n";
    Report report = report(log, Language.EN);
    assertThat(report.findings().getFirst().kind()).isEqualTo(EntryKind.CAUSE);
    assertThat(report.collect()).isEmpty();
  }

  @Test
  void whatTheLogStatesIsNotAskedFor() {
    String log =
        """
        NVIDIA H100 80GB HBM3, 9.0, 550.54.15
        torch==2.6.0
        RuntimeError: CUDA error: unspecified launch failure
        """;
    assertThat(report(log, Language.EN).collect())
        .extracting(Report.Step::command)
        .noneMatch(command -> command.contains("collect.sh"));
  }

  @Test
  void onlyTheFactsThatAreMissingAreNamed() {
    String log =
        """
        NVIDIA H100 80GB HBM3, 9.0, 550.54.15
        NCCL version 2.21.5+cuda12.4
        RuntimeError: CUDA error: unspecified launch failure
        """;
    assertThat(report(log, Language.EN).collect().getLast().text())
        .isEqualTo(
            "The machine's PyTorch, which this log does not state. Put the output before the"
                + " log.");
    assertThat(report(log, Language.ZH).collect().getLast().text())
        .isEqualTo("这份日志没有的机器信息：PyTorch。放在日志之前一起提交。");
  }

  @Test
  void theServersAddressIsPutIntoTheCommand() {
    Report report = report("RuntimeError: CUDA error: unspecified launch failure\n", Language.EN);
    assertThat(ReportWriter.toText(report, Language.EN, "https://faults.example"))
        .contains("COLLECT  This log does not tell the whole story. Most useful first:")
        .contains("(curl -fsS https://faults.example/collect.sh | sh; cat train.log) > all.log");
    assertThat(ReportWriter.toText(report, Language.EN, "")).contains("http://HOST/collect.sh");
    assertThat(
            ReportWriter.toText(
                report("RuntimeError: CUDA error: unspecified launch failure\n", Language.ZH),
                Language.ZH,
                ""))
        .contains("请收集");
  }

  @Test
  void ranksWithoutALineAreNamed() {
    StringBuilder log = new StringBuilder("world_size=8\n");
    for (int rank = 1; rank < 7; rank++) {
      log.append(
          "[rank%d]:[E1121 03:53:1%d.1 ProcessGroupNCCL.cpp:632] [Rank %d] "
              .formatted(rank, rank, rank));
      log.append("Watchdog caught collective operation timeout: WorkNCCL(SeqNum=118,");
      log.append(" OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600019");
      log.append(" milliseconds before timing out.\n");
    }
    Report.Step first = report(log.toString(), Language.EN).collect().getFirst();
    assertThat(first.text()).startsWith("Ranks 0, 7 of 8 have no line in this log");
    assertThat(first.command()).contains("--redirects 3");
    assertThat(report(log.toString(), Language.ZH).collect().getFirst().text())
        .startsWith("共 8 个 rank，其中 rank 0、7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "srun: error: node1: task 3: Exited with exit code 1 | srun --output=rank-%t.log",
        "srun: error: node1: task 3: Killed | sudo journalctl -k",
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: | torchrun --log-dir",
      })
  void theLauncherDecidesHowToGetWhatIsMissing(String line, String command) {
    Report report = report(line + "\n", Language.EN);
    assertThat(report.collect()).isNotEmpty();
    assertThat(report.collect().getFirst().command()).startsWith(command);
  }

  /**
   * A failure that only waited for another process does not count: its cause may well be elsewhere.
   */
  @Test
  void noAnswerDeniesACauseBesideAnEndThatTheLogTells() {
    List<String> wrong = new ArrayList<>();
    int denied = 0;
    for (Entry entry : KNOWLEDGE.entries()) {
      for (ExampleLog log : entry.logs()) {
        Diagnosis diagnosis = DIAGNOSER.diagnose(log.bytes());
        boolean denies =
            ReportWriter.toText(Report.fromDiagnosis(diagnosis, Language.EN), Language.EN, "")
                .contains("is not in what was read");
        denied += denies ? 1 : 0;
        if (denies && diagnosis.failure().showsEnd()) {
          wrong.add(entry.id() + "/" + log.name());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(denied).isPositive();
  }
}
