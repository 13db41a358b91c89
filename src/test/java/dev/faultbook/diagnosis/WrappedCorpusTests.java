package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies that what collectors, terminals and people add around the lines of a log changes no
 * answer.
 */
class WrappedCorpusTests {
  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();
  private static final JsonMapper JSON = new JsonMapper();

  private enum Wrap {
    DOCKER_TIMES(line -> "2026-11-20T03:14:07.000000001Z " + line),
    DOCKER_JSON(line -> JSON.writeValueAsString(new Record(line + "\n", "stderr"))),
    KUBECTL(line -> "[pod/train-worker-0/pytorch] " + line),
    RAY(line -> "(RayTrainWorker pid=4123, ip=10.0.0.7) " + line),
    SYSLOG(line -> "Nov 20 03:14:07 gpu17 trainer[811]: " + line),
    PYTHON_LOGGING(line -> "2026-11-20 03:14:07,123 - train - ERROR - " + line),
    COLOUR(line -> "\u001b[31m" + line + "\u001b[0m"),
    CARRIAGE_RETURN(line -> line + "\r"),
    INDENTED(line -> "    " + line),
    QUOTED(line -> "> " + line),
    SPACED_OUT(line -> line + "\n"),
    BETWEEN_TRAINING_LINES(line -> line + "\nstep 4211 loss 2.4070 lr 3.0e-04 tok/s 51877");

    private final UnaryOperator<String> change;

    Wrap(UnaryOperator<String> change) {
      this.change = change;
    }

    byte[] of(ExampleLog log) {
      return Stream.of(new String(log.bytes(), UTF_8).split("\r?\n"))
          .map(change)
          .collect(joining("\n", "", "\n"))
          .getBytes(UTF_8);
    }
  }

  private record Record(String log, String stream) {}

  /**
   * A message of the shell or of Compose, alone on its line, which behind a prefix would be the
   * message of a program; and what a tool prints on a terminal from the first column on.
   */
  private static final Set<String> ONLY_FROM_A_SHELL =
      Set.of(
          "process-killed/compose.log",
          "process-killed/shell-while-loading.log",
          "process-aborted/word-alone.log",
          "script-dos-line-breaks/dash-terminal.log",
          "slurm-node-not-responding/sinfo.log",
          "driver-build-compiler-mismatch/gcc-version-check.log",
          // srun's labels, which tell the ranks, stand behind no other prefix.
          "rank-awaited/stacks-srun.log");

  /**
   * Logs of classes of failures, which depend on the message that ended the job: behind these
   * prefixes the reader of failures takes their line for a quotation, for a part of a stack, or for
   * an error that the training behind it survived.
   */
  private static final Set<String> LIMITS =
      Set.of(
          // As an error of a logger, the line is one.
          "PYTHON_LOGGING build-dependency-missing/optional-part.not.log",
          "PYTHON_LOGGING distributed-peer-lost/marked-up.log",
          "PYTHON_LOGGING distributed-worker-waits/pytorchjob.log",
          "PYTHON_LOGGING k8s-gpu-unschedulable/mounter.log",
          "PYTHON_LOGGING tensorrt-engine-incompatible/triton-table.log",
          "PYTHON_LOGGING no-gpu-visible/ngc-start-script.log",
          "PYTHON_LOGGING program-exception/cut-off.log",
          "PYTHON_LOGGING container-registry-auth/push-denied.log",
          "PYTHON_LOGGING service-does-not-start/nv-hostengine-embedded.log",
          "QUOTED transfer-interrupted/java-s3.log",
          "INDENTED cuda-not-available/launcher-without-resources.log",
          "QUOTED cuda-not-available/launcher-without-resources.log",
          "BETWEEN_TRAINING_LINES cuda-not-available/launcher-without-resources.log",
          "INDENTED name-not-resolved/rclone-lookup.log",
          "INDENTED network-unreachable/go-s3-unreachable.log",
          "INDENTED operation-timed-out/s3-dial-timeout.log",
          "INDENTED system-package-unresolvable/image-without-lists.log",
          "INDENTED object-storage-credentials/go-sdk-forbidden.log",
          "INDENTED object-storage-unavailable/go-sdk-slowdown.log",
          "QUOTED argument-value-invalid/conda-version-spec.log",
          "QUOTED argument-value-invalid/parser-unknown.log",
          "QUOTED argument-value-invalid/reasoning-parser.log",
          "QUOTED argument-value-invalid/tool-parser.log",
          "QUOTED config-file-invalid/manifest-field.log",
          "QUOTED cuda-not-available/llamafile.log",
          "QUOTED container-registry-auth/push-denied.log",
          "QUOTED dataset-schema-mismatch/one-row-files.log",
          "QUOTED elastic-child-failed/torchrun-as-command.log",
          "QUOTED enroot-runtime-path/chinese.log",
          "QUOTED file-lock-failed/sqlite.log",
          "QUOTED invalid-program-option/nvcc-missing-code.log",
          "QUOTED k8s-crash-loop/all-namespaces.log",
          "QUOTED k8s-crash-loop/get-pods.log",
          "QUOTED model-architecture-unsupported/rope-scaling.log",
          "QUOTED name-not-resolved/rclone-lookup.log",
          "QUOTED network-unreachable/go-s3-unreachable.log",
          "QUOTED resume-checkpoint-not-found/trainer-error-line.log",
          "QUOTED object-storage-credentials/azure-failure.log",
          "QUOTED object-storage-credentials/go-sdk-forbidden.log",
          "QUOTED object-storage-request-invalid/java-sdk.log",
          "QUOTED object-storage-unavailable/azure-busy.log",
          "QUOTED object-storage-unavailable/gcs-429.log",
          "QUOTED operation-timed-out/s3-dial-timeout.log",
          // A box of several lines, which other lines tear apart.
          "BETWEEN_TRAINING_LINES dataset-schema-mismatch/one-row-files.log",
          "SPACED_OUT object-storage-unavailable/azure-busy.log",
          "BETWEEN_TRAINING_LINES object-storage-unavailable/azure-busy.log",
          "SPACED_OUT mpi-transport-unavailable/btl-not-built.log",
          "BETWEEN_TRAINING_LINES mpi-transport-unavailable/btl-not-built.log",
          "BETWEEN_TRAINING_LINES authentication-refused/openai-key.log",
          "BETWEEN_TRAINING_LINES batch-job-rejected/workflow-bsub.log",
          "BETWEEN_TRAINING_LINES build-dependency-missing/torch-config.log",
          "BETWEEN_TRAINING_LINES distributed-peer-lost/marked-up.log",
          "BETWEEN_TRAINING_LINES driver-not-loaded/smi-exit-code.log",
          "BETWEEN_TRAINING_LINES elastic-child-failed/accelerate-one-process.log",
          "BETWEEN_TRAINING_LINES elastic-child-failed/torchrun-as-command.log",
          "BETWEEN_TRAINING_LINES mps-connection-failed/server-recovering-807.log",
          "BETWEEN_TRAINING_LINES package-index-unreachable/uv-fetch.log",
          "BETWEEN_TRAINING_LINES quota-exceeded/openai-credit.log",
          "BETWEEN_TRAINING_LINES slurm-job-rejected/called-process.log");

  @ParameterizedTest
  @EnumSource
  void theLeadStaysAndNearMissesStaySilent(Wrap wrap) {
    List<String> wrong = new ArrayList<>();
    for (Entry entry : KNOWLEDGE.entries()) {
      for (ExampleLog log : entry.logs()) {
        Set<String> found = found(wrap.of(log));
        String name = entry.id() + "/" + log.name();
        boolean leads = found.contains("1 " + entry.id());
        boolean known = ONLY_FROM_A_SHELL.contains(name) || LIMITS.contains(wrap + " " + name);
        if (log.hit() && !leads && !known) {
          wrong.add(name + " is led by another: " + found);
        } else if (!log.hit()
            && !known
            && found.stream().anyMatch(f -> f.endsWith(" " + entry.id()))) {
          wrong.add(name + " is found: " + found);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 100, 120})
  void aMessageThatATerminalBrokeIsReadWholeAtItsFirstLine(int columns) {
    String log =
        """
        $ python train.py --config cfg/pretrain.yaml
        [rank3]: Traceback (most recent call last):
        [rank3]:   File "/home/lin/train.py", line 41, in <module>
        [rank3]:     model = build(args.model, torch_dtype=torch.bfloat16, attn_implementation="flash_attention_2", device="cuda")
        [rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB. GPU 3 has a total capacity of 79.15 GiB of which 5.21 GiB is free. Including non-PyTorch memory, this process has 73.94 GiB memory in use. Of the allocated memory 62.11 GiB is allocated by PyTorch, and 10.40 GiB is reserved by PyTorch but unallocated. See documentation for Memory Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)
        """;
    StringBuilder rows = new StringBuilder();
    log.lines()
        .forEach(
            line -> {
              for (int at = 0; at < line.length(); at += columns) {
                rows.append(line, at, Math.min(line.length(), at + columns)).append('\n');
              }
            });
    Diagnosis whole = DIAGNOSER.diagnose(log.getBytes(UTF_8));
    Diagnosis broken = DIAGNOSER.diagnose(rows.toString().getBytes(UTF_8));
    assertThat(broken.findings().getFirst().entry()).isEqualTo(whole.findings().getFirst().entry());
    assertThat(broken.failure().event().orElseThrow().message())
        .isEqualTo(whole.failure().event().orElseThrow().message());
    // The line of code above it takes two rows.
    assertThat(broken.failure().event().orElseThrow().line()).isEqualTo(6);
  }

  /** Returns the findings, each as its position and its entry. */
  private static Set<String> found(byte[] log) {
    List<Finding> findings = DIAGNOSER.diagnose(log).findings();
    return Stream.iterate(0, i -> i < findings.size(), i -> i + 1)
        .map(i -> i + 1 + " " + findings.get(i).entry().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
