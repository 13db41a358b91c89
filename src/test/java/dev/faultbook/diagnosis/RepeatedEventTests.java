package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.content.Retry;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Verifies that a reset is no longer the answer when an Xid occurs for the third time on one GPU.
 */
class RepeatedEventTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static Diagnosis diagnose(String log) {
    return DIAGNOSER.diagnose(log.getBytes(UTF_8));
  }

  private static String xid(String time, String gpu, String rest) {
    return "Nov 20 %s node3 kernel: NVRM: Xid (PCI:%s): %s\n".formatted(time, gpu, rest);
  }

  private static String lost(String time, String gpu) {
    return xid(time, gpu, "79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.");
  }

  private static Retry.Action actionOf(String log) {
    return diagnose(log).retry().map(RetryAdvice::action).orElseThrow();
  }

  private static final String THRICE =
      lost("01:10:00", "0000:3b:00")
          + lost("05:20:00", "0000:3b:00")
          + lost("09:30:00", "0000:3b:00");

  @Test
  void theThirdEventOnOneGpuAsksForReplacementAndShowsTheRule() {
    Diagnosis diagnosis = diagnose(THRICE);
    assertThat(diagnosis.retry().map(RetryAdvice::action)).contains(Retry.Action.REPLACE_HARDWARE);
    Report report = Report.fromDiagnosis(diagnosis, Language.EN);
    assertThat(report.retry().because())
        .startsWith("Third Xid 79 on GPU 0000:3b:00 in this log (lines 1, 2, 3): ")
        .contains("Faultbook's own rule");
    CodeReport code = report.codes().getFirst();
    assertThat(code.repeated().times()).isEqualTo(3);
    assertThat(code.repeated().lines()).containsExactly(1L, 2L, 3L);
    assertThat(ReportWriter.toText(report, Language.EN, "")).contains("Third Xid 79 on GPU");
    assertThat(ReportWriter.toMarkdown(report, Language.EN, "")).contains("Third Xid 79 on GPU");
    assertThat(Report.fromDiagnosis(diagnosis, Language.ZH).retry().because())
        .contains("GPU 0000:3b:00 在本日志中第 3 次出现 Xid 79");
  }

  @Test
  void twoEventsAreNotEnough() {
    assertThat(actionOf(lost("01:10:00", "0000:3b:00") + lost("05:20:00", "0000:3b:00")))
        .isEqualTo(Retry.Action.REBOOT);
  }

  @Test
  void eventsOfSeveralGpusAreNotAddedUp() {
    assertThat(
            actionOf(
                lost("01:10:00", "0000:3b:00")
                    + lost("05:20:00", "0000:86:00")
                    + lost("09:30:00", "0000:af:00")))
        .isEqualTo(Retry.Action.REBOOT);
  }

  @Test
  void linesOfOneBurstAreOneEvent() {
    assertThat(
            actionOf(
                lost("01:10:00", "0000:3b:00")
                    + lost("01:10:01", "0000:3b:00")
                    + lost("01:12:30", "0000:3b:00")
                    + lost("01:14:00", "0000:3b:00")))
        .isEqualTo(Retry.Action.REBOOT);
  }

  @Test
  void aLogThatHoldsItsLinesTwiceCountsThemOnce() {
    String twice = lost("01:10:00", "0000:3b:00") + lost("05:20:00", "0000:3b:00");
    assertThat(actionOf(twice + twice)).isEqualTo(Retry.Action.REBOOT);
  }

  @Test
  void linesWithoutTimesAreNotToldApart() {
    String line = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\n";
    assertThat(actionOf(line.repeat(3))).isEqualTo(Retry.Action.REBOOT);
  }

  @Test
  void whatAsksOnlyForAnotherStartIsNoReasonToReplaceAnything() {
    String rest = "13, pid=4711, name=python, Graphics SM Warp Exception on (GPC 0, TPC 1, SM 0)";
    String log =
        xid("01:10:00", "0000:3b:00", rest)
            + xid("05:20:00", "0000:3b:00", rest)
            + xid("09:30:00", "0000:3b:00", rest);
    assertThat(diagnose(log).codes().findRepeated()).isEmpty();
    assertThat(actionOf(log)).isNotEqualTo(Retry.Action.REPLACE_HARDWARE);
  }

  @ParameterizedTest
  @CsvSource({"79, RESTART_BM", "46, RESET_GPU", "110, RESET_GPU", "13, RESTART_APP"})
  void theVendorsActionIsNamedInItsOwnWordsWithItsSource(String code, String action) {
    Diagnosis diagnosis =
        diagnose("NVRM: Xid (PCI:0000:3b:00): " + code + ", pid=4711, name=python\n");
    Report report = Report.fromDiagnosis(diagnosis, Language.EN);
    assertThat(report.codes().getFirst().advised()).isEqualTo(action);
    assertThat(report.codes().getFirst().adviceSource())
        .isEqualTo("https://docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html");
    assertThat(ReportWriter.toText(report, Language.EN, ""))
        .contains("NVIDIA's recommended action: " + action);
    assertThat(ReportWriter.toMarkdown(report, Language.EN, ""))
        .contains("NVIDIA's recommended action: `" + action + "`");
  }
}
