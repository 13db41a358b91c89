package dev.faultbook.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Language;
import dev.faultbook.report.HangReport;
import dev.faultbook.report.RankReport;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenes of hangs: the right rank is named, or it is said that it cannot be known. */
class HangSceneTests {
  static Stream<Scene> scenes() {
    return Stream.of(
            StackScenes.all(),
            RecordScenes.all(),
            StateScenes.all(),
            MixedScenes.launches(),
            MixedScenes.stacks(),
            JobScenes.all())
        .flatMap(scenes -> scenes);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void namesTheAwaitedRankOrSaysThatItIsUnknown(Scene scene) throws IOException {
    Report report = diagnose(scene, Language.EN);
    HangReport hang = report.hang();
    assertThat(hang).isNotNull();
    assertThat(hang.finding()).as(hang.headline()).isEqualTo(scene.finding());
    assertThat(hang.awaited()).as(hang.headline()).isEqualTo(scene.awaited());
    if (scene.kind() != null) {
      assertThat(hang.state()).as(hang.headline()).isEqualTo(scene.kind());
    }
    if (scene.name().endsWith("another size")) {
      assertThat(hang.headline()).contains("all_reduce [[1024]]");
    }
    assertThat(report.codes()).as("codes").isEmpty();
    if (scene.awaited().isEmpty()) {
      assertThat(report.failure() == null || !report.failure().text().contains(".c: No such file"))
          .as("failure")
          .isTrue();
      assertThat(report.lead()).isNull();
      assertThat(hang.decides()).isNotEmpty();
    } else {
      assertThat(report.lead().headline()).isEqualTo(hang.headline());
      assertThat(report.failure().rank()).isEqualTo(scene.awaited().getFirst());
      assertThat(report.ranks() == null || report.ranks().suspects().containsAll(scene.awaited()))
          .as("suspects")
          .isTrue();
    }
    assertThat(ReportWriter.toText(report, Language.EN, "")).contains(hang.headline());
    assertThat(diagnose(scene, Language.ZH).hang().headline()).isNotEqualTo(hang.headline());
  }

  static Stream<Scene> silent() {
    return MixedScenes.silent();
  }

  @ParameterizedTest
  @MethodSource("silent")
  void putsLogsStacksAndMachinesTogether(Scene scene) throws IOException {
    Report report = diagnose(scene, Language.EN);
    HangReport hang = report.hang();
    assertThat(hang.awaited()).as(hang.headline()).isEqualTo(scene.awaited());
    assertThat(hang.finding()).isEqualTo(scene.finding());
    assertThat(hang.machine()).extracting(HangReport.Machine::awaited).containsExactly(true);
    assertThat(hang.machine()).extracting(HangReport.Machine::node).containsExactly("cn01");
    assertThat(hang.decides()).isNotEmpty();
    assertThat(report.failure().rank()).isEqualTo(scene.awaited().getFirst());
    assertThat(report.ranks().suspects()).isEqualTo(scene.awaited());
    RankReport.Lane lane = report.ranks().lanes().get(scene.awaited().getFirst());
    assertThat(lane.lastLine()).contains("step=47");
    assertThat(lane.machine()).isNotNull();
    assertThat(lane.lastStep()).isEqualTo(47);
    assertThat(lane.doing() != null).isEqualTo(scene.name().contains("gdb"));
  }

  @Test
  void tellsProcessesOfContainersApart() throws IOException {
    Scene scene = Scene.of("pods", Map.of("", JobScenes.pods()), Hang.Finding.ELSEWHERE, null);
    HangReport hang = diagnose(scene, Language.EN).hang();
    assertThat(hang.finding()).isEqualTo(scene.finding());
    assertThat(hang.headline()).contains("llm-worker-3", "job/cache.py:9");
  }

  @Test
  void namesTheToolsThatANodeLacks() throws IOException {
    Scene scene =
        MixedScenes.silent()
            .filter(of -> of.name().contains("no NVLink"))
            .findFirst()
            .orElseThrow();
    String missing = "Not installed: ncclras on cn01; py-spy on cn01.";
    assertThat(diagnose(scene, Language.EN).hang().read()).endsWith(missing);
  }

  private static Report diagnose(Scene scene, Language language) throws IOException {
    try (InMemoryLog log = TestLogs.holdFiles(scene.files())) {
      return Report.fromDiagnosis(ShippedCatalogue.diagnoser().diagnose(log), language);
    }
  }
}
