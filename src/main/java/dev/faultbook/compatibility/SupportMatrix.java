package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Branch;
import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.CubinCompatibility.Fit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds set-ups that work, according to the tables. */
final class SupportMatrix {
  private final CompatibilityTables tables;

  SupportMatrix(CompatibilityTables tables) {
    this.tables = tables;
  }

  /**
   * A build that runs on a GPU.
   *
   * @param driver the oldest driver that it needs there
   */
  record SetUp(Release release, Build build, Version driver) {
    /** PyPI's own build first, then the newest CUDA. */
    static final Comparator<SetUp> PREFERRED =
        Comparator.comparingInt((SetUp s) -> s.build.variant().equals(s.release.standard()) ? 0 : 1)
            .thenComparing(s -> s.build.cuda(), Comparator.reverseOrder());

    boolean isNewerThan(Release other) {
      return release.release().compareTo(other.release()) > 0;
    }
  }

  /** The platform whose wheels a GPU takes. */
  static Platform wheelPlatform(GpuDevice device) {
    return device.platform() == Platform.X86_64 ? Platform.X86_64 : Platform.AARCH64;
  }

  /** All builds that have code for a GPU, oldest release first. */
  List<SetUp> findAll(GpuDevice device) {
    List<SetUp> all = new ArrayList<>();
    for (Release release : tables.releases()) {
      for (Build build : release.builds()) {
        if (build.platform() == wheelPlatform(device)) {
          Fit fit = CubinCompatibility.determineFit(build, device.capability());
          if (fit == Fit.CODE || fit == Fit.PTX) {
            all.add(new SetUp(release, build, requiredDriver(device, build, fit)));
          }
        }
      }
    }
    return all;
  }

  /** The oldest driver that is certain to run a build on a GPU. */
  private Version requiredDriver(GpuDevice device, Build build, Fit fit) {
    Version ofBuild = oldestDriver(build, fit);
    return oldestDriverOf(device).filter(driver -> driver.isAtLeast(ofBuild)).orElse(ofBuild);
  }

  /** The first driver that supports a GPU; empty if the tables do not tell. */
  Optional<Version> oldestDriverOf(GpuDevice device) {
    Optional<Version> ofBranch =
        findBranch(device)
            .filter(row -> row.first() > 0)
            .flatMap(row -> Version.of(String.valueOf(row.first())));
    return Stream.concat(firstToolkit(device).map(Toolkit::driver).stream(), ofBranch.stream())
        .max(Comparator.naturalOrder());
  }

  /** The oldest driver on which a build runs, regardless of the GPU. */
  Version oldestDriver(Build build, Fit fit) {
    Toolkit toolkit = tables.findToolkit(build.cuda()).orElseThrow();
    // Code that the driver compiles must not be newer than the driver.
    return fit == Fit.PTX ? toolkit.driver() : toolkit.oldestDriver();
  }

  /** The first toolkit that supports a GPU; empty if it is not in the tables. */
  Optional<Toolkit> firstToolkit(GpuDevice device) {
    return tables
        .findArchitecture(device.capability())
        .flatMap(CompatibilityTables.Architecture::first)
        .flatMap(tables::findToolkit);
  }

  /** The newest toolkit that ships for a driver as old as this one, or older. */
  Optional<Toolkit> newestToolkit(Version driver) {
    return tables.toolkits().stream()
        .filter(row -> driver.isAtLeast(row.driver()))
        .reduce((older, newer) -> newer);
  }

  Optional<Branch> findBranch(GpuDevice device) {
    return tables.branches().stream()
        .filter(row -> device.capability().isAtLeast(row.from()))
        .filter(row -> row.to().isAtLeast(device.capability()))
        .findFirst();
  }

  boolean driverSuffices(SetUp setUp, GpuDevice device, Version driver) {
    return driver.isAtLeast(setUp.driver())
        && findBranch(device)
            .filter(row -> row.last() > 0 && driver.major() > row.last())
            .isEmpty();
  }

  /**
   * The set-up closest to a release: the same release if there is one, then the next newer, then
   * the next older one; within a release PyPI's own build first, then the newest CUDA.
   *
   * @param wanted empty for the newest release
   */
  Optional<SetUp> findNearest(List<SetUp> setUps, Optional<Release> wanted) {
    if (setUps.isEmpty()) {
      return Optional.empty();
    }
    Version goal =
        wanted.map(Release::release).orElseGet(() -> tables.releases().getLast().release());
    Comparator<SetUp> older =
        Comparator.comparingInt(s -> s.release().release().isAtLeast(goal) ? 0 : 1);
    return setUps.stream()
        .min(
            older
                .thenComparing(
                    (one, two) -> {
                      int order = one.release().release().compareTo(two.release().release());
                      return one.release().release().isAtLeast(goal) ? order : -order;
                    })
                .thenComparing(SetUp.PREFERRED));
  }

  /** The last release with the same variant that also works; at least the set-up's own. */
  Release lastWorkingRelease(SetUp from, List<SetUp> setUps) {
    Release last = from.release();
    for (Release release : tables.releases()) {
      boolean later = release.release().compareTo(from.release().release()) > 0;
      if (later && release.findBuild(from.build().variant(), from.build().platform()).isPresent()) {
        if (setUps.stream().noneMatch(s -> s.release() == release && sameVariant(s, from))) {
          break;
        }
        last = release;
      }
    }
    return last;
  }

  /** Whether no later release has the variant, or all that have it work. */
  boolean isLast(Release release, SetUp from) {
    return tables.releases().stream()
        .filter(other -> other.release().compareTo(release.release()) > 0)
        .noneMatch(o -> o.findBuild(from.build().variant(), from.build().platform()).isPresent());
  }

  private static boolean sameVariant(SetUp one, SetUp other) {
    return one.build().variant().equals(other.build().variant());
  }
}
