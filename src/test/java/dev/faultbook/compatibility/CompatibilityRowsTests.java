package dev.faultbook.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.compatibility.CompatibilityTables.Architecture;
import dev.faultbook.compatibility.CompatibilityTables.Branch;
import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Gpu;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.CompatibilityTables.Row;
import dev.faultbook.compatibility.CompatibilityTables.Rule;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.Verdict.Outcome;
import dev.faultbook.content.Language;
import dev.faultbook.report.StatementText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Verifies every row of the shipped tables with a query. The expected values are written by hand,
 * so a row that is added, removed or changed fails a test until this file is updated.
 */
class CompatibilityRowsTests {
  private static final StatementText EN = new StatementText(Language.EN);
  private static final StatementText ZH = new StatementText(Language.ZH);
  private static final CompatibilityTables TABLES =
      ShippedCatalogue.knowledge().compatibility().tables();
  private static final Compatibility COMPATIBILITY = new Compatibility(TABLES);

  /** GPU models by compute capability. */
  private static final String GPUS =
      """
      5.0: GeForce GTX 750, GeForce GTX 750 Ti
      5.2: GeForce GTX 950, GeForce GTX 960, GeForce GTX 970, GeForce GTX 980, GeForce GTX 980 Ti, GeForce GTX TITAN X, Tesla M40, Tesla M60
      5.3: Jetson Nano
      6.0: Tesla P100, Quadro GP100
      6.1: GeForce GTX 1050, GeForce GTX 1050 Ti, GeForce GTX 1060, GeForce GTX 1070, GeForce GTX 1070 Ti, GeForce GTX 1080, GeForce GTX 1080 Ti, NVIDIA TITAN X, NVIDIA TITAN Xp, Tesla P4, Tesla P40
      6.2: Jetson TX2
      7.0: Tesla V100, NVIDIA TITAN V, Quadro GV100
      7.2: Jetson AGX Xavier, Jetson Xavier NX
      7.5: Tesla T4, Quadro RTX 4000, Quadro RTX 5000, Quadro RTX 6000, Quadro RTX 8000, NVIDIA T400, NVIDIA T600, NVIDIA T1000, GeForce GTX 1650 Ti, GeForce RTX 2060, GeForce RTX 2070, GeForce RTX 2080, GeForce RTX 2080 Ti, NVIDIA TITAN RTX
      8.0: NVIDIA A100, NVIDIA A30, NVIDIA A800
      8.6: NVIDIA A2, NVIDIA A10, NVIDIA A16, NVIDIA A40, NVIDIA RTX A2000, NVIDIA RTX A3000, NVIDIA RTX A4000, NVIDIA RTX A5000, NVIDIA RTX A6000, GeForce RTX 3050, GeForce RTX 3050 Ti, GeForce RTX 3060, GeForce RTX 3060 Ti, GeForce RTX 3070, GeForce RTX 3070 Ti, GeForce RTX 3080, GeForce RTX 3080 Ti, GeForce RTX 3090, GeForce RTX 3090 Ti
      8.7: Jetson AGX Orin, Jetson Orin NX, Jetson Orin Nano
      8.9: NVIDIA L4, NVIDIA L20, NVIDIA L40, NVIDIA L40S, NVIDIA RTX 2000 Ada, NVIDIA RTX 4000 Ada, NVIDIA RTX 4000 SFF Ada, NVIDIA RTX 4500 Ada, NVIDIA RTX 5000 Ada, NVIDIA RTX 6000 Ada, GeForce RTX 4050, GeForce RTX 4060, GeForce RTX 4060 Ti, GeForce RTX 4070, GeForce RTX 4070 SUPER, GeForce RTX 4070 Ti, GeForce RTX 4070 Ti SUPER, GeForce RTX 4080, GeForce RTX 4080 SUPER, GeForce RTX 4090
      9.0: NVIDIA H100, NVIDIA H200, NVIDIA GH200, NVIDIA H800, NVIDIA H20
      10.0: NVIDIA B200, NVIDIA GB200
      10.3: NVIDIA B300, NVIDIA GB300
      11.0: Jetson T5000, Jetson T4000
      12.0: GeForce RTX 5050, GeForce RTX 5060, GeForce RTX 5060 Ti, GeForce RTX 5070, GeForce RTX 5070 Ti, GeForce RTX 5080, GeForce RTX 5090, GeForce RTX 5090 D, NVIDIA RTX PRO 2000 Blackwell, NVIDIA RTX PRO 4000 Blackwell, NVIDIA RTX PRO 4500 Blackwell, NVIDIA RTX PRO 5000 Blackwell, NVIDIA RTX PRO 6000 Blackwell
      12.1: NVIDIA GB10
      """;

  /**
   * CUDA version, the driver it ships with, its minimum driver, and the lowest and highest compute
   * capability it can generate code for.
   */
  private static final String TOOLKITS =
      """
      10.2 440.33    440.33    3.0 7.5
      11.0 450.51.05 450.80.02 3.5 8.0
      11.1 455.23    450.80.02 3.5 8.6
      11.2 460.27.03 450.80.02 3.5 8.6
      11.3 465.19.01 450.80.02 3.5 8.6
      11.4 470.42.01 450.80.02 3.5 8.7
      11.5 495.29.05 450.80.02 3.5 8.7
      11.6 510.39.01 450.80.02 3.5 8.7
      11.7 515.43.04 450.80.02 3.5 8.7
      11.8 520.61.05 450.80.02 3.5 9.0
      12.0 525.60.13 525.60.13 5.0 9.0
      12.1 530.30.02 525.60.13 5.0 9.0
      12.2 535.54.03 525.60.13 5.0 9.0
      12.3 545.23.06 525.60.13 5.0 9.0
      12.4 550.54.14 525.60.13 5.0 9.0
      12.5 555.42.02 525.60.13 5.0 9.0
      12.6 560.28.03 525.60.13 5.0 9.0
      12.8 570.26    525.60.13 5.0 12.0
      12.9 575.51.03 525.60.13 5.0 12.1
      13.0 580.65.06 580.65.06 7.5 12.1
      13.1 590.44.01 580.65.06 7.5 12.1
      13.2 595.45.04 580.65.06 7.5 12.1
      """;

  /**
   * Compute capability, and the first and the last toolkit that can generate code for it; - means
   * no limit.
   */
  private static final String ARCHITECTURES =
      """
      3.0 - 10.2
      3.5 - 11.8
      3.7 - 11.8
      5.0 - 12.9
      5.2 - 12.9
      5.3 - 12.9
      6.0 - 12.9
      6.1 - 12.9
      6.2 - 12.9
      7.0 9.0 12.9
      7.2 - 12.9
      7.5 10.0 -
      8.0 11.0 -
      8.6 11.1 -
      8.7 11.4 -
      8.8 13.0 -
      8.9 11.8 -
      9.0 11.8 -
      10.0 12.8 -
      10.1 12.8 -
      10.3 12.9 -
      11.0 13.0 -
      12.0 12.8 -
      12.1 12.9 -
      """;

  /** Release, number of its patches, and the variant that PyPI serves. */
  private static final String RELEASES =
      """
      1.12 2 cu102
      1.13 2 cu117
      2.0  2 cu117
      2.1  3 cu121
      2.2  3 cu121
      2.3  2 cu121
      2.4  2 cu121
      2.5  2 cu124
      2.6  1 cu124
      2.7  2 cu126
      2.8  1 cu128
      2.9  2 cu128
      2.10 1 cu128
      2.11 1 cu130
      2.12 2 cu130
      2.13 1 cu130
      2.14 2 cu130
      """;

  /**
   * Release, variant, its NCCL and cuDNN versions, its PTX target, and the key of its machine code
   * in {@code CODE}. A question mark means that the tables do not state the value.
   */
  private static final String BUILDS =
      """
      1.12 cu102 ? 7.6.5.32 - old
      1.12 cu113 ? 8.3.2.44 - ampere
      1.12 cu116 ? 8.3.2.44 - ampere
      1.13 cu116 ? 8.3.2.44 - ampere
      1.13 cu117 ? 8.5.0.96 - ampere
      2.0 cu117 2.14.3 8.5.0.96 - ampere
      2.0 cu118 ? 8.7.0.84 - hopper11
      2.1 cu118 ? 8.7.0.84 - hopper11
      2.1 cu121 2.18.1 8.9.2.26 - hopper
      2.2 cu118 ? 8.7.0.84 - hopper11
      2.2 cu121 2.19.3 8.9.2.26 - hopper
      2.3 cu118 ? 8.7.0.84 - hopper11
      2.3 cu121 2.20.5 8.9.2.26 - hopper
      2.4 cu118 ? 9.1.0.70 - hopper11
      2.4 cu121 2.20.5 9.1.0.70 - hopper
      2.4 cu124 2.20.5 9.1.0.70 - hopper
      2.5 cu118 ? 9.1.0.70 - hopper11
      2.5 cu121 ? 9.1.0.70 - hopper
      2.5 cu124 ? 9.1.0.70 - hopper
      2.6 cu118 ? ? - hopper11
      2.6 cu124 2.21.5 9.1.0.70 - hopper
      2.6 cu126 ? 9.5.1.17 - hopper
      2.7 cu118 ? 9.1.0.70 - hopper11
      2.7 cu126 2.26.2 9.5.1.17 - hopper
      2.7 cu128 2.26.2 9.7.1.26 12.0 blackwell
      2.8 cu126 ? 9.10.2.21 - hopper
      2.8 cu128 2.27.3 9.10.2.21 - volta
      2.8 cu129 ? 9.10.2.21 12.0 volta
      2.9 cu126 ? 9.10.2.21 - hopper
      2.9 cu128 ? 9.10.2.21 - volta
      2.9 cu130 ? 9.13.0.50 12.0 blackwell
      2.10 cu126 2.27.5 9.10.2.21 - hopper
      2.10 cu128 2.27.5 9.10.2.21 - volta
      2.10 cu130 2.28.9 9.15.1.9 12.0 blackwell
      2.11 cu126 2.28.9 9.10.2.21 - hopper
      2.11 cu128 2.28.9 9.17.1.4 - blackwell
      2.11 cu130 2.28.9 9.17.1.4 ? blackwell
      2.12 cu126 2.29.3 9.10.2.21 - hopper
      2.12 cu130 2.29.7 9.20.0.48 ? blackwell
      2.12 cu132 2.29.7 9.20.0.48 ? blackwell
      2.13 cu126 2.29.3 9.10.2.21 - hopper
      2.13 cu130 2.29.7 9.20.0.48 ? blackwell
      2.13 cu132 2.29.7 9.20.0.48 ? blackwell
      2.14 cu126 2.29.3 9.10.2.21 - hopper
      2.14 cu130 2.30.7 9.24.0.43 - blackwell
      2.14 cu132 2.30.7 9.24.0.43 ? blackwell
      2.14 cu126/arm ? ? ? arm126
      2.14 cu130/arm ? ? ? arm
      2.14 cu132/arm ? ? ? arm
      """;

  private static final Map<String, String> CODE =
      Map.of(
          "old", "3.7 5.0 6.0 7.0",
          "ampere", "3.7 5.0 6.0 7.0 7.5 8.0 8.6",
          "hopper11", "3.7 5.0 6.0 7.0 7.5 8.0 8.6 9.0",
          "hopper", "5.0 6.0 7.0 7.5 8.0 8.6 9.0",
          "volta", "7.0 7.5 8.0 8.6 9.0 10.0 12.0",
          "blackwell", "7.5 8.0 8.6 9.0 10.0 12.0",
          "arm126", "8.0 9.0",
          "arm", "8.0 9.0 10.0 11.0 12.0");

  private static Verdict judge(String gpu, String driver, String torch) {
    return COMPATIBILITY.judgeSetUp(
        Optional.ofNullable(gpu), Optional.ofNullable(driver), Optional.ofNullable(torch));
  }

  private static Stream<String[]> rows(String table) {
    return table.lines().map(line -> line.split(" +"));
  }

  /** Asserts that the verdict is based on the row and cites its sources. */
  private static void assertBasedOn(Verdict verdict, Row row, String says) {
    assertThat(verdict.basis())
        .describedAs("ground of %s", says)
        .anySatisfy(
            basis -> {
              assertThat(EN.describeStatement(basis.text())).contains(says);
              assertThat(basis.sources()).containsAll(row.sources());
            });
  }

  @Test
  void everyGpu() {
    Map<String, String> capabilities = new LinkedHashMap<>();
    GPUS.lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              for (String name : line.substring(colon + 2).split(", ")) {
                assertThat(capabilities.put(name, line.substring(0, colon))).isNull();
              }
            });
    assertThat(TABLES.gpus()).extracting(Gpu::name).hasSameElementsAs(capabilities.keySet());
    for (Gpu gpu : TABLES.gpus()) {
      Verdict verdict = judge(gpu.name(), null, null);
      String capability = capabilities.get(gpu.name());
      assertThat(verdict.facts()).containsEntry("compute_capability", List.of(capability));
      assertBasedOn(verdict, gpu, gpu.name() + " has compute capability " + capability + ".");
    }
  }

  @Test
  void everyToolkit() {
    assertThat(TABLES.toolkits())
        .extracting(row -> row.cuda().text())
        .containsExactlyElementsOf(rows(TOOLKITS).map(row -> row[0]).toList());
    String before = null;
    for (String[] row : rows(TOOLKITS).toList()) {
      Toolkit toolkit = TABLES.findToolkit(Version.of(row[0]).orElseThrow()).orElseThrow();
      Verdict own = judge(null, row[1], null);
      assertThat(own.facts()).containsEntry("driver_cuda", List.of(row[0]));
      assertBasedOn(
          own,
          toolkit,
          "CUDA "
              + row[0]
              + " ships for driver "
              + row[1]
              + " and runs on "
              + row[2]
              + " or newer");
      // The previous driver branch supports the previous toolkit; the branch before the first
      // toolkit supports none.
      String older = Integer.parseInt(row[1].substring(0, 3)) - 1 + ".999";
      assertThat(judge(null, older, null).facts().getOrDefault("driver_cuda", List.of()))
          .isEqualTo(before == null ? List.of() : List.of(before));
      assertThat(toolkit.from() + " " + toolkit.to()).isEqualTo(row[3] + " " + row[4]);
      before = row[0];
    }
  }

  @Test
  void everyArchitecture() {
    assertThat(TABLES.architectures())
        .extracting(row -> row.capability().text())
        .containsExactlyElementsOf(rows(ARCHITECTURES).map(row -> row[0]).toList());
    for (String[] row : rows(ARCHITECTURES).toList()) {
      Architecture architecture =
          TABLES.findArchitecture(Version.of(row[0]).orElseThrow()).orElseThrow();
      String range =
          row[1].equals("-")
              ? row[2] + " or older"
              : row[2].equals("-") ? row[1] + " or newer" : row[1] + " to " + row[2];
      Verdict verdict = judge("compute capability " + row[0], null, null);
      assertThat(EN.describeStatement(verdict.layers().get(1).text()))
          .isEqualTo(
              "It comes with the PyTorch build. Code for " + row[0] + " needs CUDA " + range + ".");
      assertBasedOn(verdict, architecture, row[0] + ": CUDA " + range);
    }
  }

  @Test
  void everyRelease() {
    assertThat(TABLES.releases())
        .extracting(row -> row.release().text())
        .containsExactlyElementsOf(rows(RELEASES).map(row -> row[0]).toList());
    for (String[] row : rows(RELEASES).toList()) {
      int patches = Integer.parseInt(row[1]);
      for (int patch = 0; patch < patches; patch++) {
        Verdict verdict = judge(null, null, row[0] + "." + patch);
        assertThat(verdict.facts()).containsEntry("torch_variant", List.of(row[2]));
        Release release =
            TABLES.releases().stream()
                .filter(r -> r.release().text().equals(row[0]))
                .findFirst()
                .orElseThrow();
        assertBasedOn(
            verdict,
            release,
            "On Linux x86_64, PyPI's PyTorch " + row[0] + " is the " + row[2] + " build");
      }
      Verdict next = judge("H100", "580.65.06", row[0] + "." + patches);
      assertThat(next.outcome()).isEqualTo(Outcome.UNKNOWN);
      assertThat(EN.describeStatement(next.reasons().getFirst()))
          .contains(row[0] + "." + patches)
          .contains("is not in the tables");
    }
  }

  @Test
  void everyBuild() {
    List<String> shipped = new ArrayList<>();
    for (Release release : TABLES.releases()) {
      for (Build build : release.builds()) {
        shipped.add(
            release.release()
                + " "
                + build.variant()
                + (build.platform() == Platform.AARCH64 ? "/arm" : ""));
      }
    }
    assertThat(shipped)
        .containsExactlyElementsOf(rows(BUILDS).map(row -> row[0] + " " + row[1]).toList());
    for (String[] row : rows(BUILDS).toList()) {
      boolean arm = row[1].endsWith("/arm");
      String variant = row[1].replace("/arm", "");
      Verdict verdict = judge(arm ? "NVIDIA GB10" : "Tesla T4", null, row[0] + ".0+" + variant);
      Map<String, List<String>> facts = verdict.facts();
      assertThat(facts).containsEntry("torch_variant", List.of(variant));
      assertThat(facts.getOrDefault("nccl", List.of("?"))).containsExactly(row[2]);
      assertThat(facts.getOrDefault("cudnn", List.of("?"))).containsExactly(row[3]);
      assertThat(facts.get("torch_arch_list")).containsExactly(CODE.get(row[5]).split(" "));
      Build build =
          TABLES.releases().stream()
              .filter(r -> r.release().text().equals(row[0]))
              .flatMap(r -> r.builds().stream())
              .filter(b -> b.variant().equals(variant))
              .filter(b -> (b.platform() == Platform.AARCH64) == arm)
              .findFirst()
              .orElseThrow();
      assertThat(
              build.ptx().map(ptx -> ptx.isEmpty() ? "-" : ptx.getFirst().toString()).orElse("?"))
          .isEqualTo(row[4]);
      String cuda = variant.substring(2, 4) + "." + variant.substring(4);
      assertThat(facts).containsEntry("cuda", List.of(cuda));
      String oldest =
          rows(TOOLKITS).filter(t -> t[0].equals(cuda)).map(t -> t[2]).findFirst().orElseThrow();
      assertThat(facts).containsEntry("driver_minimum", List.of(oldest));
      assertBasedOn(
          verdict,
          build,
          "PyTorch "
              + row[0]
              + ".0+"
              + variant
              + " has code for "
              + CODE.get(row[5]).split(" ")[0]);
    }
  }

  @Test
  void everyBranch() {
    assertThat(TABLES.branches())
        .extracting(row -> row.from() + " " + row.to() + " " + row.first() + " " + row.last())
        .containsExactly("5.0 7.2 0 580", "10.0 12.1 570 0");
    assertThat(EN.describeStatement(judge("GTX 970", "581.15", null).reasons().getFirst()))
        .contains("branch 580 is the last that runs GeForce GTX 970");
    assertThat(EN.describeStatement(judge("B200", "569.99", null).reasons().getFirst()))
        .contains("NVIDIA B200 needs driver branch 570 or newer");
    for (Branch branch : TABLES.branches()) {
      assertThat(branch.sources()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cubin, RTX 4090, 580.65.06, 2.8.0+cu128, OK",
    "integrated, Jetson AGX Orin, , 2.14.1+cu126, UNKNOWN",
    "ptx, sm_130, 580.65.06, 2.10.0+cu130, OK",
    "driver, H100, 525.60.12, 2.7.1, DRIVER_TOO_OLD",
    "driver-branches, GTX 1080 Ti, 590.44.01, 2.14.1+cu126, UNKNOWN",
    "library-path, RTX 5090, 570.26, 2.6.0+cu124, ARCH_NOT_IN_BUILD",
  })
  void everyRule(String id, String gpu, String driver, String torch, Outcome outcome) {
    Verdict verdict = judge(gpu, driver, torch);
    assertThat(verdict.outcome()).isEqualTo(outcome);
    Rule rule = TABLES.findRule(id).orElseThrow();
    assertBasedOn(verdict, rule, rule.text().en());
  }

  /** These rules need custom builds, because no released build of PyTorch has suffixed code. */
  @ParameterizedTest
  @CsvSource({
    "arch-specific, 9.0a, H100, OK",
    "arch-specific, 9.0a, B200, ARCH_NOT_IN_BUILD",
    "arch-specific, 10.0a, B300, ARCH_NOT_IN_BUILD",
    "family-specific, 10.0f, B300, OK",
    "family-specific, 10.0f, RTX 5090, ARCH_NOT_IN_BUILD",
    "family-specific, 12.0f, sm_121, OK",
  })
  void everyRuleOnSuffixes(String id, String code, String gpu, Outcome outcome) {
    List<Release> releases = new ArrayList<>();
    for (Release release : TABLES.releases()) {
      List<Build> builds =
          release.builds().stream()
              .map(
                  b ->
                      new Build(
                          b.variant(),
                          b.platform(),
                          b.cuda(),
                          List.of(GpuCode.of(code).orElseThrow()),
                          Optional.of(List.of()),
                          b.nccl(),
                          b.cudnn(),
                          b.sources()))
              .toList();
      releases.add(
          new Release(
              release.release(),
              release.patches(),
              release.standard(),
              builds,
              release.pythons(),
              release.sources()));
    }
    CompatibilityTables own =
        new CompatibilityTables(
            TABLES.gpus(),
            TABLES.toolkits(),
            TABLES.architectures(),
            TABLES.branches(),
            releases,
            TABLES.rules(),
            TABLES.index());
    Verdict verdict =
        new Compatibility(own)
            .judgeSetUp(Optional.of(gpu), Optional.of("595.50"), Optional.of("2.14.1+cu132"));
    assertThat(verdict.outcome()).isEqualTo(outcome);
    Rule rule = TABLES.findRule(id).orElseThrow();
    assertBasedOn(verdict, rule, rule.text().en());
  }

  @Test
  void noRuleIsLeftOut() {
    assertThat(TABLES.rules())
        .extracting(Rule::id)
        .containsExactlyInAnyOrder(
            "cubin",
            "integrated",
            "ptx",
            "arch-specific",
            "family-specific",
            "driver",
            "driver-branches",
            "library-path");
  }

  /** An unknown value is named in the answer. */
  @ParameterizedTest(name = "{0} | {1} | {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "GeForce RTX 9090 | 580.65.06 | 2.8.0 | RTX 9090",
        "Instinct MI300X | 580.65.06 | 2.8.0 | MI300X",
        "H100 | twenty | 2.8.0 | “twenty” is not a driver version",
        "H100 | 12.8 | 2.8.0 | “12.8” looks like a CUDA version",
        "H100 | 580.65.06 | 1.11.0 | 1.11.0",
        "H100 | 580.65.06 | 9.9.9 | 9.9.9",
        "H100 | 580.65.06 | 2.8.0+cu140 | no “cu140” build",
        "H100 | 580.65.06 | 2.8.0+cu118 | no “cu118” build",
      })
  void theReasonNamesWhatIsUnknown(String gpu, String driver, String torch, String says) {
    Verdict verdict = judge(gpu, driver, torch);
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(verdict.reasons())
        .anySatisfy(text -> assertThat(EN.describeStatement(text)).contains(says));
    assertThat(verdict.reasons())
        .anySatisfy(text -> assertThat(ZH.describeStatement(text)).isNotBlank());
  }
}
