package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.CubinCompatibility.Fit;
import dev.faultbook.compatibility.Statement.Kind;
import dev.faultbook.compatibility.Verdict.Layer;
import dev.faultbook.compatibility.Verdict.State;
import java.util.List;
import java.util.Optional;

/** The driver layer: whether the machine's driver supports the build and the GPU. */
final class DriverLayer {
  private final CompatibilityContext given;

  DriverLayer(CompatibilityContext given) {
    this.given = given;
  }

  /**
   * The layer.
   *
   * @param fit how the build runs on the GPU
   * @param reasons gets the statements that break the layer
   */
  Layer driverLayer(Fit fit, List<Statement> reasons) {
    if (given.driver.isEmpty()) {
      return createLayer(State.UNKNOWN, notKnown(fit));
    }
    Version version = given.driver.get();
    if (given.device.isPresent() && given.device.get().platform() == Platform.JETSON) {
      return unknownLayer(Statement.of(Kind.DRIVER_JETSON));
    }
    Optional<Layer> limited = checkBranchLimit(version, reasons);
    if (given.build.isPresent()) {
      Version oldest = given.oldestDriver(fit);
      given.addRule("driver");
      if (isImprecise(version, oldest)) {
        Layer imprecise = unknownLayer(Statement.of(Kind.DRIVER_IMPRECISE, version, oldest));
        return limited.orElse(imprecise);
      }
      if (!version.isAtLeast(oldest)) {
        Statement why = Statement.of(Kind.DRIVER_OLD, version, oldest, given.build.get().cuda());
        reasons.add(why);
        return createLayer(State.BROKEN, why);
      }
    }
    return limited.orElseGet(() -> judgeSufficient(version, fit));
  }

  private Statement notKnown(Fit fit) {
    if (!given.driverText.isEmpty()) {
      return Statement.of(Kind.DRIVER_INVALID);
    }
    return given
        .build
        .map(build -> Statement.of(Kind.DRIVER_NOT_GIVEN, build.variant(), given.oldestDriver(fit)))
        .orElse(Statement.of(Kind.NOT_GIVEN));
  }

  /** 535 is not sufficient to decide if 535.54 is required. */
  private static boolean isImprecise(Version version, Version oldest) {
    return version.parts().size() == 1
        && version.major() == oldest.major()
        && oldest.parts().size() > 1;
  }

  /**
   * A bare 570 names the whole branch, which supports the GPU if the tables say so for the branch.
   */
  private boolean isBranchThatKnowsGpu(Version version) {
    return version.parts().size() == 1
        && findBranch()
            .filter(row -> row.first() > 0 && version.major() >= row.first())
            .isPresent();
  }

  /** Checks the driver branches that do not support this GPU. */
  private Optional<Layer> checkBranchLimit(Version version, List<Statement> reasons) {
    Optional<CompatibilityTables.Branch> row = findBranch();
    if (row.isEmpty()) {
      return Optional.empty();
    }
    String gpu = given.device.orElseThrow().name();
    Statement why;
    if (row.get().first() > 0 && version.major() < row.get().first()) {
      why = Statement.of(Kind.DRIVER_BRANCH_OLD, gpu, row.get().first(), version);
    } else if (branchEnded()) {
      why = Statement.of(Kind.DRIVER_BRANCH_ENDED, row.get().last(), gpu, version);
    } else {
      return Optional.empty();
    }
    given.addRule("driver-branches");
    reasons.add(why);
    return Optional.of(createLayer(State.BROKEN, why));
  }

  private Optional<CompatibilityTables.Branch> findBranch() {
    return given.device.flatMap(given.setUps::findBranch);
  }

  boolean branchEnded() {
    return given.driver.isPresent()
        && findBranch()
            .filter(row -> row.last() > 0 && given.driver.get().major() > row.last())
            .isPresent();
  }

  private Layer judgeSufficient(Version version, Fit fit) {
    Optional<Toolkit> first = given.device.flatMap(given.setUps::firstToolkit);
    if (first.isPresent()
        && !version.isAtLeast(first.get().driver())
        && !isBranchThatKnowsGpu(version)) {
      return unknownLayer(
          Statement.of(
              Kind.DRIVER_BEFORE_GPU,
              version,
              first.get().cuda(),
              given.device.orElseThrow().capability(),
              first.get().driver()));
    }
    if (given.build.isEmpty()) {
      return createLayer(State.UNKNOWN, withoutBuild(version));
    }
    return createLayer(
        State.OK,
        Statement.of(
            Kind.DRIVER_SUFFICES, version, given.build.get().cuda(), given.oldestDriver(fit)));
  }

  /** The limits of a driver are known even without a build. */
  private Statement withoutBuild(Version version) {
    Optional<Toolkit> newest = given.setUps.newestToolkit(version);
    newest.ifPresent(given::newestCuda);
    return newest
        .map(toolkit -> Statement.of(Kind.DRIVER_KNOWS, version, toolkit.cuda()))
        .orElse(Statement.of(Kind.DRIVER_DEPENDS));
  }

  private Layer unknownLayer(Statement why) {
    given.unknown.add(why);
    return createLayer(State.UNKNOWN, why);
  }

  private Layer createLayer(State state, Statement why) {
    return new Layer("driver", given.driverText, state, why);
  }
}
