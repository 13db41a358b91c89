package dev.faultbook.facts;

import dev.faultbook.content.CompatibilityTables;
import dev.faultbook.content.CompatibilityTables.Build;
import dev.faultbook.content.CompatibilityTables.Platform;
import dev.faultbook.content.CompatibilityTables.Row;
import dev.faultbook.content.CompatibilityTables.Toolkit;
import dev.faultbook.content.GpuCode;
import dev.faultbook.content.Text;
import dev.faultbook.content.Version;
import dev.faultbook.facts.Verdict.Layer;
import dev.faultbook.facts.Verdict.Outcome;
import dev.faultbook.facts.Verdict.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One set-up under examination. */
final class Examination {
  private static final int LEAST_DRIVER = 100;

  private final CompatibilityTables tables;
  private final SetUps setUps;
  private final Map<String, List<String>> facts = new LinkedHashMap<>();
  private final List<Verdict.Basis> basis = new ArrayList<>();
  private final List<Text> unknown = new ArrayList<>();

  private Optional<Device> device = Optional.empty();
  private Optional<Version> driver = Optional.empty();
  private Optional<TorchName> torch = Optional.empty();
  private Optional<Build> build = Optional.empty();
  private String driverText = "";
  private boolean gpuGiven;
  private boolean gaps;

  Examination(CompatibilityTables tables) {
    this.tables = tables;
    this.setUps = new SetUps(tables);
  }

  void gpu(String given, GpuNames.Found found) {
    gpuGiven = true;
    device = found.device();
    fact("gpu", device.map(Device::name).orElse(given));
    if (device.isEmpty()) {
      unknown.add(found.why());
      return;
    }
    Device known = device.get();
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

  Verdict verdict() {
    findBuild();
    Binary.Fit fit = fit();
    Layer torchLayer = torchLayer(fit);
    Layer cudaLayer = cudaLayer(fit);
    List<Text> driverReasons = new ArrayList<>();
    Layer driverLayer = driverLayer(fit, driverReasons);
    boolean tooNew = driverLayer.state() == State.BROKEN && branchEnded();
    boolean cpu = torch.isPresent() && torch.get().cpu();
    missing();
    Outcome outcome;
    List<Text> reasons = new ArrayList<>();
    if (cpu || fit == Binary.Fit.NONE) {
      outcome = cpu ? Outcome.TORCH_CPU_BUILD : Outcome.ARCH_NOT_IN_BUILD;
      reasons.add(torchLayer.text());
      if (!cpu && cudaLayer.state() == State.BROKEN) {
        reasons.add(cudaLayer.text());
      }
      reasons.addAll(driverReasons);
    } else if (driverLayer.state() == State.BROKEN && !tooNew) {
      outcome = Outcome.DRIVER_TOO_OLD;
      reasons.addAll(driverReasons);
    } else {
      reasons.addAll(driverReasons);
      reasons.addAll(unknown);
      outcome = reasons.isEmpty() ? Outcome.OK : Outcome.UNKNOWN;
      if (outcome == Outcome.OK) {
        reasons.addAll(List.of(torchLayer.text(), driverLayer.text()));
      }
    }
    Remedies remedies = new Remedies(setUps, tables, device, driver, torch, build);
    return new Verdict(
        outcome,
        reasons,
        remedies.of(outcome, fit, tooNew, gaps),
        List.of(driverLayer, cudaLayer, torchLayer),
        facts,
        basis);
  }

  /** Without a variant the build is the one that PyPI gives, which is told only for x86_64. */
  private void findBuild() {
    if (torch.isEmpty() || torch.get().cpu() || torch.get().release().isEmpty()) {
      return;
    }
    TorchName name = torch.get();
    CompatibilityTables.Release release = name.release().orElseThrow();
    Platform platform = device.map(SetUps::wheels).orElse(Platform.X86_64);
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

  private Binary.Fit fit() {
    if (build.isEmpty() || device.isEmpty()) {
      return Binary.Fit.UNKNOWN;
    }
    Version capability = device.get().capability();
    Binary.Fit fit = Binary.fit(build.get(), capability);
    rule("cubin");
    if (fit == Binary.Fit.PTX || build.get().ptx().filter(ptx -> !ptx.isEmpty()).isPresent()) {
      rule("ptx");
    }
    if (Binary.isApart(capability)) {
      rule("integrated");
    }
    if (fit == Binary.Fit.UNKNOWN) {
      unknown.add(
          text(
              buildName()
                  + " has no machine code for "
                  + capability
                  + ", and nobody has verified whether it has PTX that the driver could compile.",
              buildName() + " 没有 " + capability + " 的机器码，它是否含有驱动可编译的 PTX 未经核实。"));
    }
    return fit;
  }

  private Layer torchLayer(Binary.Fit fit) {
    String value = torch.map(TorchName::text).orElse("");
    if (torch.isEmpty()) {
      return new Layer("torch", "", State.UNKNOWN, text("Not given.", "未提供。"));
    }
    if (torch.get().cpu()) {
      return new Layer(
          "torch",
          value,
          State.BROKEN,
          text(
              "PyTorch " + value + " is a CPU build: it has no GPU code and no CUDA at all.",
              "PyTorch " + value + " 是 CPU 构建：既没有 GPU 代码，也不带 CUDA。"));
    }
    if (build.isEmpty() || device.isEmpty()) {
      Text why =
          build.isEmpty()
              ? text("Not in the tables.", "表中没有。")
              : text(
                  buildName() + " has code for " + codes(build.get(), ", ") + ".",
                  buildName() + " 含有 " + codes(build.get(), "、") + " 的代码。");
      return new Layer("torch", value, State.UNKNOWN, why);
    }
    String gpu = device.get().name();
    Version capability = device.get().capability();
    String en = buildName() + " has code for " + codes(build.get(), ", ");
    String zh = buildName() + " 含有 " + codes(build.get(), "、") + " 的代码";
    return switch (fit) {
      case CODE -> {
        String used = used(build.get(), capability);
        yield new Layer(
            "torch",
            value,
            State.OK,
            text(
                buildName()
                    + " has code for "
                    + used
                    + ", which runs on "
                    + gpu
                    + " ("
                    + capability
                    + ").",
                buildName() + " 含有 " + used + " 的代码，可在 " + gpu + "（" + capability + "）上运行。"));
      }
      case PTX ->
          new Layer(
              "torch",
              value,
              State.OK,
              text(
                  buildName()
                      + " has PTX that the driver compiles for "
                      + gpu
                      + " ("
                      + capability
                      + ").",
                  buildName() + " 含有 PTX，驱动可为 " + gpu + "（" + capability + "）编译。"));
      case NONE ->
          new Layer(
              "torch",
              value,
              State.BROKEN,
              text(
                  en + "; none of it runs on " + gpu + " (" + capability + ").",
                  zh + "，都不能在 " + gpu + "（" + capability + "）上运行。"));
      case UNKNOWN -> new Layer("torch", value, State.UNKNOWN, text(en + ".", zh + "。"));
    };
  }

  private Layer cudaLayer(Binary.Fit fit) {
    if (torch.isPresent() && torch.get().cpu()) {
      return new Layer(
          "cuda", "", State.BROKEN, text("A CPU build brings none.", "CPU 构建不带 CUDA。"));
    }
    if (build.isEmpty()) {
      return new Layer(
          "cuda",
          "",
          State.UNKNOWN,
          text("It comes with the build of PyTorch.", "它随 PyTorch 构建提供。"));
    }
    Toolkit toolkit = toolkit();
    String value = toolkit.cuda().text();
    String en = "CUDA " + value + " makes code for " + toolkit.from() + " to " + toolkit.to();
    String zh = "CUDA " + value + " 可生成 " + toolkit.from() + " 到 " + toolkit.to() + " 的代码";
    if (device.isEmpty()) {
      return new Layer("cuda", value, State.UNKNOWN, text(en + ".", zh + "。"));
    }
    Version capability = device.get().capability();
    boolean knows = capability.isAtLeast(toolkit.from()) && toolkit.to().isAtLeast(capability);
    if (fit != Binary.Fit.NONE || knows) {
      return new Layer("cuda", value, State.OK, text(en + ".", zh + "。"));
    }
    Optional<CompatibilityTables.Architecture> row = tables.architecture(capability);
    row.ifPresent(
        known ->
            because(
                known,
                capability + ": CUDA " + range(known, " or newer", " or older", " to "),
                capability + "：CUDA " + range(known, " 或更新", " 或更旧", " 到 ")));
    String needs = row.map(known -> range(known, " or newer", " or older", " to ")).orElse("");
    String needsZh = row.map(known -> range(known, " 或更新", " 或更旧", " 到 ")).orElse("");
    return new Layer(
        "cuda",
        value,
        State.BROKEN,
        text(
            en
                + (needs.isEmpty() ? "" : "; code for " + capability + " is made by CUDA " + needs)
                + ".",
            zh + (needsZh.isEmpty() ? "" : "；" + capability + " 的代码需要 CUDA " + needsZh) + "。"));
  }

  private Layer driverLayer(Binary.Fit fit, List<Text> reasons) {
    if (driver.isEmpty()) {
      Text why =
          driverText.isEmpty()
              ? build
                  .map(
                      b ->
                          text(
                              "Not given; " + b.variant() + " needs " + oldest(fit) + " or newer.",
                              "未提供；" + b.variant() + " 需要 " + oldest(fit) + " 或更新。"))
                  .orElse(text("Not given.", "未提供。"))
              : text("This is no driver's version.", "这不是驱动版本号。");
      return new Layer("driver", driverText, State.UNKNOWN, why);
    }
    Version given = driver.get();
    if (device.isPresent() && device.get().platform() == Platform.JETSON) {
      Text why =
          text(
              "A Jetson's driver comes with JetPack; the tables do not have it.",
              "Jetson 的驱动随 JetPack 提供，表中没有。");
      unknown.add(why);
      return new Layer("driver", driverText, State.UNKNOWN, why);
    }
    Optional<Layer> limited = limited(given, reasons);
    if (build.isPresent()) {
      Version oldest = oldest(fit);
      rule("driver");
      if (given.parts().size() == 1
          && given.major() == oldest.major()
          && oldest.parts().size() > 1) {
        Text why =
            text(
                "Driver " + given + " is not told precisely enough: " + oldest + " is needed.",
                "驱动 " + given + " 的版本不够完整：需要 " + oldest + "。");
        unknown.add(why);
        return limited.orElse(new Layer("driver", driverText, State.UNKNOWN, why));
      }
      if (!given.isAtLeast(oldest)) {
        Text why =
            text(
                "Driver "
                    + given
                    + " is older than "
                    + oldest
                    + ", the oldest that runs CUDA "
                    + build.get().cuda()
                    + ".",
                "驱动 " + given + " 低于 " + oldest + "，后者是能运行 CUDA " + build.get().cuda() + " 的最低版本。");
        reasons.add(why);
        return new Layer("driver", driverText, State.BROKEN, why);
      }
    }
    if (limited.isPresent()) {
      return limited.get();
    }
    return sufficient(given, fit);
  }

  /** The driver branches that leave this GPU out. */
  private Optional<Layer> limited(Version given, List<Text> reasons) {
    Optional<CompatibilityTables.Branch> row = device.flatMap(setUps::branch);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    String gpu = device.orElseThrow().name();
    Text why;
    if (row.get().first() > 0 && given.major() < row.get().first()) {
      why =
          text(
              gpu + " needs driver branch " + row.get().first() + " or newer, not " + given + ".",
              gpu + " 需要 " + row.get().first() + " 或更新的驱动分支，而不是 " + given + "。");
    } else if (branchEnded()) {
      why =
          text(
              "Driver branch "
                  + row.get().last()
                  + " is the last that runs "
                  + gpu
                  + "; "
                  + given
                  + " is newer.",
              row.get().last() + " 是支持 " + gpu + " 的最后一个驱动分支，" + given + " 比它新。");
    } else {
      return Optional.empty();
    }
    rule("driver-branches");
    reasons.add(why);
    return Optional.of(new Layer("driver", driverText, State.BROKEN, why));
  }

  private boolean branchEnded() {
    return driver.isPresent()
        && device
            .flatMap(setUps::branch)
            .filter(row -> row.last() > 0 && driver.get().major() > row.last())
            .isPresent();
  }

  private Layer sufficient(Version given, Binary.Fit fit) {
    Optional<Toolkit> first = device.flatMap(setUps::firstToolkit);
    if (first.isPresent() && !given.isAtLeast(first.get().driver())) {
      Text why =
          text(
              "Driver "
                  + given
                  + " is older than CUDA "
                  + first.get().cuda()
                  + ", the first that knew "
                  + device.orElseThrow().capability()
                  + "; whether it runs this GPU is not in the tables. "
                  + first.get().driver()
                  + " or newer does.",
              "驱动 "
                  + given
                  + " 早于最先支持 "
                  + device.orElseThrow().capability()
                  + " 的 CUDA "
                  + first.get().cuda()
                  + "，表中没有它是否支持该 GPU 的记录；"
                  + first.get().driver()
                  + " 或更新的驱动支持。");
      unknown.add(why);
      return new Layer("driver", driverText, State.UNKNOWN, why);
    }
    if (build.isEmpty()) {
      return new Layer(
          "driver",
          driverText,
          State.UNKNOWN,
          text("Which one is needed depends on the build.", "所需版本取决于 PyTorch 构建。"));
    }
    return new Layer(
        "driver",
        driverText,
        State.OK,
        text(
            "Driver "
                + given
                + " runs CUDA "
                + build.get().cuda()
                + ", which needs "
                + oldest(fit)
                + " or newer.",
            "驱动 " + given + " 可运行 CUDA " + build.get().cuda() + "（需要 " + oldest(fit) + " 或更新）。"));
  }

  private void missing() {
    List<String> en = new ArrayList<>();
    List<String> zh = new ArrayList<>();
    if (!gpuGiven) {
      en.add("the GPU");
      zh.add("GPU");
    }
    if (driverText.isEmpty()) {
      en.add("the driver");
      zh.add("驱动版本");
    }
    if (torch.isEmpty()) {
      en.add("the version of PyTorch");
      zh.add("PyTorch 版本");
    }
    if (!en.isEmpty()) {
      gaps = true;
      unknown.add(
          text("Not given: " + String.join(", ", en) + ".", "未提供：" + String.join("、", zh) + "。"));
    }
  }

  private Version oldest(Binary.Fit fit) {
    return setUps.oldest(build.orElseThrow(), fit);
  }

  private Toolkit toolkit() {
    return tables.toolkit(build.orElseThrow().cuda()).orElseThrow();
  }

  private String buildName() {
    String name = torch.orElseThrow().text();
    return "PyTorch "
        + (name.indexOf('+') > 0 ? name : name + " (" + build.orElseThrow().variant() + ")");
  }

  private static String range(
      CompatibilityTables.Architecture row, String newer, String older, String to) {
    if (row.first().isPresent() && row.last().isPresent()) {
      return row.first().get() + to + row.last().get();
    }
    return row.first().map(first -> first + newer).orElse("")
        + row.last().map(last -> last + older).orElse("");
  }

  private static String codes(Build build, String comma) {
    return build.code().stream().map(GpuCode::toString).collect(Collectors.joining(comma))
        + build
            .ptx()
            .filter(ptx -> !ptx.isEmpty())
            .map(ptx -> comma + "PTX " + ptx.getLast())
            .orElse("");
  }

  /** The nearest code that runs. */
  private static String used(Build build, Version capability) {
    return build.code().stream()
        .filter(code -> Binary.runs(code, capability, build.cuda()))
        .reduce((one, two) -> two)
        .map(GpuCode::toString)
        .orElseThrow();
  }

  private void rule(String id) {
    tables
        .rule(id)
        .map(row -> new Verdict.Basis(row.text(), row.sources()))
        .filter(row -> !basis.contains(row))
        .ifPresent(basis::add);
  }

  private void because(Row row, String en, String zh) {
    basis.add(new Verdict.Basis(text(en, zh), row.sources()));
  }

  private void fact(String name, String value) {
    facts.put(name, List.of(value));
  }

  private static Text text(String en, String zh) {
    return new Text(en, zh);
  }
}
