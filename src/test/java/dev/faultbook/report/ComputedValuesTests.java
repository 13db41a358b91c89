package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.StatedSetUp;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of the versions that pages compute from the shipped tables, so that no page states a
 * version that becomes outdated.
 */
class ComputedValuesTests {
  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();
  private static final Compatibility TABLES = KNOWLEDGE.compatibility();
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();
  private static final String INDEX = "https://download.pytorch.org/whl/";

  private static Map<String, String> compute(
      String gpus, String driver, String torch, String python) {
    return new StatementText(Language.EN)
        .computeValues(
            TABLES,
            new StatedSetUp(
                gpus == null ? List.of() : List.of(gpus.split(", ")),
                List.of(),
                Optional.ofNullable(driver).filter(text -> !text.startsWith("CUDA ")),
                Optional.ofNullable(driver)
                    .filter(text -> text.startsWith("CUDA "))
                    .map(text -> text.substring("CUDA ".length())),
                Optional.ofNullable(torch),
                Optional.empty(),
                Optional.ofNullable(python)));
  }

  @ParameterizedTest(name = "{0} | {1} | {2} | {3}: {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        // The installed build works, so it is kept, including the patch release.
        "NVIDIA H100 80GB HBM3 | 535.129.03 | 2.7.0+cu128 | 3.11 | 2.7.0+cu128 | 525.60.13 | ''",
        "NVIDIA A100-SXM4-80GB | | 2.3.1+cu118 | | 2.3.1+cu118 | 450.80.02 | ''",
        // Another build of the same release: for the driver, for the GPU, and instead of a build
        // without CUDA.
        "Tesla T4 | 470.82.01 | 2.6.0+cu124 | | 2.6.0+cu118 | 525.60.13 | ''",
        "Tesla T4 | CUDA 11.4 | 2.6.0+cu124 | | 2.6.0+cu118 | 525.60.13 | ''",
        "NVIDIA GeForce RTX 5090 | 570.124.06 | 2.7.1+cu126 | | 2.7.1+cu128 | 570.26 | ''",
        "Tesla V100-SXM2-16GB | 560.35.03 | 2.9.1+cu130 | | 2.9.1+cu128 | 525.60.13 | ''",
        " | | 2.6.0+cpu | | 2.6.0+cu124 | 525.60.13 | ''",
        // Another release, with a note on what differs.
        "NVIDIA GeForce RTX 5090 | 570.124.06 | 2.6.0+cu124 | | 2.7.1+cu128 | 570.26 |"
            + " No build of PyTorch 2.6 runs on this GPU; 2.7.1 is the nearest newer release",
        "NVIDIA A100-SXM4-80GB | 470.57.02 | 2.9.1+cu128 | | 2.9.1+cu126 | 525.60.13 |"
            + " needs driver 525.60.13 or newer (here: 470.57.02)",
        "NVIDIA A100-SXM4-80GB | 470.57.02 | 2.9.1+cu128 | | 2.9.1+cu126 | 525.60.13 |"
            + " the newest release that runs is the older 2.7.1 (cu118)",
        "NVIDIA GeForce RTX 5090 | 570.124.06 | 2.0.1+cu117 | 3.8 | 2.7.1+cu128 | 570.26 |"
            + " PyTorch 2.7.1 has wheels for Python 3.9 to 3.13; this is Python 3.8",
        // The build must run on every GPU of the log.
        "NVIDIA A100-SXM4-80GB, NVIDIA GeForce RTX 5090 | 570.124.06 | 2.7.1+cu126 | |"
            + " 2.7.1+cu128 | 570.26 | ''",
      })
  void theInstalledReleaseStaysUnlessItCannot(
      String gpus,
      String driver,
      String torch,
      String python,
      String version,
      String minimum,
      String note) {
    Map<String, String> values = compute(gpus, driver, torch, python);
    String variant = version.substring(version.indexOf('+') + 1);
    List<String> lines = values.get("torch.install").lines().toList();
    assertThat(lines.getLast())
        .isEqualTo(
            "pip install --force-reinstall \"torch=="
                + version
                + "\" --index-url "
                + INDEX
                + variant);
    List<String> notes = lines.subList(0, lines.size() - 1);
    assertThat(notes).allMatch(line -> line.startsWith("# "));
    if (note.isEmpty()) {
      assertThat(notes).isEmpty();
    } else {
      assertThat(String.join("\n", notes)).contains(note);
    }
    assertThat(values).containsEntry("driver.minimum", minimum);
  }

  @ParameterizedTest(name = "{0} | {1} | {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "NVIDIA H100 80GB HBM3 | 535.129.03 | ",
        "NVIDIA H100 80GB HBM3 | 535.129.03 | 2.99.0+cu128",
        "NVIDIA H100 80GB HBM3 | 535.129.03 | 2.7.0a0+git1234567",
        "NVIDIA H100 80GB HBM3 | 535.129.03 | 2.7.0+cu128; touch x",
        "Unheard Of 9000 | 535.129.03 | 2.7.0+cu128",
        "Jetson AGX Orin | | 2.7.0+cu126",
      })
  void whatTheTablesDoNotKnowIsNotComputed(String gpu, String driver, String torch) {
    assertThat(compute(gpu, driver, torch, null)).doesNotContainKey("torch.install");
  }

  @Test
  void aBuildWithoutTheGpusCodeIsNotReplacedBeforeTheGpuIsKnown() {
    assertThat(compute(null, null, "2.7.0+cu118", null))
        .containsKey("torch.install")
        .doesNotContainKey("torch.install.gpu");
    assertThat(compute("Tesla V100-SXM2-16GB", null, "2.7.0+cu118", null))
        .containsKey("torch.install.gpu");
  }

  @Test
  void withoutABuildTheGpuSaysWhichDriverKnowsIt() {
    assertThat(compute("NVIDIA GeForce RTX 5090", null, null, null))
        .containsEntry("driver.minimum", "570.26");
  }

  @Test
  void aLogsOwnVersionsFillTheCommand() {
    String log =
        """
        PyTorch version: 2.6.0+cu124
        GPU 0: NVIDIA GeForce RTX 5090
        Nvidia driver version: 570.124.06
        NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current \
        PyTorch installation.
        The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.
        RuntimeError: CUDA error: no kernel image is available for execution on the device
        """;
    Report report = Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(UTF_8)), Language.EN);
    assertThat(report.findings().getFirst().remedies())
        .extracting(Report.Fix::command)
        .anyMatch(command -> command.contains("\"torch==2.7.1+cu128\" --index-url " + INDEX));
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void aPageWithoutALogShowsNoVersionAsIfItWereKnown(Language language) {
    List<String> pages =
        KNOWLEDGE.entries().stream()
            .map(entry -> entry.pageIn(language))
            .flatMap(page -> page.sections().stream().map(Page.Section::markdown))
            .filter(markdown -> markdown.contains("{{torch.install"))
            .map(markdown -> PageTemplate.fill(markdown, TemplateValues.NONE))
            .toList();
    assertThat(pages)
        .hasSizeGreaterThan(10)
        .allMatch(text -> text.contains("\"torch==TORCH_VERSION\" --index-url INDEX_URL"))
        .noneMatch(text -> text.contains("{{torch.install"));
  }
}
