package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.comparison.Comparer;
import dev.faultbook.comparison.TextComparison;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.log.VisibleText;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Verifies that a terminal report contains no control characters, C1 controls and bidirectional
 * marks included.
 */
class TerminalSafetyTests {

  private static final String HOSTILE =
      "step 1 \u009b31;1mRED\u009b2J\u009d0;pwned\u009c \u202eRLO\u202c pass\u200bword\n"
          + "NCCL INFO NCCL_NET set to \u009b2J\u2066x\n"
          + "CUDA out of memory. Tried to allocate 7.83 GiB. \u009b31;1mRED\u009b2J \u202eRLO\n";

  private final Diagnoser diagnoser = ShippedCatalogue.diagnoser();

  @Test
  void theReportOfAHostileLogIsPlainText() {
    Report report = Report.fromDiagnosis(diagnoser.diagnose(HOSTILE.getBytes(UTF_8)), Language.EN);
    String text = ReportWriter.toText(report, Language.EN, "");
    assertThat(text).contains("Tried to allocate 7.83 GiB");
    assertPlain(text);
  }

  @Test
  void theComparisonOfAHostileLogIsPlainText() throws IOException {
    try (InMemoryLog good = TestLogs.hold("step 1 \u009b2J\nstep two\n");
        InMemoryLog bad = TestLogs.hold(HOSTILE)) {
      String text =
          TextComparison.toText(
              Comparer.compare(good, bad, diagnoser, Language.EN), Language.EN, "");
      assertThat(text).contains("RED");
      assertPlain(text);
    }
  }

  private static void assertPlain(String text) {
    assertThat(text.chars().filter(c -> c != '\n')).noneMatch(TerminalSafetyTests::isUnsafe);
  }

  private static boolean isUnsafe(int c) {
    return VisibleText.isControl((char) c) || VisibleText.isWithoutWidth((char) c);
  }
}
