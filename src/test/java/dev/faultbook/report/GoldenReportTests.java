package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares complete reports with golden files. The catalogue was written for this test, so that
 * changes to the shipped entries do not affect it. {@code mvn test -Dtest=GoldenReportTests
 * -Dgolden.write=true} rewrites the files; review the difference before you commit it.
 */
class GoldenReportTests {
  private static final Path FOLDER = Path.of("src/test/resources/golden");
  private static final boolean WRITE = Boolean.getBoolean("golden.write");
  private static final Diagnoser DIAGNOSER = new Diagnoser(testCatalogue());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oom-cascade",
        "unknown",
        "benign-only",
        "docker-json",
        "watchdog-alone",
        "bare-code"
      })
  void readsAsItShould(String name) throws IOException {
    Diagnosis diagnosis = DIAGNOSER.diagnose(Files.readAllBytes(FOLDER.resolve(name + ".log")));
    Report en = withoutRunDetails(Report.fromDiagnosis(diagnosis, Language.EN));
    Report zh = withoutRunDetails(Report.fromDiagnosis(diagnosis, Language.ZH));
    compare(name + ".en.txt", ReportWriter.toText(en, Language.EN, "http://localhost:8080"));
    compare(name + ".zh.txt", ReportWriter.toText(zh, Language.ZH, "http://localhost:8080"));
    compare(
        name + ".json",
        JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(en)
            + "\n");
  }

  private static Knowledge testCatalogue() {
    try {
      return KnowledgeReader.readFiles(ContentFiles.fromFolder(FOLDER.resolve("content")))
          .knowledge();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Resets the values that change from run to run or with the text of unrelated pages. */
  private static Report withoutRunDetails(Report report) {
    return new Report(
        report.verdict(),
        report.failure(),
        report.fingerprint(),
        report.seen(),
        report.retry(),
        report.run(),
        report.hang(),
        report.codes(),
        report.findings(),
        report.ruledOut(),
        report.checks(),
        report.collect(),
        report.search(),
        report.facts(),
        report.derived(),
        report.contradictions(),
        report.factLines(),
        report.suggestions().stream()
            .map(near -> new Report.Suggestion(near.entry(), near.title(), 0, near.url()))
            .toList(),
        report.ranks(),
        report.machine(),
        report.log(),
        0,
        report.id(),
        report.permalink());
  }

  private static void compare(String file, String text) {
    Path golden = FOLDER.resolve(file);
    try {
      if (WRITE) {
        Files.writeString(golden, text);
      }
      assertThat(text).isEqualTo(Files.readString(golden));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
