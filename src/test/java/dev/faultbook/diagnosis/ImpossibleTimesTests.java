package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that times that no clock shows, and those past the end of a year, break nothing. */
class ImpossibleTimesTests {
  private static final String[] DAYS = {"Dec 31", "Feb 29", "Feb 30", "Jan 1", "Dec 99"};

  private static String log(String stamp) {
    return stamp
        + " n1 kernel: x\n"
        + "[rank3]:     self.model(tokens)\n"
        + "[rank7]:   File \"/w/t.py\", line 689, in <module>\n"
        + stamp
        + " n1 kernel: NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus.\n"
        + "[Wed Jan  1 00:00:05 2025] PGD 0\n"
        + "2025-12-31T23:59:60Z [rank0]: RuntimeError: CUDA out of memory.\n";
  }

  /** Regression: 23:59:60 on the last day of a year was the 367th day of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "23:59:60",
        "23:59:59",
        "24:00:00",
        "44:52:39",
        "99:99:99",
        "00:00:00",
        "-1:00:00"
      })
  void aLogIsDiagnosedWhateverTimeItStates(String clock) {
    for (String day : DAYS) {
      for (String stamp : new String[] {day + " " + clock, day + "  " + clock, clock}) {
        byte[] log = log(stamp).getBytes(UTF_8);
        assertThatCode(
                () -> {
                  Diagnosis diagnosis = ShippedCatalogue.diagnoser().diagnose(log);
                  assertThat(Report.fromDiagnosis(diagnosis, Language.EN)).isNotNull();
                })
            .as(stamp)
            .doesNotThrowAnyException();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "E1231 23:59:60.999999 7 a.cpp:1] x",
        "E9999 23:59:60.999999 7 a.cpp:1] x",
        "[999999999999999.999999] x",
        "{\"ts\":9999999999999999999,\"msg\":\"x\"}",
        "9999-12-31T23:59:60Z x",
        "0000-01-01T00:00:00Z x",
        "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2016-12-31T23:59:60 DUE TO TIME LIMIT ***",
        "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 9999-99-99T99:99:99 DUE TO TIME LIMIT ***",
      })
  void aLineIsDiagnosedWhateverTimeItStates(String line) {
    byte[] log = (line + "\n" + log("Dec 31 23:59:60") + line + "\n").getBytes(UTF_8);
    assertThatCode(() -> ShippedCatalogue.diagnoser().diagnose(log)).doesNotThrowAnyException();
  }
}
