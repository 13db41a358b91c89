package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.EntryKind;
import dev.faultbook.failure.CascadeCorpus;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of answers about jobs in which one process failed and the others followed. */
class CascadeAnswerTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  static Stream<CascadeCorpus.Case> cases() {
    return CascadeCorpus.cases();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void aSymptomNeverStandsAboveTheFailureItself(CascadeCorpus.Case job) {
    Diagnosis diagnosis = DIAGNOSER.diagnose(job.job().log().getBytes(UTF_8));
    assertThat(diagnosis.failure().event().orElseThrow().line()).isEqualTo(job.job().markedLine());
    assertThat(
            diagnosis.findings().stream()
                .filter(finding -> finding.role() != Role.HARMLESS)
                .limit(1)
                .filter(lead -> lead.entry().kind() == EntryKind.SYMPTOM)
                .map(lead -> lead.entry().id()))
        .as(job.job().log())
        .isEmpty();
  }
}
