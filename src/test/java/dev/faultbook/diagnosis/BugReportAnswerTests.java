package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import org.junit.jupiter.api.Test;

/**
 * Tests of the answer to NVIDIA's bug report: it names the current fault, not errors in the old
 * logs that the report includes.
 */
class BugReportAnswerTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static final String LINE = "_".repeat(44) + "\n\n";

  private static final String OLD_ERRORS =
      LINE
          + """
          Start of NVIDIA bug report log file.  Please include this file, along
          with a detailed description of your problem, when reporting a graphics
          driver bug.

          nvidia-bug-report.sh Version: 35012345

          """
          + LINE
          + """
          *** /var/log/nvidia-installer.log
          ERROR: Unable to load the kernel module 'nvidia.ko'.
          ERROR: Installation has failed.

          """
          + LINE
          + """
          *** /var/log/Xorg.0.log
          (EE) NVIDIA(0): Failed to allocate memory: Out of memory
          Segmentation fault (core dumped)

          """;

  private static final String TOOLS =
      LINE
          + """
          /usr/bin/nvidia-smi --query

          ==============NVSMI LOG==============

          Driver Version                            : 570.124.06
          CUDA Version                              : 12.8

          Attached GPUs                             : 7
          GPU 00000000:1B:00.0
              Product Name                          : NVIDIA H100 80GB HBM3

          """;

  private static final String KERNEL =
      LINE
          + """
          dmesg:

          [    0.000000] Linux version 5.15.0-119-generic
          [91873.467213] NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.
          """;

  @Test
  void theKernelsMessagesLeadAndTheToolsGiveFacts() {
    Diagnosis diagnosis = DIAGNOSER.diagnose((OLD_ERRORS + TOOLS + KERNEL).getBytes(UTF_8));
    assertThat(diagnosis.findings().getFirst().entry().id()).isEqualTo("gpu-fell-off-bus");
    assertThat(diagnosis.findings()).hasSize(1);
    assertThat(diagnosis.facts().values("driver")).containsExactly("570.124.06");
    assertThat(diagnosis.facts().values("gpu")).containsExactly("NVIDIA H100 80GB HBM3");
  }

  @Test
  void oldErrorsInOtherSectionsAreNoFailure() {
    Diagnosis diagnosis = DIAGNOSER.diagnose((OLD_ERRORS + TOOLS).getBytes(UTF_8));
    assertThat(diagnosis.isDiagnosed()).isFalse();
    assertThat(diagnosis.failure().event()).isEmpty();
    assertThat(diagnosis.codes().sightings()).isEmpty();
  }
}
