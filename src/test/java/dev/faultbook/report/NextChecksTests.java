package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.store.ShareService;
import dev.faultbook.store.StoredDiagnosis;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class NextChecksTests {
  private final Map<String, byte[]> files = new TreeMap<>();

  private void entry(String id, String kind, String signature, String further) {
    files.putAll(TestContent.entry(id, kind, signature, further));
  }

  private static String differentialTest(String from, String command) {
    return "  - from: "
        + from
        + "\n    command: "
        + command
        + "\n    this: {en: 'own {{size|?}}', zh: '自己'}\n    other: {en: other, zh: '对方'}\n";
  }

  private Report report(String log, Language language) {
    return Report.fromDiagnosis(
        new Diagnoser(TestContent.unchecked(files)).diagnose(log.getBytes(UTF_8)), language);
  }

  @Test
  void theTestBetweenTwoCausesIsGivenWithItsPlacesFilled() {
    entry(
        "cause-a",
        "cause",
        "- 'first fault of {size:size}'",
        "apart:\n"
            + differentialTest("cause-b", "df -h {{path|/tmp/FOLDER}} {{size|1g}} {{card|none}}"));
    entry("cause-b", "cause", "- 'second fault in {path:path}'", "");
    files.put(
        "facts/reading.yaml",
        "types: {card: word}\ncard: ['the card is {value:word}']".getBytes(UTF_8));
    Report report =
        report("the card is L4\nfirst fault of 7 MiB\nsecond fault in /tmp/x\n", Language.EN);
    Report.Check check = report.checks().getFirst();
    assertThat(report.checks()).hasSize(1);
    assertThat(check.between()).containsExactly("cause-a", "cause-b");
    assertThat(check.command()).isEqualTo("df -h /tmp/x 7MiB L4");
    assertThat(check.outcomes())
        .containsExactly(
            new Report.Outcome("cause-a", "A title", "own 7 MiB"),
            new Report.Outcome("cause-b", "A title", "other"));
    assertThat(ReportWriter.toText(report, Language.EN, ""))
        .contains("TELL THEM APART  run:\n      df -h /tmp/x 7MiB L4\n  own 7 MiB → A title\n");
  }

  @Test
  void aPairNeedsItsTestOnOneSideOnly() {
    entry("cause-a", "cause", "- 'first fault'", "");
    entry("cause-b", "cause", "- 'second fault'", "apart:\n" + differentialTest("cause-a", "df"));
    Report.Check check = report("first fault\nsecond fault\n", Language.ZH).checks().getFirst();
    assertThat(check.between()).containsExactly("cause-a", "cause-b");
    assertThat(check.outcomes().stream().map(Report.Outcome::text)).containsExactly("对方", "自己");
  }

  @Test
  void aClearAnswerNeedsNoCheck() {
    entry("cause-a", "cause", "- 'first fault'", "apart:\n" + differentialTest("cause-b", "df"));
    entry("cause-b", "cause", "- 'second fault'", "");
    assertThat(report("first fault\n", Language.EN).checks()).isEmpty();
    assertThat(report("all is well\n", Language.EN).checks()).isEmpty();
  }

  @Test
  void aSymptomAloneNamesWhatDecidesBetweenItsCauses() {
    entry(
        "the-symptom",
        "symptom",
        "- 'a call failed'",
        "apart:\n" + differentialTest("cause-a", "one"));
    entry(
        "cause-a",
        "cause",
        "- 'never printed'",
        "explains: [the-symptom]\napart:\n" + differentialTest("cause-b", "two"));
    entry("cause-b", "cause", "- 'not printed'", "explains: [the-symptom]\n");
    entry(
        "cause-c",
        "cause",
        "- 'neither printed'",
        "apart:\n" + differentialTest("cause-a", "three"));
    assertThat(report("a call failed\n", Language.EN).checks().stream().map(Report.Check::command))
        .containsExactly("one", "two");
  }

  @Test
  void aReportSavedWithoutChecksHasNone() {
    JsonMapper json = JsonMapper.builder().build();
    ObjectNode old = json.valueToTree(report("x\n", Language.EN));
    old.remove(
        List.of("codes", "checks", "collect", "derived", "contradictions", "id", "permalink"));
    StoredDiagnosis saved =
        new StoredDiagnosis(
            "id",
            Instant.EPOCH,
            Instant.EPOCH,
            "en",
            null,
            Map.of(),
            old.toString(),
            old.toString());
    Report read = ShareService.readReport(saved, Language.EN);
    assertThat(read.checks()).isEqualTo(List.of());
    assertThat(read.collect()).isEqualTo(List.of());
  }
}
