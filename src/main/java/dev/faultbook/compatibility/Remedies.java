package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Architecture;
import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.Statement.Kind;
import dev.faultbook.compatibility.SupportMatrix.SetUp;
import dev.faultbook.compatibility.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds remedies for a verdict: the closest set-ups that work, according to the tables. */
final class Remedies {
  private static final String ASK_GPU =
      "nvidia-smi --query-gpu=name,driver_version --format=csv,noheader";
  private static final String ASK_TORCH = "python -c \"import torch; print(torch.__version__)\"";

  private final SupportMatrix setUps;
  private final CompatibilityTables tables;
  private final Optional<GpuDevice> device;
  private final Optional<Version> driver;
  private final Optional<TorchName> torch;
  private final Optional<Build> build;
  private final List<SetUpRemedy> remedies = new ArrayList<>();

  Remedies(CompatibilityContext given) {
    this.setUps = given.setUps;
    this.tables = given.tables;
    this.device = given.device;
    this.driver = given.driver;
    this.torch = given.torch;
    this.build = given.build;
  }

  List<SetUpRemedy> collectRemedies(
      Outcome outcome, CubinCompatibility.Fit fit, boolean driverTooNew, boolean gaps) {
    switch (outcome) {
      case OK -> {}
      case ARCH_NOT_IN_BUILD, TORCH_CPU_BUILD -> otherBuild();
      case DRIVER_TOO_OLD -> newerDriver(fit);
      case UNKNOWN -> {
        if (!driverTooNew && gaps) {
          askForMissing();
        }
      }
    }
    if (driverTooNew) {
      GpuDevice gpu = device.orElseThrow();
      int last = setUps.findBranch(gpu).orElseThrow().last();
      addRemedy(Statement.of(Kind.USE_BRANCH, last, gpu.name()), "");
    } else if (outcome == Outcome.UNKNOWN && device.isPresent() && build.isEmpty()) {
      otherBuild();
    }
    return remedies;
  }

  private void otherBuild() {
    if (device.isEmpty()) {
      if (torch.isPresent() && torch.get().cpu()) {
        torch
            .get()
            .release()
            .or(() -> tables.releases().reversed().stream().findFirst())
            .map(release -> pipCommand(versionOf(release), release.standard()))
            .ifPresent(command -> addRemedy(Statement.of(Kind.INSTALL_WITH_CUDA), command));
      }
      return;
    }
    GpuDevice gpu = device.get();
    List<SetUp> all = setUps.findAll(gpu);
    Optional<Release> wanted = torch.flatMap(TorchName::release);
    Optional<SetUp> nearest = setUps.findNearest(all, wanted);
    if (nearest.isEmpty()) {
      ownBuild(gpu);
      return;
    }
    List<SetUp> kept = new ArrayList<>();
    driver.ifPresent(
        given -> all.stream().filter(s -> setUps.driverSuffices(s, gpu, given)).forEach(kept::add));
    // If the release has to change anyway, the newest one that the driver supports lasts longest.
    Optional<SetUp> newest =
        wanted
            .filter(release -> nearest.get().release() != release)
            .flatMap(
                release ->
                    setUps.findNearest(kept, Optional.empty()).filter(s -> s.isNewerThan(release)));
    if (newest.isPresent()) {
      String version = newest.get().release().patches().getLast().text();
      String variant = newest.get().build().variant();
      addRemedy(
          Statement.of(Kind.INSTALL, version, variant, driver.orElseThrow()),
          pipCommand(version, variant));
      return;
    }
    Optional<SetUp> keeping = setUps.findNearest(kept, wanted);
    if (keeping.isPresent() && keeping.get().release() == nearest.get().release()) {
      addInstall(keeping.get(), kept, true);
      return;
    }
    addInstall(nearest.get(), all, false);
    keeping.ifPresent(setUp -> addInstall(setUp, kept, true));
  }

  private void newerDriver(CubinCompatibility.Fit fit) {
    Version needed;
    if (build.isPresent() && device.isPresent()) {
      Build own = build.get();
      needed =
          setUps.findAll(device.get()).stream()
              .filter(setUp -> setUp.build() == own)
              .map(SetUp::driver)
              .findFirst()
              .orElseGet(() -> setUps.oldestDriver(own, fit));
    } else if (build.isPresent()) {
      needed = setUps.oldestDriver(build.get(), fit);
    } else {
      needed =
          setUps
              .firstToolkit(device.orElseThrow())
              .map(CompatibilityTables.Toolkit::driver)
              .orElseGet(
                  () -> {
                    int first = setUps.findBranch(device.orElseThrow()).orElseThrow().first();
                    return Version.of(String.valueOf(first)).orElseThrow();
                  });
    }
    addRemedy(Statement.of(Kind.UPDATE_DRIVER, needed), "");
    if (device.isEmpty() || driver.isEmpty() || build.isEmpty()) {
      return;
    }
    GpuDevice gpu = device.get();
    Version given = driver.get();
    List<SetUp> kept =
        setUps.findAll(gpu).stream()
            .filter(setUp -> setUps.driverSuffices(setUp, gpu, given))
            .toList();
    setUps
        .findNearest(kept, torch.flatMap(TorchName::release))
        .ifPresent(setUp -> addInstall(setUp, kept, true));
  }

  /** States the range of releases that are known to work. */
  private void addInstall(SetUp setUp, List<SetUp> among, boolean keepsDriver) {
    Optional<Release> wanted = torch.flatMap(TorchName::release);
    boolean older =
        wanted.isPresent() && setUp.release().release().compareTo(wanted.get().release()) < 0;
    boolean same = wanted.isPresent() && setUp.release() == wanted.get();
    String version =
        older ? setUp.release().patches().getLast().text() : versionToInstall(setUp, same);
    String variant = setUp.build().variant();
    Release last = setUps.lastWorkingRelease(setUp, among);
    Object versions = version;
    if (!older && last != setUp.release()) {
      versions =
          setUps.isLast(last, setUp)
              ? Statement.of(Kind.VERSION_OR_NEWER, version)
              : Statement.of(Kind.VERSION_UP_TO, version, last.patches().getLast());
    }
    addRemedy(
        keepsDriver
            ? Statement.of(Kind.INSTALL, versions, variant, driver.orElseThrow())
            : Statement.of(Kind.INSTALL_WITH_DRIVER, versions, variant, setUp.driver()),
        pipCommand(version, variant));
  }

  private void ownBuild(GpuDevice gpu) {
    Optional<Architecture> row = tables.findArchitecture(gpu.capability());
    String range =
        row.map(
                known ->
                    known.first().map(first -> " ≥ " + first).orElse("")
                        + known.last().map(last -> " ≤ " + last).orElse(""))
            .orElse("");
    addRemedy(Statement.of(Kind.BUILD_YOURSELF, gpu.name(), range, gpu.capability()), "");
  }

  private void askForMissing() {
    if (device.isEmpty() || driver.isEmpty()) {
      addRemedy(Statement.of(Kind.READ_GPU), ASK_GPU);
    }
    if (torch.isEmpty()) {
      addRemedy(Statement.of(Kind.READ_TORCH), ASK_TORCH);
    }
  }

  private String versionToInstall(SetUp setUp, boolean same) {
    List<Version> patches = setUp.release().patches();
    if (same) {
      return versionOf(setUp.release());
    }
    boolean any = torch.flatMap(TorchName::release).isEmpty();
    return (any ? patches.getLast() : patches.getFirst()).text();
  }

  private String versionOf(Release release) {
    return torch
        .flatMap(TorchName::patch)
        .filter(patch -> release.patches().stream().anyMatch(p -> p.compareTo(patch) == 0))
        .map(Version::text)
        .orElseGet(() -> release.patches().getLast().text());
  }

  private String pipCommand(String version, String variant) {
    return tables
        .index()
        .map(index -> "pip install " + index.installOptions(version, variant))
        .orElse("");
  }

  private void addRemedy(Statement what, String command) {
    remedies.add(new SetUpRemedy(what, command));
  }
}
