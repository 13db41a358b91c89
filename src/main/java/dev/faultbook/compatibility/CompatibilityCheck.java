package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CubinCompatibility.Fit;
import dev.faultbook.compatibility.Statement.Kind;
import dev.faultbook.compatibility.Verdict.Layer;
import dev.faultbook.compatibility.Verdict.Outcome;
import dev.faultbook.compatibility.Verdict.State;
import java.util.ArrayList;
import java.util.List;

/** Checks one set-up. */
final class CompatibilityCheck {
  private final CompatibilityContext given;
  private boolean gaps;

  CompatibilityCheck(CompatibilityContext given) {
    this.given = given;
  }

  Verdict reachVerdict() {
    given.findBuild();
    BuildLayers build = new BuildLayers(given);
    DriverLayer driverLayers = new DriverLayer(given);
    Fit fit = checkFit();
    Layer torchLayer = build.torchLayer(fit);
    Layer cudaLayer = build.cudaLayer(fit);
    List<Statement> driverReasons = new ArrayList<>();
    Layer driverLayer = driverLayers.driverLayer(fit, driverReasons);
    boolean tooNew = driverLayer.state() == State.BROKEN && driverLayers.branchEnded();
    boolean cpu = given.torch.isPresent() && given.torch.get().cpu();
    noteMissing();
    Outcome outcome;
    List<Statement> reasons = new ArrayList<>();
    if (cpu || fit == Fit.NONE) {
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
      reasons.addAll(given.unknown);
      outcome = reasons.isEmpty() ? Outcome.OK : Outcome.UNKNOWN;
      if (outcome == Outcome.OK) {
        reasons.addAll(List.of(torchLayer.text(), driverLayer.text()));
      }
    }
    Remedies remedies = new Remedies(given);
    return new Verdict(
        outcome,
        reasons,
        remedies.collectRemedies(outcome, fit, tooNew, gaps),
        List.of(driverLayer, cudaLayer, torchLayer),
        given.facts,
        given.basis);
  }

  private Fit checkFit() {
    if (given.build.isEmpty() || given.device.isEmpty()) {
      return Fit.UNKNOWN;
    }
    Version capability = given.device.get().capability();
    Fit fit = CubinCompatibility.determineFit(given.build.get(), capability);
    given.addRule("cubin");
    if (fit == Fit.PTX || given.build.get().ptx().filter(ptx -> !ptx.isEmpty()).isPresent()) {
      given.addRule("ptx");
    }
    if (CubinCompatibility.isApart(capability)) {
      given.addRule("integrated");
    }
    noteSuffixRule(given.build.get(), "a", "arch-specific");
    noteSuffixRule(given.build.get(), "f", "family-specific");
    if (fit == Fit.NONE) {
      // This is the first thing that people try against a missing kernel.
      given.addRule("library-path");
    }
    if (fit == Fit.UNKNOWN) {
      given.unknown.add(Statement.of(Kind.BUILD_PTX_UNVERIFIED, given.buildName(), capability));
    }
    return fit;
  }

  private void noteSuffixRule(Build build, String suffix, String rule) {
    if (build.code().stream().anyMatch(code -> code.suffix().equals(suffix))) {
      given.addRule(rule);
    }
  }

  private void noteMissing() {
    List<Statement> missing = new ArrayList<>();
    if (!given.gpuGiven) {
      missing.add(Statement.of(Kind.MISSING_GPU));
    }
    if (given.driverText.isEmpty()) {
      missing.add(Statement.of(Kind.MISSING_DRIVER));
    }
    if (given.torch.isEmpty()) {
      missing.add(Statement.of(Kind.MISSING_TORCH));
    }
    if (!missing.isEmpty()) {
      gaps = true;
      given.unknown.add(Statement.of(Kind.MISSING, missing));
    }
  }
}
