package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;

/**
 * Fuzzes a diagnosis with the shipped content, from the bytes of the log to the report for the
 * terminal.
 */
class DiagnosisFuzzTests {
  /**
   * Most characters of the report on a log of 4 KB: evidence is quoted once or twice, the rest is
   * text of the pages.
   */
  private static final int LONGEST_REPORT = 100_000;

  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  @FuzzTest
  void anyLogIsDiagnosedAndNeverSteersTheTerminal(byte[] log) {
    if (log == null) {
      return;
    }
    Diagnosis diagnosis = DIAGNOSER.diagnose(log);
    for (Language language : Language.values()) {
      String text = ReportWriter.toText(Report.fromDiagnosis(diagnosis, language), language, "");
      assertThat(text.length()).isLessThan(LONGEST_REPORT);
      assertThat(text.chars().filter(c -> c != '\n' && VisibleText.isControl((char) c))).isEmpty();
    }
  }
}
