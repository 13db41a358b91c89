package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies that the answer says so where no page is about the accelerator of a log. */
class UncoveredTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory space hbm. | TPU | TPU
          hipErrorLaunchFailure: unspecified launch failure | AMD GPU (ROCm) | AMD GPU
          RuntimeError: Failed to execute the model status=5 NRT_TIMEOUT | AWS Trainium or Inferentia | AWS Trainium
          RuntimeError: synStatus 26 [Generic failure]. habana_frameworks could not acquire the device | Intel Gaudi | Intel Gaudi
          """)
  void saysThatNoPageIsAboutTheAccelerator(String line, String name, String chinese) {
    assertThat(report(line, Language.EN)).contains("Not covered: " + name + ".");
    assertThat(report(line, Language.ZH)).contains("未覆盖：" + chinese);
  }

  /** JAX looks for every accelerator on each start. */
  @Test
  void doesNotSaySoOfAnNvidiaGpu() {
    String log =
        """
        INFO: Unable to initialize backend 'tpu': INTERNAL: Failed to open libtpu.so
        GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-5d1c)
        RuntimeError: reward model returned HIP error: none
        """;
    assertThat(report(log, Language.EN)).doesNotContain("Not covered");
  }

  private static String report(String log, Language language) {
    Report report =
        Report.fromDiagnosis(
            ShippedCatalogue.diagnoser().diagnose((log + "\n").getBytes(UTF_8)), language);
    return String.join(
        " ", ReportWriter.toText(report, language, "").lines().map(String::strip).toList());
  }
}
