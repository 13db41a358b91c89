package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.Verdict.Layer;
import dev.faultbook.compatibility.Verdict.State;
import dev.faultbook.language.LocalizedText;
import java.util.Optional;

/** The two layers that a build of PyTorch brings: its own code, and CUDA. */
final class BuildLayers {
  private final CompatibilityContext given;

  BuildLayers(CompatibilityContext given) {
    this.given = given;
  }

  Layer torchLayer(CubinCompatibility.Fit fit) {
    String value = given.torch().map(TorchName::text).orElse("");
    if (given.torch().isEmpty()) {
      return new Layer("torch", "", State.UNKNOWN, CompatibilityContext.text("Not given.", "未提供。"));
    }
    if (given.torch().get().cpu()) {
      return new Layer(
          "torch",
          value,
          State.BROKEN,
          CompatibilityContext.text(
              "PyTorch " + value + " is a CPU build: it has no GPU code and no CUDA at all.",
              "PyTorch " + value + " 是 CPU 构建：既没有 GPU 代码，也不带 CUDA。"));
    }
    if (given.build().isEmpty() || given.device().isEmpty()) {
      LocalizedText why =
          given.build().isEmpty()
              ? CompatibilityContext.text("Not in the tables.", "表中没有。")
              : CompatibilityContext.text(
                  given.buildName()
                      + " has code for "
                      + CompatibilityContext.codes(given.build().get(), ", ")
                      + ".",
                  given.buildName()
                      + " 含有 "
                      + CompatibilityContext.codes(given.build().get(), "、")
                      + " 的代码。");
      return new Layer("torch", value, State.UNKNOWN, why);
    }
    String gpu = given.device().get().name();
    Version capability = given.device().get().capability();
    String en =
        given.buildName()
            + " has code for "
            + CompatibilityContext.codes(given.build().get(), ", ");
    String zh =
        given.buildName() + " 含有 " + CompatibilityContext.codes(given.build().get(), "、") + " 的代码";
    return switch (fit) {
      case CODE -> {
        String used = used(given.build().get(), capability);
        yield new Layer(
            "torch",
            value,
            State.OK,
            CompatibilityContext.text(
                given.buildName()
                    + " has code for "
                    + used
                    + ", which runs on "
                    + gpu
                    + " ("
                    + capability
                    + ").",
                given.buildName() + " 含有 " + used + " 的代码，可在 " + gpu + "（" + capability + "）上运行。"));
      }
      case PTX ->
          new Layer(
              "torch",
              value,
              State.OK,
              CompatibilityContext.text(
                  given.buildName()
                      + " has PTX that the driver compiles for "
                      + gpu
                      + " ("
                      + capability
                      + ").",
                  given.buildName() + " 含有 PTX，驱动可为 " + gpu + "（" + capability + "）编译。"));
      case NONE ->
          new Layer(
              "torch",
              value,
              State.BROKEN,
              CompatibilityContext.text(
                  en + "; none of it runs on " + gpu + " (" + capability + ").",
                  zh + "，都不能在 " + gpu + "（" + capability + "）上运行。"));
      case UNKNOWN ->
          new Layer("torch", value, State.UNKNOWN, CompatibilityContext.text(en + ".", zh + "。"));
    };
  }

  Layer cudaLayer(CubinCompatibility.Fit fit) {
    if (given.torch().isPresent() && given.torch().get().cpu()) {
      return new Layer(
          "cuda",
          "",
          State.BROKEN,
          CompatibilityContext.text("A CPU build brings none.", "CPU 构建不带 CUDA。"));
    }
    if (given.build().isEmpty()) {
      return new Layer("cuda", "", State.UNKNOWN, withoutBuild());
    }
    Toolkit toolkit = given.toolkit();
    String value = toolkit.cuda().text();
    String en = "CUDA " + value + " makes code for " + toolkit.from() + " to " + toolkit.to();
    String zh = "CUDA " + value + " 可生成 " + toolkit.from() + " 到 " + toolkit.to() + " 的代码";
    if (given.device().isEmpty()) {
      return new Layer("cuda", value, State.UNKNOWN, CompatibilityContext.text(en + ".", zh + "。"));
    }
    Version capability = given.device().get().capability();
    boolean knows = capability.isAtLeast(toolkit.from()) && toolkit.to().isAtLeast(capability);
    if (fit != CubinCompatibility.Fit.NONE || knows) {
      return new Layer("cuda", value, State.OK, CompatibilityContext.text(en + ".", zh + "。"));
    }
    Optional<CompatibilityTables.Architecture> row = made(capability);
    String needs = row.map(known -> range(known, " or newer", " or older", " to ")).orElse("");
    String needsZh = row.map(known -> range(known, " 或更新", " 或更旧", " 到 ")).orElse("");
    return new Layer(
        "cuda",
        value,
        State.BROKEN,
        CompatibilityContext.text(
            en
                + (needs.isEmpty() ? "" : "; code for " + capability + " is made by CUDA " + needs)
                + ".",
            zh + (needsZh.isEmpty() ? "" : "；" + capability + " 的代码需要 CUDA " + needsZh) + "。"));
  }

  /** Which toolkits serve a GPU is known before the build is. */
  private LocalizedText withoutBuild() {
    return given
        .device()
        .flatMap(device -> made(device.capability()))
        .map(
            row ->
                CompatibilityContext.text(
                    "It comes with the build of PyTorch. Code for "
                        + row.capability()
                        + " is made by CUDA "
                        + range(row, " or newer", " or older", " to ")
                        + ".",
                    "它随 PyTorch 构建提供。"
                        + row.capability()
                        + " 的代码需要 CUDA "
                        + range(row, " 或更新", " 或更旧", " 到 ")
                        + "。"))
        .orElse(
            CompatibilityContext.text("It comes with the build of PyTorch.", "它随 PyTorch 构建提供。"));
  }

  /** The row of the toolkits that make code for a capability; it is noted as used. */
  private Optional<CompatibilityTables.Architecture> made(Version capability) {
    Optional<CompatibilityTables.Architecture> row = given.tables().architecture(capability);
    row.ifPresent(
        known ->
            given.because(
                known,
                capability + ": CUDA " + range(known, " or newer", " or older", " to "),
                capability + "：CUDA " + range(known, " 或更新", " 或更旧", " 到 ")));
    return row;
  }

  private static String range(
      CompatibilityTables.Architecture row, String newer, String older, String to) {
    if (row.first().isPresent() && row.last().isPresent()) {
      return row.first().get() + to + row.last().get();
    }
    return row.first().map(first -> first + newer).orElse("")
        + row.last().map(last -> last + older).orElse("");
  }

  /** The nearest code that runs. */
  private static String used(Build build, Version capability) {
    return build.code().stream()
        .filter(code -> CubinCompatibility.runs(code, capability, build.cuda()))
        .reduce((one, two) -> two)
        .map(GpuCode::toString)
        .orElseThrow();
  }
}
