package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.codes.CodeSighting;
import dev.faultbook.content.Retry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of logs whose only clue is a code, and of the precedence of an entry over a code. */
class CodeAnswerTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          xid 110    | reset_gpu   | AFTER_ACTION    | NVRM: Xid (PCI:0000:3b:00): 110, pid=4711, name=python
          xid 78     | update_software | AFTER_ACTION | NVRM: Xid (PCI:0000:3b:00): 78, pid=4711, vGPU start
          cublas 15  | fix_program | WILL_FAIL_AGAIN | RuntimeError: CUDA error: CUBLAS_STATUS_NOT_SUPPORTED
          exit 159   | fix_environment | AFTER_ACTION | main process exited with code 159
          cuda 720   | fix_program | WILL_FAIL_AGAIN | cudaErrorCooperativeLaunchTooLarge
          """)
  void aBareCodeIsAnsweredFromTheTable(
      String code, String action, Retry.Verdict verdict, String line) {
    Diagnosis diagnosis = diagnose(line);
    assertThat(diagnosis.isDiagnosed()).isFalse();
    CodeSighting lead = diagnosis.codes().findLead().orElseThrow();
    assertThat(lead.code().family() + " " + lead.code().code()).isEqualTo(code);
    assertThat(lead.action().id()).isEqualTo(action);
    assertThat(diagnosis.retry().map(RetryAdvice::verdict)).contains(verdict);
  }

  @Test
  void anEntryOutranksACode() {
    Diagnosis diagnosis =
        diagnose("NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, GPU has fallen off the bus.");
    assertThat(diagnosis.findings().getFirst().entry().id()).isEqualTo("gpu-fell-off-bus");
    assertThat(diagnosis.retry().map(RetryAdvice::reason))
        .containsInstanceOf(RetryAdvice.Reason.Stated.class);
    assertThat(diagnosis.codes().sightings())
        .extracting(one -> one.code().code())
        .containsExactly("79");
  }

  @Test
  void whatTheDriverAsksForDecidesOverThePageOfTheCause() {
    Diagnosis diagnosis =
        diagnose(
            "NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, GPU has fallen off the bus.\n"
                + "NVRM: Xid (PCI:0000:3b:00): 154, GPU recovery action changed from 0x0 (None) to"
                + " 0x2 (Node Reboot Required)");
    assertThat(diagnosis.findings().getFirst().entry().id()).isEqualTo("gpu-fell-off-bus");
    assertThat(diagnosis.retry().map(RetryAdvice::reason))
        .containsInstanceOf(RetryAdvice.Reason.Tabulated.class);
    assertThat(diagnosis.retry().map(RetryAdvice::action)).contains(Retry.Action.REBOOT);
  }

  @Test
  void hardwareLeadsBeforeTheExitCodeThatFollowsFromIt() {
    Diagnosis diagnosis =
        diagnose("exited with code 1\nNVRM: Xid (PCI:0000:3b:00): 110, pid=4711, name=python");
    assertThat(diagnosis.codes().findLead().orElseThrow().code().family()).isEqualTo("xid");
  }

  @Test
  void successIsListedOnlyWhereThereIsNothingElse() {
    assertThat(diagnose("exit code 0").codes().sightings()).hasSize(1);
    assertThat(diagnose("exit code 0\nexit code 3221225620").codes().sightings())
        .extracting(one -> one.code().code())
        .containsExactly("3221225620");
  }

  @Test
  void anOldReleaseOfCudaIsReadWithItsOwnNumbers() {
    String line = "Cuda failure 8 in the launch\n";
    assertThat(diagnose("CUDA used to build PyTorch: 10.0\n" + line).codes().findLead())
        .map(one -> one.code().code())
        .contains("98");
  }

  private static Diagnosis diagnose(String log) {
    return DIAGNOSER.diagnose((log + "\n").getBytes(UTF_8));
  }
}
