package dev.faultbook.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import dev.faultbook.compatibility.CompatibilityTables.Architecture;
import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Gpu;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.Verdict.Layer;
import dev.faultbook.compatibility.Verdict.Outcome;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.KnowledgeReader;
import dev.faultbook.report.StatementText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies verdicts of the shipped tables on values as users type them. */
class CompatibilityTests {
  private static final StatementText EN = new StatementText(Language.EN);
  private static final StatementText ZH = new StatementText(Language.ZH);
  private static final String FILE = "facts/compatibility.yaml";
  private static final CompatibilityTables TABLES = shipped();
  private static final Compatibility COMPATIBILITY = new Compatibility(TABLES);

  /** New enough for every toolkit, but still in the last branch that supports old GPUs. */
  private static final String ANY_GPU = "580.200";

  private static CompatibilityTables shipped() {
    byte[] tables = TestContent.shipped().files().get(FILE);
    ContentFiles files = TestContent.folder(Map.of(FILE, tables));
    KnowledgeReader.Result result = KnowledgeReader.readFiles(files);
    assertThat(result.errors()).isEmpty();
    return result.knowledge().compatibility().tables();
  }

  private static Verdict judge(String gpu, String driver, String torch) {
    return COMPATIBILITY.judgeSetUp(
        Optional.ofNullable(gpu), Optional.ofNullable(driver), Optional.ofNullable(torch));
  }

  @ParameterizedTest(name = "{0} | {1} | {2}: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "RTX 5090 | 535.129.03 | 2.0.0+cu118 | arch-not-in-build | torch 2.7.0 or newer from the"
            + " cu128 index, with driver 570.26 or newer",
        "NVIDIA GeForce RTX 5090 | 570.124.06 | 2.7.1+cu128 | ok | has code for 12.0",
        "RTX 5090 | 570.124.06 | 2.7.1 | arch-not-in-build | torch 2.7.1 or newer from the cu128"
            + " index; driver 570.124.06 is enough",
        "H100 80GB HBM3 | 525.60.13 | 2.7.1 | ok | needs 525.60.13",
        "H100 PCIe | 525.60.12 | 2.7.1 | driver-too-old | Update the driver to 525.60.13",
        "A100-SXM4-80GB | 450.80.02 | 2.0.1+cu118 | ok | has code for 8.0",
        "A100-SXM4-80GB MIG 1g.10gb | 450.51.06 | 2.0.1+cu118 | driver-too-old | older than"
            + " 450.80.02",
        "Tesla V100-SXM2-32GB | 535.104.05 | 2.11.0+cu128 | arch-not-in-build | torch 2.11.0 or"
            + " newer from the cu126 index; driver 535.104.05 is enough",
        "V100 | 535.104.05 | 2.8.0+cu128 | ok | has code for 7.0",
        "V100 | 535.104.05 | 2.8.0+cpu | torch-cpu-build | torch 2.8.0 to 2.10.0 from the cu128"
            + " index",
        "GTX 1080 Ti | 580.65.06 | 2.14.1 | arch-not-in-build | torch 2.14.1 from the cu126 index",
        "GTX 1080 Ti | 590.44.01 | 2.14.1+cu126 | unknown | branch 580",
        "RTX 4090 | 580.65.06 | torch==2.14.1 | ok | has code for 8.6, which runs on GeForce RTX"
            + " 4090 (8.9)",
        "RTX4090 | 575.57.08 | 2.14.1 | driver-too-old | torch 2.14.1 from the cu126 index; driver"
            + " 575.57.08 is enough",
        "RTX 4090 | 550.54.14 | 2.7.1+cpu | torch-cpu-build | torch 2.7.1 or newer from the cu126"
            + " index",
        "Tesla T4 | 440.33.01 | 1.12.1 | ok | has code for 7.0",
        "Tesla T4 | 440.31 | 1.12.1+cu102 | driver-too-old | older than 440.33",
        "RTX 3090 | 470.57.02 | 1.12.1+cu102 | arch-not-in-build | from the cu116 index",
        "NVIDIA L40S | 520.61.05 | 1.13.1+cu117 | ok | has code for 8.6",
        "NVIDIA L40S | 515.48.07 | 1.13.1+cu117 | unknown | 520.61.05 or newer does",
        "NVIDIA B200 | 570.26 | 2.8.0 | ok | has code for 10.0",
        // A bare branch means the whole branch, not its release 0.
        "NVIDIA B200 | 570 | 2.8 | ok | has code for 10.0",
        "NVIDIA B200 | 565 | 2.8 | driver-too-old | needs driver branch 570 or newer",
        // If the release has to change, the newest one that the driver supports is suggested.
        "H100 | 535.129.03 | 1.13 | arch-not-in-build | torch 2.14.1 from the cu126 index; driver"
            + " 535.129.03 is enough",
        "NVIDIA B300 | 575.57.08 | 2.9.1 | ok | has code for 10.0, which runs on NVIDIA B300"
            + " (10.3)",
        "NVIDIA B200 | 570.26 | 2.6.0 | arch-not-in-build | from the cu128 index",
        "GH200 480GB | 535.54.03 | 2.5.1+cu124 | ok | has code for 9.0",
        "NVIDIA GB10 | 580.95.05 | 2.9.1+cu130 | unknown | ARM build",
        "DGX Spark | 580.95.05 | 2.14.1+cu130 | ok | has code for 12.0",
        "Jetson AGX Orin | | 2.14.1+cu130 | unknown | no machine code for 8.7; whether it has"
            + " PTX",
        "Jetson AGX Orin | 580.00 | 2.14.1+cu132 | unknown | JetPack",
        "Jetson T5000 | | 2.14.1+cu130 | unknown | Not given: the driver",
        "Jetson Nano | | 2.14.1+cu126 | arch-not-in-build | TORCH_CUDA_ARCH_LIST=5.3",
        "Tesla P100-PCIE-16GB | 470.82.01 | 2.4.1+cu118 | ok | has code for 6.0",
        "GTX 970 | 525.85.12 | 2.5.1+cu121 | ok | has code for 5.0",
        "RTX 5090 | 550.54.14 | | driver-too-old | Update the driver to 570.26",
        "sm_130 | 580.65.06 | 2.10.0+cu130 | ok | PTX",
        "13.0 | 550.54.14 | 2.7.0+cu128 | driver-too-old | older than 570.26",
        "RTX 5090 | 570.124.06 | | unknown | Install torch 2.14.1 from the cu130 index, with driver"
            + " 580.65.06 or newer",
      })
  void aSetUpIsJudged(String gpu, String driver, String torch, String outcome, String says) {
    Verdict verdict = judge(gpu, driver, torch);
    List<String> all =
        Stream.concat(
                verdict.reasons().stream().map(EN::describeStatement),
                verdict.remedies().stream().map(EN::describeRemedy))
            .toList();
    assertThat(verdict.outcome().tag()).describedAs(all.toString()).isEqualTo(outcome);
    assertThat(String.join("\n", all)).contains(says);
    assertThat(verdict.layers()).extracting(Layer::name).containsExactly("driver", "cuda", "torch");
    assertThat(verdict.reasons())
        .isNotEmpty()
        .allSatisfy(t -> assertThat(ZH.describeStatement(t)).isNotBlank());
    assertThat(verdict.basis()).allSatisfy(row -> assertThat(row.sources()).isNotEmpty());
  }

  @ParameterizedTest(name = "unknown: {0} | {1} | {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "RTX 4090 D | 570.26 | 2.7.1 | is not in the tables",
        "RTX 9090 | 570.26 | 2.7.1 | is not in the tables",
        "NVIDIA A10G | 570.26 | 2.7.1 | is not in the tables",
        "RTX 6000 | 570.26 | 2.7.1 | several models",
        "TITAN X | 570.26 | 2.7.1 | several models",
        "NVIDIA GeForce ... | 570.26 | 2.7.1 | is cut",
        "MI300X | 570.26 | 2.7.1 | is not in the tables",
        "GPU | 570.26 | 2.7.1 | is not in the tables",
        "H100 | 12.4 | 2.7.1 | looks like a CUDA version",
        "H100 | new | 2.7.1 | is not a driver version",
        "H100 | 525 | 2.7.1 | not precise enough",
        "H100 | | 2.7.1 | Not given: the driver",
        "| 570.26 | 2.7.1 | Not given: the GPU",
        "H100 | 570.26 | | Not given: the PyTorch version",
        "H100 | 570.26 | 2.9.0.dev20250801+cu128 | not a release",
        "H100 | 570.26 | 2.6.0a0+git1234 | not a release",
        "H100 | 570.26 | 2.8.0rc3 | not a release",
        "H100 | 570.26 | 2.7.9 | is not in the tables",
        "H100 | 570.26 | 3.0.0+cu140 | is not in the tables",
        "H100 | 570.26 | 2.7.1+cu999 | no “cu999” build",
        "H100 | 570.26 | 2.7.1+rocm6.3 | no “rocm6.3” build",
        "H100 | 570.26 | latest | is not a PyTorch version",
        "| | | Not given: the GPU, the driver, the PyTorch version",
      })
  void whatIsNotKnownIsSaid(String gpu, String driver, String torch, String says) {
    Verdict verdict = judge(gpu, driver, torch);
    assertThat(verdict.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(verdict.reasons())
        .anySatisfy(text -> assertThat(EN.describeStatement(text)).contains(says));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GeForce GTX TITAN X | 5.2",
        "NVIDIA TITAN X (Pascal) | 6.1",
        "Quadro RTX 6000 | 7.5",
        "NVIDIA RTX 6000 Ada Generation | 8.9",
        "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition | 12.0",
        "NVIDIA GeForce RTX 3060 Laptop GPU | 8.6",
        "NVIDIA RTX A6000 | 8.6",
        "A6000 | 8.6",
        "1080Ti | 6.1",
        "GeForce RTX 5090 D | 12.0",
        "8x H200 | 9.0",
        "compute capability 8.6 | 8.6",
      })
  void aGpuIsFoundByItsNames(String name, String capability) {
    assertThat(judge(name, null, null).facts().get("compute_capability"))
        .containsExactly(capability);
  }

  @Test
  void everyGpuMeetsEveryBuildAsANaiveRuleSays() {
    int pairs = 0;
    for (Gpu gpu : TABLES.gpus()) {
      for (Release release : TABLES.releases()) {
        for (Build build : release.builds()) {
          boolean arm = gpu.platform() != Platform.X86_64;
          if (arm == (build.platform() == Platform.X86_64)) {
            continue;
          }
          String torch = release.patches().getLast() + "+" + build.variant();
          Outcome outcome = judge(gpu.name(), ANY_GPU, torch).outcome();
          Outcome runs = gpu.platform() == Platform.JETSON ? Outcome.UNKNOWN : Outcome.OK;
          assertThat(outcome)
              .describedAs("%s with %s", gpu.name(), torch)
              .isEqualTo(hasCode(gpu, build) ? runs : outcomeWithoutCode(gpu, build));
          pairs++;
        }
      }
    }
    assertThat(pairs).isGreaterThan(4000);
  }

  /**
   * The expected outcome for a GPU without suitable machine code. If the PTX of the build is
   * unverified, only a GPU older than all its code is certain to be unsupported.
   */
  private static Outcome outcomeWithoutCode(Gpu gpu, Build build) {
    boolean older = build.code().getFirst().capability().compareTo(gpu.capability()) > 0;
    return build.ptx().isPresent() || older ? Outcome.ARCH_NOT_IN_BUILD : Outcome.UNKNOWN;
  }

  /** An independent implementation that works on the digits alone. */
  private static boolean hasCode(Gpu gpu, Build build) {
    int device = Integer.parseInt(gpu.capability().text().replace(".", ""));
    boolean since132 = Double.parseDouble(build.cuda().text()) > 13.15;
    for (GpuCode code : build.code()) {
      int target = Integer.parseInt(code.toString().replace(".", ""));
      boolean orin = device == 87 && !since132;
      boolean alone = Set.of(53, 62, 72).contains(device) || orin;
      if (target == device || target / 10 == device / 10 && target < device && !alone) {
        return true;
      }
    }
    return build.ptx().orElse(List.of()).stream()
        .anyMatch(ptx -> Integer.parseInt(ptx.toString().replace(".", "")) <= device);
  }

  @Test
  void everyDriverLimitIsWhereItsRowSays() {
    for (Release release : TABLES.releases()) {
      for (Build build : release.builds()) {
        if (build.platform() != Platform.X86_64) {
          continue;
        }
        Version oldest = TABLES.findToolkit(build.cuda()).orElseThrow().oldestDriver();
        String torch = release.patches().getFirst() + "+" + build.variant();
        // T4: every build has code for it, and no row sets a minimum driver for it.
        assertThat(judge("Tesla T4", oldest.text(), torch).outcome()).isEqualTo(Outcome.OK);
        String before = oldest.major() - 1 + ".99";
        assertThat(judge("Tesla T4", before, torch).outcome()).isEqualTo(Outcome.DRIVER_TOO_OLD);
        for (Version patch : release.patches()) {
          assertThat(judge("Tesla T4", ANY_GPU, patch + "+" + build.variant()).outcome())
              .isEqualTo(Outcome.OK);
        }
      }
      assertThat(judge("Tesla T4", ANY_GPU, release.patches().getLast().text()).facts())
          .containsEntry("torch_variant", List.of(release.standard()));
    }
  }

  @Test
  void everyRowAgreesWithTheOthers() {
    for (Gpu gpu : TABLES.gpus()) {
      assertThat(judge(gpu.name(), null, null).facts())
          .containsEntry("compute_capability", List.of(gpu.capability().text()));
      for (String also : gpu.also()) {
        assertThat(judge(also, null, null).facts()).containsEntry("gpu", List.of(gpu.name()));
      }
    }
    Toolkit before = null;
    for (Toolkit toolkit : TABLES.toolkits()) {
      toolkit
          .majorDriver()
          .ifPresent(
              least ->
                  assertThat(toolkit.driver().isAtLeast(least) || toolkit.cuda().minor() == 0)
                      .isTrue());
      assertThat(toolkit.to().isAtLeast(toolkit.from())).isTrue();
      if (before != null) {
        assertThat(toolkit.cuda()).isGreaterThan(before.cuda());
        assertThat(toolkit.driver()).isGreaterThan(before.driver());
        if (before.cuda().major() == toolkit.cuda().major()) {
          assertThat(toolkit.majorDriver()).isEqualTo(before.majorDriver());
        }
      }
      before = toolkit;
    }
    for (Architecture row : TABLES.architectures()) {
      row.first()
          .flatMap(TABLES::findToolkit)
          .ifPresent(first -> assertThat(first.to().isAtLeast(row.capability())).isTrue());
      for (Toolkit toolkit : TABLES.toolkits()) {
        if (row.last().isPresent() && toolkit.cuda().compareTo(row.last().get()) > 0) {
          assertThat(toolkit.from()).isGreaterThan(row.capability());
        }
      }
    }
    for (CompatibilityTables.Branch branch : TABLES.branches()) {
      String gpu = branch.from().text();
      String out = branch.first() > 0 ? branch.first() - 1 + ".10" : branch.last() + 1 + ".10";
      assertThat(judge(gpu, out, null).layers().getFirst().state()).isEqualTo(Verdict.State.BROKEN);
    }
    assertThat(TABLES.rules()).extracting(CompatibilityTables.Rule::id).contains("library-path");
  }

  @ParameterizedTest
  @CsvSource({
    "9.0a, 9.0, true, true",
    "9.0a, 9.1, false, false",
    "10.0f, 10.3, true, true",
    "10.3f, 10.0, false, false",
    "10.0f, 12.0, false, false",
    "12.0f, 12.1, true, true",
    "8.0, 8.6, true, true",
    "8.6, 8.0, false, false",
    "8.0, 9.0, false, true",
    "8.0, 8.7, false, true",
    "10.0, 10.1, false, true",
  })
  void codeRunsByItsSuffix(String code, String gpu, boolean runs, boolean compiles) {
    GpuCode gpuCode = GpuCode.of(code).orElseThrow();
    Version device = Version.of(gpu).orElseThrow();
    Version cuda = Version.of("12.9").orElseThrow();
    assertThat(CubinCompatibility.canRun(gpuCode, device, cuda)).isEqualTo(runs);
    assertThat(CubinCompatibility.canCompile(gpuCode, device)).isEqualTo(compiles);
  }

  @Test
  void codeForOrinIsUnifiedSinceCuda132() {
    GpuCode gpuCode = GpuCode.of("8.0").orElseThrow();
    Version orin = Version.of("8.7").orElseThrow();
    assertThat(CubinCompatibility.canRun(gpuCode, orin, Version.of("13.0").orElseThrow()))
        .isFalse();
    assertThat(CubinCompatibility.canRun(gpuCode, orin, Version.of("13.2").orElseThrow())).isTrue();
  }

  @Test
  void withoutTablesEverythingIsUnknown() {
    Compatibility empty = new Compatibility(CompatibilityTables.NONE);
    for (String gpu : List.of("H100", "sm_90")) {
      assertThat(
              empty
                  .judgeSetUp(Optional.of(gpu), Optional.of("570.26"), Optional.of("2.7.1"))
                  .outcome())
          .isEqualTo(Outcome.UNKNOWN);
    }
    assertThat(
            empty
                .judgeSetUp(Optional.empty(), Optional.empty(), Optional.of("2.7.1+cpu"))
                .outcome())
        .isEqualTo(Outcome.TORCH_CPU_BUILD);
  }
}
