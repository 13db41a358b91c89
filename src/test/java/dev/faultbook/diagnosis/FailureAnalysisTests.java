package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestContent;
import dev.faultbook.content.Retry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of exceptions as causes: the structure of a failure adds information to its lines. */
class FailureAnalysisTests {
  private static final String TRACEBACK =
      """
      Traceback (most recent call last):
        File "/work/train.py", line 88, in collate
          return torch.stack(batch)
        File "/opt/venv/lib/python3.12/site-packages/torch/functional.py", line 12, in stack
          raise RuntimeError(text)
      RuntimeError: Error(s) in loading:
      	Missing key(s) "head.weight"
      """;

  private static Diagnosis diagnose(String signatures, String log) {
    Map<String, byte[]> files =
        new HashMap<>(TestContent.entry("my-entry", "cause", signatures, ""));
    for (String name : List.of("a.log", "b.log", "c.not.log", "d.not.log")) {
      files.put("entries/my-entry/logs/" + name, "text\n".getBytes(UTF_8));
    }
    KnowledgeReader.Result read = KnowledgeReader.readFiles(TestContent.folder(files));
    assertThat(read.errors()).isEmpty();
    return new Diagnoser(read.knowledge()).diagnose(log.getBytes(UTF_8));
  }

  private static List<String> found(String signatures, String log) {
    return diagnose(signatures, log).findings().stream()
        .map(finding -> finding.entry().id())
        .toList();
  }

  @Test
  void aMessageOfSeveralLinesIsMatchedAsAWhole() {
    Diagnosis diagnosis =
        diagnose(
            "- exception: RuntimeError\n  message: \"loading: ... Missing key(s) \\\"{key:word}\"",
            TRACEBACK);
    assertThat(diagnosis.findings().getFirst().captures())
        .containsEntry("key", "head")
        .containsEntry("own_file", "/work/train.py")
        .containsEntry("raising_package", "torch");
  }

  @Test
  void theFramesDecideWhereASignatureAsksForThem() {
    String signature =
        "- exception: RuntimeError\n  message: \"Error(s) in loading\"\n  raised_in: ";
    assertThat(found(signature + "\"torch.*\"", TRACEBACK)).containsExactly("my-entry");
    assertThat(found(signature + "own", TRACEBACK)).isEmpty();
    assertThat(found(signature + "\"deepspeed.*\"", TRACEBACK)).isEmpty();
  }

  @Test
  void aLineThatForbidsASignatureForbidsItForExceptionsToo() {
    String signature = "- exception: RuntimeError\n  message: \"Error(s) in loading\"\n";
    String unless = "  unless: \"strict=False\"";
    assertThat(found(signature + unless, TRACEBACK)).containsExactly("my-entry");
    assertThat(found(signature + unless, TRACEBACK + "loading again, strict=False\n")).isEmpty();
    assertThat(found(signature + "  raised_in: library\n" + unless, TRACEBACK))
        .containsExactly("my-entry");
    assertThat(
            found(
                signature + "  raised_in: library\n" + unless,
                TRACEBACK + "loading again, strict=False\n"))
        .isEmpty();
  }

  @Test
  void anotherClassWithTheSameEndingIsNotMeant() {
    assertThat(found("- exception: KeyError", "MyKeyError: 'x'\n")).isEmpty();
    assertThat(found("- exception: KeyError", "pkg.errors.KeyError: 'x'\n"))
        .containsExactly("my-entry");
  }

  @Test
  void anySingleClassSpeaksOfTheExceptionThatEndedTheJob() {
    Diagnosis diagnosis = diagnose("- exception: \"*\"", TRACEBACK);
    assertThat(diagnosis.findings().getFirst().captures())
        .containsEntry("exception_class", "RuntimeError");
    assertThat(diagnosis.conclusion()).isEqualTo(Conclusion.DIAGNOSED);
  }

  @Test
  void withoutAnEntryTheStructureSaysWhetherToRetry() {
    Diagnosis diagnosis =
        diagnose(
            "- 'some other text'",
            "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n"
                + "    x['a']\nKeyError: 'a'\n");
    assertThat(diagnosis.conclusion()).isEqualTo(Conclusion.NO_MATCH);
    assertThat(diagnosis.failure().event().orElseThrow().line()).isEqualTo(4);
    RetryAdvice advice = diagnosis.retry().orElseThrow();
    assertThat(advice.verdict()).isEqualTo(Retry.Verdict.WILL_FAIL_AGAIN);
    assertThat(advice.action()).isEqualTo(Retry.Action.FIX_PROGRAM);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ValueError: sampler needs a generator        | WILL_FAIL_AGAIN
          ConnectionResetError: [Errno 104] by peer    | MAY_RECOVER
          httpx.ReadTimeout: The read took too long    | MAY_RECOVER
          """)
  void theClassOfALibrarysExceptionSaysWhetherToRetry(String exception, Retry.Verdict verdict) {
    String log =
        "Traceback (most recent call last):\n"
            + "  File \"/opt/venv/lib/python3.12/site-packages/lib/core.py\", line 3, in call\n"
            + "    raise error\n"
            + exception
            + "\n";
    assertThat(diagnose("- 'some other text'", log).retry().orElseThrow().verdict())
        .isEqualTo(verdict);
  }

  @Test
  void whatAProgramSaysIsWrongStaysWrong() {
    RetryAdvice advice =
        diagnose("- 'some other text'", "schedd: fatal: cannot open /etc/schedd.conf\n")
            .retry()
            .orElseThrow();
    assertThat(advice.verdict()).isEqualTo(Retry.Verdict.WILL_FAIL_AGAIN);
    assertThat(advice.action()).isEqualTo(Retry.Action.FIX_ENVIRONMENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Loaded 32 batches\\nAborted                                          | WILL_FAIL_AGAIN",
        "step 1 loss 4.1\\nstep 2 loss 4.0\\nstep 3 loss 3.9\\nAborted         | UNKNOWN",
        "Error: download of shard 3: 503 Service Unavailable                 | MAY_RECOVER",
        "Warning  FailedScheduling  3s  default-scheduler  0/3 nodes are available: "
            + "3 node(s) didn't match Pod's node affinity/selector.           | WILL_FAIL_AGAIN",
      })
  void whatAPageLeavesOpenIsReadFromTheRun(String log, Retry.Verdict verdict) {
    byte[] bytes = log.replace("\\n", "\n").concat("\n").getBytes(UTF_8);
    assertThat(ShippedCatalogue.diagnoser().diagnose(bytes).retry().orElseThrow().verdict())
        .isEqualTo(verdict);
  }

  @Test
  void aWarningDoesNotLeadOverTheExceptionThatEndedTheRun() {
    String log =
        "/opt/venv/lib/python3.12/site-packages/torch/cuda/__init__.py:174: UserWarning: CUDA "
            + "initialization: The NVIDIA driver on your system is too old (found version 11040).\n"
            + OWN;
    assertThat(ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)).findings().getFirst())
        .extracting(finding -> finding.entry().id())
        .isEqualTo("program-exception");
  }

  @Test
  void theNumberedCausesOfAnErrorBelongToIt() {
    String log =
        "Error: All model downloads failed. Last error: Error while downloading file\n\n"
            + "Caused by:\n    0: error decoding response body\n    1: connection reset by peer\n";
    assertThat(ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)).findings().getFirst())
        .extracting(finding -> finding.entry().id())
        .isEqualTo("transfer-interrupted");
  }

  @Test
  void whatPySpyCouldNotReadIsNoFailureOfTheJob() {
    String refused = "Error: Failed to suspend process\nReason: EPERM: Operation not permitted\n";
    String stack =
        "Process 4711: python train.py\nPython v3.12.3 (/usr/bin/python3.12)\n\n"
            + "Thread 4711 (idle): \"MainThread\"\n    read (data.py:52)\n    <module> (train.py:88)\n";
    Diagnoser diagnoser = ShippedCatalogue.diagnoser();
    assertThat(diagnoser.diagnose((stack + refused).getBytes(UTF_8)).failure().event()).isEmpty();
    assertThat(diagnoser.diagnose(refused.getBytes(UTF_8)).failure().event()).isPresent();
  }

  @Test
  void aWorkerOfRayThatDiesIsNotHandledBecauseTheOthersGoOn() {
    StringBuilder log = new StringBuilder();
    for (int step = 0; step < 40; step++) {
      for (int pid = 4711; pid < 4714; pid++) {
        boolean dead = pid == 4712 && step > 20;
        log.append("(RayTrainWorker pid=%d, ip=10.0.0.1) ".formatted(pid))
            .append(dead ? "" : "step %d/900 loss 2.1".formatted(step))
            .append('\n');
      }
      log.append(step == 20 ? "(RayTrainWorker pid=4712, ip=10.0.0.1) KeyError: 'labels'\n" : "");
    }
    Diagnosis diagnosis = ShippedCatalogue.diagnoser().diagnose(log.toString().getBytes(UTF_8));
    assertThat(diagnosis.failure().event().orElseThrow().type()).isEqualTo("KeyError");
    assertThat(diagnosis.failure().run().isHealthy()).isFalse();
  }

  @Test
  void theRegistersOfADeviceAreNoProgress() {
    String register = "] pcieport 0000:64:00.0:   device [8086:347a] error status/mask=";
    String log =
        "[ 12.1" + register + "00001000/00002000\n[ 13.1" + register + "00001100/00002000\n";
    assertThat(diagnose("- 'some other text'", log).failure().run().progress()).isNull();
  }

  @Test
  void aTimeLimitAsksForMoreTimeAndNotForAnotherEnvironment() {
    String log =
        "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO TIME LIMIT ***\n";
    RetryAdvice advice =
        ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)).retry().orElseThrow();
    assertThat(advice.verdict()).isEqualTo(Retry.Verdict.WILL_FAIL_AGAIN);
    assertThat(advice.action()).isEqualTo(Retry.Action.FREE_RESOURCES);
  }

  private static final String OWN =
      "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n"
          + "    x['a']\nKeyError: 'a'\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "srun: error: node1: task 11: Exited with exit code 1 | 11",
        "Root Cause (first observed failure):\\n  rank      : 12 (local_rank: 4)\\n"
            + "  exitcode  : 1 (pid: 77) | 12",
        "  Process name: [[20318,1],2]\\n  Exit code:    1 | 2",
        "=   RANK 3 PID 77 RUNNING AT node1\\n=   EXIT CODE: 1 | 3",
        "[rank: 5] Child process with PID 77 terminated with code 1. Forcefully terminating all"
            + " other processes to avoid zombies | 5",
      })
  void theLauncherNamesTheRankWhereItsLinesDoNot(String ending, int rank) {
    Diagnosis diagnosis = diagnose("- 'some other text'", OWN + ending.replace("\\n", "\n") + "\n");
    assertThat(diagnosis.failure().event().orElseThrow().line()).isEqualTo(4);
    assertThat(diagnosis.failure().rank()).contains(rank);
  }

  private static String traceback(int rank) {
    return OWN.lines().map(line -> "[rank" + rank + "]: " + line + "\n").reduce("", String::concat);
  }

  private static final String PEER_LOST =
      "[rank0]: RuntimeError: [../gloo/transport/tcp/pair.cc:534] Connection closed by peer\n"
          + "[rank1]: RuntimeError: [../gloo/transport/tcp/pair.cc:534] Connection closed by peer\n";

  @Test
  void theRankThatFailedByItselfIsFirstAndSuspected() {
    Ranks ranks = diagnose("- 'some other text'", PEER_LOST + traceback(2)).ranks();
    assertThat(ranks.first().rank()).isEqualTo(2);
    assertThat(ranks.first().line()).isEqualTo(6);
    assertThat(ranks.suspects()).containsExactly(2);
  }

  @Test
  void whereAllRanksFailAlikeNoneIsSuspected() {
    Diagnosis diagnosis =
        diagnose("- exception: KeyError", traceback(0) + traceback(1) + traceback(2));
    assertThat(diagnosis.failure().countAlike()).isEqualTo(3);
    assertThat(diagnosis.ranks().suspects()).isEmpty();
  }
}
