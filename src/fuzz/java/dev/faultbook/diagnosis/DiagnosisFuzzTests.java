package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.Executions;
import dev.faultbook.TestContent;
import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.language.Language;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.Report;
import dev.faultbook.report.TextReport;
import dev.faultbook.search.KnowledgeIndex;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;

/** Any log, from its bytes to the report for the terminal, with the knowledge that ships. */
class DiagnosisFuzzTests {
  /** Of a log of 4 KB: evidence is quoted once or twice, the rest is text of the pages. */
  private static final int LONGEST_REPORT = 100_000;

  private static final Diagnoser DIAGNOSER =
      new Diagnoser(new KnowledgeIndex(new Catalogue(TestContent.shipped())));
  private static final Executions EXECUTIONS = Executions.of(DiagnosisFuzzTests.class);

  @AfterAll
  static void reallyFuzzed() {
    EXECUTIONS.assertFuzzed();
  }

  @FuzzTest
  void anyLogIsDiagnosedAndNeverSteersTheTerminal(byte[] log) throws IOException {
    EXECUTIONS.countOne();
    if (log == null) {
      return;
    }
    Diagnosis diagnosis = DIAGNOSER.diagnose(new ByteArrayInputStream(log), 1 << 20);
    for (Language language : Language.values()) {
      String text = TextReport.toText(Report.fromDiagnosis(diagnosis, language), language, "");
      assertThat(text.length()).isLessThan(LONGEST_REPORT);
      assertThat(text.chars().filter(c -> c != '\n' && VisibleText.isControl((char) c))).isEmpty();
    }
  }
}
