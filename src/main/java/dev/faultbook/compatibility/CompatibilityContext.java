package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Row;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.Statement.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of a check: the set-up, its table data, and the rows that were used. */
final class CompatibilityContext {
  private static final int MIN_DRIVER = 100;

  final CompatibilityTables tables;
  final SupportMatrix setUps;

  /** The facts on which the verdict is based, by name. */
  final Map<String, List<String>> facts = new LinkedHashMap<>();

  /** The rules and rows on which the verdict is based. */
  final List<Verdict.Basis> basis = new ArrayList<>();

  /** What is unknown; the layers add to it. */
  final List<Statement> unknown = new ArrayList<>();

  Optional<GpuDevice> device = Optional.empty();
  Optional<Version> driver = Optional.empty();
  Optional<TorchName> torch = Optional.empty();
  Optional<Build> build = Optional.empty();

  /** The driver as written; empty if none was given. */
  String driverText = "";

  /** Whether a GPU was named, known or not. */
  boolean gpuGiven;

  CompatibilityContext(CompatibilityTables tables) {
    this.tables = tables;
    this.setUps = new SupportMatrix(tables);
  }

  void setGpu(String given, GpuNames.Found found) {
    gpuGiven = true;
    device = found.device();
    putFact("gpu", device.map(GpuDevice::name).orElse(given));
    if (device.isEmpty()) {
      found.why().ifPresent(unknown::add);
      return;
    }
    GpuDevice known = device.get();
    putFact("compute_capability", known.capability().text());
    known
        .row()
        .ifPresent(
            row -> addBasis(row, Statement.of(Kind.GPU_CAPABILITY, row.name(), row.capability())));
  }

  void setDriver(String given, Optional<Version> read) {
    driverText = given;
    putFact("driver", given);
    driver = read.filter(version -> version.major() >= MIN_DRIVER);
    if (read.isPresent() && driver.isEmpty()) {
      unknown.add(Statement.of(Kind.DRIVER_LIKE_CUDA, given));
    } else if (read.isEmpty()) {
      unknown.add(Statement.of(Kind.DRIVER_UNREADABLE, given));
    }
  }

  void setTorch(TorchName given) {
    torch = Optional.of(given);
    putFact("torch", given.text());
    given.why().ifPresent(unknown::add);
  }

  /** Without a variant the build is PyPI's, which is known only for x86_64. */
  void findBuild() {
    if (torch.isEmpty() || torch.get().cpu() || torch.get().release().isEmpty()) {
      return;
    }
    TorchName name = torch.get();
    CompatibilityTables.Release release = name.release().orElseThrow();
    Platform platform = device.map(SupportMatrix::wheelPlatform).orElse(Platform.X86_64);
    if (platform == Platform.AARCH64) {
      build = name.variant().flatMap(variant -> release.findBuild(variant, platform));
      if (build.isEmpty()) {
        String gpu = device.orElseThrow().name();
        unknown.add(
            name.variant().isEmpty()
                ? Statement.of(Kind.BUILD_ARM_VARIANT, gpu)
                : Statement.of(Kind.BUILD_ARM_UNLISTED, gpu, name.text()));
      }
    } else {
      build = release.findBuild(name.variant().orElse(release.standard()), platform);
      if (name.variant().isEmpty()) {
        addBasis(release, Statement.of(Kind.TORCH_PYPI, release.standard(), release.release()));
      }
    }
    build.ifPresent(this::factsOfBuild);
  }

  private void factsOfBuild(Build found) {
    putFact("torch_variant", found.variant());
    putFact("cuda", found.cuda().text());
    facts.put("torch_arch_list", found.code().stream().map(GpuCode::toString).toList());
    found
        .ptx()
        .filter(ptx -> !ptx.isEmpty())
        .ifPresent(ptx -> facts.put("torch_ptx", ptx.stream().map(GpuCode::toString).toList()));
    found.nccl().ifPresent(version -> putFact("nccl", version.text()));
    found.cudnn().ifPresent(version -> putFact("cudnn", version.text()));
    addBasis(found, Statement.of(Kind.BUILD_CODE, buildName(), listCodes(found)));
    Toolkit toolkit = toolkit();
    putFact("driver_minimum", toolkit.oldestDriver().text());
    addBasis(toolkit);
  }

  /** What the driver knows; which rows decide more is not known without a build. */
  void newestCuda(Toolkit toolkit) {
    putFact("driver_cuda", toolkit.cuda().text());
    addBasis(toolkit);
  }

  private void addBasis(Toolkit toolkit) {
    addBasis(
        toolkit,
        Statement.of(Kind.CUDA_DRIVERS, toolkit.cuda(), toolkit.driver(), toolkit.oldestDriver()));
  }

  Version oldestDriver(CubinCompatibility.Fit fit) {
    return setUps.oldestDriver(build.orElseThrow(), fit);
  }

  Toolkit toolkit() {
    return tables.findToolkit(build.orElseThrow().cuda()).orElseThrow();
  }

  String buildName() {
    String name = torch.orElseThrow().text();
    return "PyTorch "
        + (name.indexOf('+') > 0 ? name : name + " (" + build.orElseThrow().variant() + ")");
  }

  /** The GPU code of a build, and its newest PTX. */
  static List<String> listCodes(Build build) {
    List<String> codes = new ArrayList<>();
    build.code().forEach(code -> codes.add(code.toString()));
    build.ptx().filter(ptx -> !ptx.isEmpty()).ifPresent(ptx -> codes.add("PTX " + ptx.getLast()));
    return codes;
  }

  void addRule(String id) {
    tables
        .findRule(id)
        .map(row -> new Verdict.Basis(Statement.of(Kind.RULE, row.text()), row.sources()))
        .filter(row -> !basis.contains(row))
        .ifPresent(basis::add);
  }

  void addBasis(Row row, Statement text) {
    basis.add(new Verdict.Basis(text, row.sources()));
  }

  private void putFact(String name, String value) {
    facts.put(name, List.of(value));
  }
}
