package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Row;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.language.LocalizedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A set-up as it was given, what the tables have on it, and the rows that were used. */
final class CompatibilityContext {
  private static final int LEAST_DRIVER = 100;

  private final CompatibilityTables tables;
  private final SupportMatrix setUps;
  private final Map<String, List<String>> facts = new LinkedHashMap<>();
  private final List<Verdict.Basis> basis = new ArrayList<>();
  private final List<LocalizedText> unknown = new ArrayList<>();

  private Optional<GpuDevice> device = Optional.empty();
  private Optional<Version> driver = Optional.empty();
  private Optional<TorchName> torch = Optional.empty();
  private Optional<Build> build = Optional.empty();
  private String driverText = "";
  private boolean gpuGiven;

  CompatibilityContext(CompatibilityTables tables) {
    this.tables = tables;
    this.setUps = new SupportMatrix(tables);
  }

  void gpu(String given, GpuNames.Found found) {
    gpuGiven = true;
    device = found.device();
    fact("gpu", device.map(GpuDevice::name).orElse(given));
    if (device.isEmpty()) {
      unknown.add(found.why());
      return;
    }
    GpuDevice known = device.get();
    fact("compute_capability", known.capability().text());
    known
        .row()
        .ifPresent(
            row ->
                because(
                    row,
                    row.name() + " has compute capability " + row.capability() + ".",
                    row.name() + " 的计算能力是 " + row.capability() + "。"));
  }

  void driver(String given, Optional<Version> read) {
    driverText = given;
    fact("driver", given);
    driver = read.filter(version -> version.major() >= LEAST_DRIVER);
    if (read.isPresent() && driver.isEmpty()) {
      unknown.add(
          text(
              "“" + given + "” looks like a version of CUDA; a driver's is such as 535.129.03.",
              "“" + given + "”像是 CUDA 版本；驱动版本应形如 535.129.03。"));
    } else if (read.isEmpty()) {
      unknown.add(
          text(
              "“" + given + "” is no version of a driver, such as 535.129.03.",
              "“" + given + "”不是驱动版本号，应形如 535.129.03。"));
    }
  }

  void torch(TorchName given) {
    torch = Optional.of(given);
    fact("torch", given.text());
    given.why().ifPresent(unknown::add);
  }

  /** Without a variant the build is the one that PyPI gives, which is told only for x86_64. */
  void findBuild() {
    if (torch.isEmpty() || torch.get().cpu() || torch.get().release().isEmpty()) {
      return;
    }
    TorchName name = torch.get();
    CompatibilityTables.Release release = name.release().orElseThrow();
    Platform platform = device.map(SupportMatrix::wheels).orElse(Platform.X86_64);
    if (platform == Platform.AARCH64) {
      build = name.variant().flatMap(variant -> release.build(variant, platform));
      if (build.isEmpty()) {
        unknown.add(
            text(
                device.orElseThrow().name()
                    + " comes with an ARM processor, and the tables do not have "
                    + (name.variant().isEmpty()
                        ? "the variant that PyPI gives there; give it, such as +cu130."
                        : "the ARM build of PyTorch " + name.text() + "."),
                device.orElseThrow().name()
                    + " 搭配 ARM 处理器，"
                    + (name.variant().isEmpty()
                        ? "表中没有 PyPI 在该平台上的默认构建；请写明构建，例如 +cu130。"
                        : "表中没有 PyTorch " + name.text() + " 的 ARM 构建。")));
      }
    } else {
      build = release.build(name.variant().orElse(release.standard()), platform);
      if (name.variant().isEmpty()) {
        because(
            release,
            "PyPI gives "
                + release.standard()
                + " for PyTorch "
                + release.release()
                + " on Linux x86_64.",
            "在 Linux x86_64 上，PyPI 的 PyTorch "
                + release.release()
                + " 是 "
                + release.standard()
                + " 构建。");
      }
    }
    build.ifPresent(this::factsOfBuild);
  }

  private void factsOfBuild(Build found) {
    fact("torch_variant", found.variant());
    fact("cuda", found.cuda().text());
    facts.put("torch_arch_list", found.code().stream().map(GpuCode::toString).toList());
    found
        .ptx()
        .filter(ptx -> !ptx.isEmpty())
        .ifPresent(ptx -> facts.put("torch_ptx", ptx.stream().map(GpuCode::toString).toList()));
    found.nccl().ifPresent(version -> fact("nccl", version.text()));
    found.cudnn().ifPresent(version -> fact("cudnn", version.text()));
    because(
        found,
        buildName() + " has code for " + codes(found, ", ") + ".",
        buildName() + " 含有 " + codes(found, "、") + " 的代码。");
    Toolkit toolkit = toolkit();
    fact("driver_minimum", toolkit.oldestDriver().text());
    because(toolkit);
  }

  /** What the driver knows; which rows decide more is not known without a build. */
  void newestCuda(Toolkit toolkit) {
    fact("driver_cuda", toolkit.cuda().text());
    because(toolkit);
  }

  private void because(Toolkit toolkit) {
    because(
        toolkit,
        "CUDA "
            + toolkit.cuda()
            + " ships for driver "
            + toolkit.driver()
            + " and runs on "
            + toolkit.oldestDriver()
            + " or newer.",
        "CUDA "
            + toolkit.cuda()
            + " 随驱动 "
            + toolkit.driver()
            + " 发布，可在 "
            + toolkit.oldestDriver()
            + " 或更新的驱动上运行。");
  }

  CompatibilityTables tables() {
    return tables;
  }

  SupportMatrix setUps() {
    return setUps;
  }

  /** Whether a GPU was named at all, known or not. */
  boolean gpuGiven() {
    return gpuGiven;
  }

  Optional<GpuDevice> device() {
    return device;
  }

  Optional<Version> driver() {
    return driver;
  }

  /** The driver as it was written; empty when none was given. */
  String driverText() {
    return driverText;
  }

  Optional<TorchName> torch() {
    return torch;
  }

  Optional<Build> build() {
    return build;
  }

  /** What it was decided on, by name. */
  Map<String, List<String>> facts() {
    return facts;
  }

  /** The rules and rows that decided. */
  List<Verdict.Basis> basis() {
    return basis;
  }

  /** What is not known; whatever examines the set-up adds to it. */
  List<LocalizedText> unknown() {
    return unknown;
  }

  Version oldest(CubinCompatibility.Fit fit) {
    return setUps.oldest(build.orElseThrow(), fit);
  }

  Toolkit toolkit() {
    return tables.toolkit(build.orElseThrow().cuda()).orElseThrow();
  }

  String buildName() {
    String name = torch.orElseThrow().text();
    return "PyTorch "
        + (name.indexOf('+') > 0 ? name : name + " (" + build.orElseThrow().variant() + ")");
  }

  static String codes(Build build, String comma) {
    return build.code().stream().map(GpuCode::toString).collect(Collectors.joining(comma))
        + build
            .ptx()
            .filter(ptx -> !ptx.isEmpty())
            .map(ptx -> comma + "PTX " + ptx.getLast())
            .orElse("");
  }

  void rule(String id) {
    tables
        .rule(id)
        .map(row -> new Verdict.Basis(row.text(), row.sources()))
        .filter(row -> !basis.contains(row))
        .ifPresent(basis::add);
  }

  void because(Row row, String en, String zh) {
    basis.add(new Verdict.Basis(text(en, zh), row.sources()));
  }

  private void fact(String name, String value) {
    facts.put(name, List.of(value));
  }

  static LocalizedText text(String en, String zh) {
    return new LocalizedText(en, zh);
  }
}
