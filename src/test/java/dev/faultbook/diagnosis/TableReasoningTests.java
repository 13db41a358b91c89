package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that the tables name the cause if a log shows only a symptom, and that they stay silent
 * otherwise.
 */
class TableReasoningTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();
  private static final String NCCL =
      "torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/NCCLUtils"
          + ".hpp:275, unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version"
          + " 2.14.3\n";
  private static final String BLACKWELL =
      "PyTorch version: 2.0.0+cu118\nGPU 0: NVIDIA GeForce RTX 5090\n";

  private static Report report(String log) {
    return Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(UTF_8)), Language.EN);
  }

  @Test
  void aSymptomAndABuildWithoutCodeForTheGpu() {
    Report report = report(BLACKWELL + NCCL);
    Report.Found lead = report.findings().getFirst();
    assertThat(lead.entry()).isEqualTo("arch-not-in-build");
    assertThat(lead.role()).isEqualTo(Role.ROOT_CAUSE);
    assertThat(lead.confidence()).isEqualTo(0.8);
    assertThat(lead.because())
        .startsWith("No line names it; it follows from what the log says about the machine.")
        .contains("none of it runs on GeForce RTX 5090 (12.0)");
    assertThat(lead.evidence()).extracting(Report.Line::line).containsExactly(1L, 2L, 3L);
    assertThat(lead.setUp()).isNotEmpty();
    assertThat(lead.basis())
        .anySatisfy(
            row -> assertThat(row.sources()).contains("https://developer.nvidia.com/cuda-gpus"));
    assertThat(lead.explains()).contains("nccl-unhandled-cuda-error");
    assertThat(report.findings().get(1).role()).isEqualTo(Role.CONSEQUENCE);
  }

  @Test
  void aSymptomAndADriverThatIsTooOld() {
    Report.Found lead =
        report(
                "PyTorch version: 2.5.1+cu124\nGPU 0: NVIDIA A100-SXM4-80GB\n"
                    + "Nvidia driver version: 470.82.01\n"
                    + NCCL)
            .findings()
            .getFirst();
    assertThat(lead.entry()).isEqualTo("driver-too-old");
    // The facts, and the symptom that they explain.
    assertThat(lead.evidence()).hasSize(4);
  }

  @Test
  void noCudaOnAMachineWithAGpuAndACpuBuild() {
    Report.Found lead =
        report(
                ">>> torch.__version__ '2.5.1+cpu'\ntorch.cuda.is_available(): False\n"
                    + "GPU 0: NVIDIA L4 (UUID: GPU-1d0f4c27-88a3-4be2-9d5b-6a1e7c3f0b42)\n")
            .findings()
            .getFirst();
    assertThat(lead.entry()).isEqualTo("torch-cpu-build");
  }

  @Test
  void theTablesConfirmWhatALineNames() {
    Report.Found lead =
        report(
                BLACKWELL
                    + "RuntimeError: CUDA error: no kernel image is available for execution on the"
                    + " device\n")
            .findings()
            .getFirst();
    assertThat(lead.entry()).isEqualTo("arch-not-in-build");
    assertThat(lead.confidence()).isGreaterThan(0.95);
    assertThat(lead.basis()).isNotEmpty();
    assertThat(lead.remedies())
        .anySatisfy(fix -> assertThat(fix.command()).contains("TORCH_CUDA_ARCH_LIST=\"12.0\""));
  }

  @Test
  void theCommandIsFilledWithTheCapabilityOfTheLog() {
    assertThat(
            report(
                    "PyTorch version: 2.9.0+cu130\n"
                        + "GPU 0: NVIDIA GeForce GTX 1080\n"
                        + "RuntimeError: CUDA error: no kernel image is available for execution on"
                        + " the device\n")
                .findings()
                .getFirst()
                .remedies())
        .anySatisfy(fix -> assertThat(fix.command()).contains("TORCH_CUDA_ARCH_LIST=\"6.1\""));
  }

  /** Facts without a failure, and set-ups about which nothing is certain. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        BLACKWELL,
        BLACKWELL + "step 100 loss 2.31\n",
        "PyTorch version: 2.5.1+cpu\n",
        "PyTorch version: 2.5.1+cpu\n"
            + "Is CUDA available: False\n"
            + "GPU models and configuration: No CUDA\n",
      })
  void aLogWithoutAFailureStaysSilent(String log) {
    assertThat(report(log).verdict()).isEqualTo(Conclusion.NO_MATCH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // the build runs on this GPU
        "PyTorch version: 2.7.0+cu128\nGPU 0: NVIDIA GeForce RTX 5090\n",
        // no suffix: it may be a conda build
        "PyTorch version: 2.0.0\nGPU 0: NVIDIA GeForce RTX 5090\n",
        // two builds
        "PyTorch version: 2.0.0+cu118\n"
            + "PyTorch version: 2.7.0+cu128\n"
            + "GPU 0: NVIDIA GeForce RTX 5090\n",
        // two GPUs, one of which works
        "PyTorch version: 2.0.0+cu118\n"
            + "GPU 0: NVIDIA GeForce RTX 5090\n"
            + "GPU 1: NVIDIA A100-SXM4-80GB\n",
        // a truncated GPU name, which the tables do not contain
        "PyTorch version: 2.0.0+cu118\n|   0  NVIDIA GeForce ...  Off  | 00000000:01:00.0 |\n",
        // a custom build
        "PyTorch version: 2.1.0a0+32f93b1\nGPU 0: NVIDIA GeForce RTX 5090\n",
        // two driver versions, one of which is new enough
        "PyTorch version: 2.5.1+cu124\n"
            + "Nvidia driver version: 470.82.01\n"
            + "Driver Version: 550.54.15\n",
      })
  void whatIsNotCertainNamesNoCause(String facts) {
    assertThat(report(facts + NCCL).findings())
        .extracting(Report.Found::entry)
        .containsExactly("nccl-unhandled-cuda-error");
  }

  @Test
  void aCauseThatALineNamesIsNotDisputed() {
    assertThat(
            report(
                    BLACKWELL
                        + "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
                        + " GPU 0 has a total capacity of 31.36 GiB of which 1.00 GiB is free.\n"
                        + NCCL)
                .findings()
                .getFirst()
                .entry())
        .isEqualTo("cuda-out-of-memory");
  }

  @Test
  void aLauncherThatReportsAFailedRankIsNoSymptomOfTheGpu() {
    assertThat(
            report(
                    BLACKWELL
                        + "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n"
                        + "train.py FAILED\n")
                .findings())
        .extracting(Report.Found::entry)
        .doesNotContain("arch-not-in-build");
  }

  @Test
  void aHintIsRuledOutWhereTheSetUpWorks() {
    Report report =
        report(
            "PyTorch version: 2.5.1+cu124\nGPU 0: NVIDIA A100-SXM4-80GB\n"
                + "Nvidia driver version: 535.129.03\n"
                + "ERROR: This container was built for NVIDIA Driver Release 545.23 or later\n");
    assertThat(report.ruledOut())
        .singleElement()
        .satisfies(out -> assertThat(out.entry()).isEqualTo("driver-too-old"));
    assertThat(report.verdict()).isEqualTo(Conclusion.NO_MATCH);
  }
}
