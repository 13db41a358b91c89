package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.redaction.Redactor;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTests {
  private static final Diagnoser DIAGNOSER = new Diagnoser(ShippedCatalogue.knowledge());

  private static String of(String log) {
    Report report =
        Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN);
    return String.valueOf(report.fingerprint());
  }

  private static String traceback(String file, String function, String error) {
    return """
        step 12 loss 2.1
        Traceback (most recent call last):
          File "%s", line 88, in %s
            row = table[key]
        %s
        """
        .formatted(file, function, error);
  }

  private static final String LABELS =
      traceback("/home/ada/run7/train.py", "collate", "KeyError: 'labels_v2'");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "no 'labels_v2' in batch 7 | no # in batch 7",
        "don't read \"a 'b'\" | don't read #",
        "cannot open /mnt/data/shard_7.tar, gone | cannot open #, gone",
        "cannot open (~/run/x), I/O failed | cannot open (#), I/O failed",
        "peer <ip-1> left <unk> | peer # left <unk>",
        "an ' alone | an ' alone",
      })
  void valuesAreTakenOut(String said, String left) {
    assertThat(Fingerprint.withoutValues(said)).isEqualTo(left);
  }

  @Test
  void theSameFailureOfAnotherRunHasTheSameFingerprint() {
    assertThat(of(LABELS))
        .matches("[0-9a-f]{16}")
        .isEqualTo(of("host up\n" + LABELS.replace("line 88", "line 91").replace("_v2", "_v3")))
        .isEqualTo(of(LABELS.replace("/home/ada/run7", "/mnt/fsx/bob")))
        .isEqualTo(of(Redactor.shared().redact(LABELS).text()));
  }

  @Test
  void anotherFailureHasAnother() {
    assertThat(of(LABELS))
        .isNotEqualTo(of(LABELS.replace("KeyError", "ValueError")))
        .isNotEqualTo(of(LABELS.replace("collate", "encode")))
        .isNotEqualTo(of(LABELS.replace("train.py", "data.py")))
        .isNotEqualTo(of(LABELS.replace("KeyError: 'labels_v2'", "KeyError: no such column")));
  }

  @Test
  void aHealthyLogHasNone() {
    assertThat(of("step 1 loss 2.3\nstep 2 loss 2.2\nTraining finished.\n")).isEqualTo("null");
  }
}
