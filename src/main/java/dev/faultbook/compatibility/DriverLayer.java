package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.Verdict.Layer;
import dev.faultbook.compatibility.Verdict.State;
import dev.faultbook.language.LocalizedText;
import java.util.List;
import java.util.Optional;

/** The layer that the machine brings: whether its driver runs the build, and the GPU. */
final class DriverLayer {
  private final CompatibilityContext given;

  DriverLayer(CompatibilityContext given) {
    this.given = given;
  }

  Layer driverLayer(CubinCompatibility.Fit fit, List<LocalizedText> reasons) {
    if (given.driver().isEmpty()) {
      LocalizedText why =
          given.driverText().isEmpty()
              ? given
                  .build()
                  .map(
                      b ->
                          CompatibilityContext.text(
                              "Not given; "
                                  + b.variant()
                                  + " needs "
                                  + given.oldest(fit)
                                  + " or newer.",
                              "未提供；" + b.variant() + " 需要 " + given.oldest(fit) + " 或更新。"))
                  .orElse(CompatibilityContext.text("Not given.", "未提供。"))
              : CompatibilityContext.text("This is no driver's version.", "这不是驱动版本号。");
      return new Layer("driver", given.driverText(), State.UNKNOWN, why);
    }
    Version version = given.driver().get();
    if (given.device().isPresent() && given.device().get().platform() == Platform.JETSON) {
      LocalizedText why =
          CompatibilityContext.text(
              "A Jetson's driver comes with JetPack; the tables do not have it.",
              "Jetson 的驱动随 JetPack 提供，表中没有。");
      given.unknown().add(why);
      return new Layer("driver", given.driverText(), State.UNKNOWN, why);
    }
    Optional<Layer> limited = limited(version, reasons);
    if (given.build().isPresent()) {
      Version oldest = given.oldest(fit);
      given.rule("driver");
      if (version.parts().size() == 1
          && version.major() == oldest.major()
          && oldest.parts().size() > 1) {
        LocalizedText why =
            CompatibilityContext.text(
                "Driver " + version + " is not told precisely enough: " + oldest + " is needed.",
                "驱动 " + version + " 的版本不够完整：需要 " + oldest + "。");
        given.unknown().add(why);
        return limited.orElse(new Layer("driver", given.driverText(), State.UNKNOWN, why));
      }
      if (!version.isAtLeast(oldest)) {
        LocalizedText why =
            CompatibilityContext.text(
                "Driver "
                    + version
                    + " is older than "
                    + oldest
                    + ", the oldest that runs CUDA "
                    + given.build().get().cuda()
                    + ".",
                "驱动 "
                    + version
                    + " 低于 "
                    + oldest
                    + "，后者是能运行 CUDA "
                    + given.build().get().cuda()
                    + " 的最低版本。");
        reasons.add(why);
        return new Layer("driver", given.driverText(), State.BROKEN, why);
      }
    }
    if (limited.isPresent()) {
      return limited.get();
    }
    return sufficient(version, fit);
  }

  /** The driver branches that leave this GPU out. */
  private Optional<Layer> limited(Version version, List<LocalizedText> reasons) {
    Optional<CompatibilityTables.Branch> row = given.device().flatMap(given.setUps()::branch);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    String gpu = given.device().orElseThrow().name();
    LocalizedText why;
    if (row.get().first() > 0 && version.major() < row.get().first()) {
      why =
          CompatibilityContext.text(
              gpu + " needs driver branch " + row.get().first() + " or newer, not " + version + ".",
              gpu + " 需要 " + row.get().first() + " 或更新的驱动分支，而不是 " + version + "。");
    } else if (branchEnded()) {
      why =
          CompatibilityContext.text(
              "Driver branch "
                  + row.get().last()
                  + " is the last that runs "
                  + gpu
                  + "; "
                  + version
                  + " is newer.",
              row.get().last() + " 是支持 " + gpu + " 的最后一个驱动分支，" + version + " 比它新。");
    } else {
      return Optional.empty();
    }
    given.rule("driver-branches");
    reasons.add(why);
    return Optional.of(new Layer("driver", given.driverText(), State.BROKEN, why));
  }

  boolean branchEnded() {
    return given.driver().isPresent()
        && given
            .device()
            .flatMap(given.setUps()::branch)
            .filter(row -> row.last() > 0 && given.driver().get().major() > row.last())
            .isPresent();
  }

  private Layer sufficient(Version version, CubinCompatibility.Fit fit) {
    Optional<Toolkit> first = given.device().flatMap(given.setUps()::firstToolkit);
    if (first.isPresent() && !version.isAtLeast(first.get().driver())) {
      LocalizedText why =
          CompatibilityContext.text(
              "Driver "
                  + version
                  + " is older than CUDA "
                  + first.get().cuda()
                  + ", the first that knew "
                  + given.device().orElseThrow().capability()
                  + "; whether it runs this GPU is not in the tables. "
                  + first.get().driver()
                  + " or newer does.",
              "驱动 "
                  + version
                  + " 早于最先支持 "
                  + given.device().orElseThrow().capability()
                  + " 的 CUDA "
                  + first.get().cuda()
                  + "，表中没有它是否支持该 GPU 的记录；"
                  + first.get().driver()
                  + " 或更新的驱动支持。");
      given.unknown().add(why);
      return new Layer("driver", given.driverText(), State.UNKNOWN, why);
    }
    if (given.build().isEmpty()) {
      return new Layer("driver", given.driverText(), State.UNKNOWN, withoutBuild(version));
    }
    return new Layer(
        "driver",
        given.driverText(),
        State.OK,
        CompatibilityContext.text(
            "Driver "
                + version
                + " runs CUDA "
                + given.build().get().cuda()
                + ", which needs "
                + given.oldest(fit)
                + " or newer.",
            "驱动 "
                + version
                + " 可运行 CUDA "
                + given.build().get().cuda()
                + "（需要 "
                + given.oldest(fit)
                + " 或更新）。"));
  }

  /** What a driver can do is known before the build is. */
  private LocalizedText withoutBuild(Version version) {
    Optional<Toolkit> newest = given.setUps().newestToolkit(version);
    newest.ifPresent(given::newestCuda);
    return newest
        .map(
            toolkit ->
                CompatibilityContext.text(
                    "Driver "
                        + version
                        + " knows CUDA up to "
                        + toolkit.cuda()
                        + "; which driver is needed depends on the build.",
                    "驱动 " + version + " 最高支持 CUDA " + toolkit.cuda() + "；所需版本取决于 PyTorch 构建。"))
        .orElse(
            CompatibilityContext.text(
                "Which one is needed depends on the build.", "所需版本取决于 PyTorch 构建。"));
  }
}
