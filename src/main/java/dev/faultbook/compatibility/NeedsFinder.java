package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.Statement.Kind;
import dev.faultbook.compatibility.SupportMatrix.SetUp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the PyTorch build to install on a machine, and the driver that it needs.
 *
 * <p>The installed release is kept, in the installed build if that runs, otherwise in another one.
 * A newer release is selected only if no build of the installed one runs on the GPUs, and an older
 * one only if no newer one does. Every difference from the installed set-up is stated in a note. If
 * no PyTorch is stated and the driver only by its CUDA version, the newest build for that driver is
 * selected.
 */
final class NeedsFinder {
  private static final int MIN_DRIVER = 100;

  private final CompatibilityTables tables;
  private final SupportMatrix matrix;
  private final GpuNames names;
  private final StatedSetUp stated;

  /** The driver; if only its CUDA version is known, the first driver with that CUDA version. */
  private final Optional<Version> driver;

  private final String driverName;

  private final Optional<TorchName> torch;

  NeedsFinder(CompatibilityTables tables, GpuNames names, StatedSetUp stated) {
    this.tables = tables;
    this.matrix = new SupportMatrix(tables);
    this.names = names;
    this.stated = stated;
    Optional<Version> given =
        stated.driver().flatMap(Version::of).filter(version -> version.major() >= MIN_DRIVER);
    Optional<Toolkit> newest =
        stated.driverCuda().flatMap(Version::of).flatMap(tables::findToolkit);
    this.driver = given.or(() -> newest.map(Toolkit::driver));
    this.driverName =
        given
            .map(Version::text)
            .or(() -> newest.map(toolkit -> "CUDA " + toolkit.cuda()))
            .orElse("");
    this.torch =
        stated.torch().map(name -> TorchName.of(name, tables)).filter(t -> t.why().isEmpty());
  }

  SetUpNeeds findNeeds() {
    Optional<List<GpuDevice>> devices = findDevices();
    if (devices.isEmpty()) {
      return new SetUpNeeds(Optional.empty(), Optional.empty(), false);
    }
    List<SetUp> running = findRunning(devices.get());
    Optional<Release> installed = torch.flatMap(TorchName::release);
    Optional<SetUp> chosen =
        installed.flatMap(release -> chooseSetUp(release, running)).or(() -> findNewest(running));
    Optional<SetUp> kept =
        installed.flatMap(
            release -> running.stream().filter(s -> isInstalled(s, release)).findFirst());
    return new SetUpNeeds(
        chosen.flatMap(setUp -> describeInstall(setUp, running)),
        kept.or(() -> chosen)
            .map(SetUp::driver)
            .or(() -> oldestDriverOf(devices.get()))
            .or(this::oldestDriverOfCuda),
        !devices.get().isEmpty());
  }

  /** Empty if a GPU is not in the tables, or if the GPUs need different wheels. */
  private Optional<List<GpuDevice>> findDevices() {
    List<Optional<GpuDevice>> found = lookUp(stated.gpus());
    if (found.isEmpty() || found.stream().anyMatch(Optional::isEmpty)) {
      List<Optional<GpuDevice>> others =
          lookUp(stated.capabilities().stream().map(NeedsFinder::toArchitecture).toList());
      found = others.isEmpty() ? found : others;
    }
    if (found.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    List<GpuDevice> devices = found.stream().flatMap(Optional::stream).toList();
    boolean jetson = devices.stream().anyMatch(d -> d.platform() == Platform.JETSON);
    boolean mixed = devices.stream().map(SupportMatrix::wheelPlatform).distinct().count() > 1;
    // Jetson modules use the wheels of JetPack, which are not in the tables.
    return jetson || mixed ? Optional.empty() : Optional.of(devices);
  }

  private List<Optional<GpuDevice>> lookUp(List<String> gpus) {
    return gpus.stream().map(gpu -> names.findDevice(gpu).device()).distinct().toList();
  }

  private static String toArchitecture(String capability) {
    return "sm_" + capability.replace(".", "");
  }

  /** The builds that run on all devices, each with the driver that it needs there. */
  private List<SetUp> findRunning(List<GpuDevice> devices) {
    if (devices.isEmpty()) {
      return tables.releases().stream().flatMap(this::findServerBuilds).toList();
    }
    List<SetUp> running = matrix.findAll(devices.getFirst());
    for (GpuDevice device : devices.subList(1, devices.size())) {
      List<SetUp> others = matrix.findAll(device);
      running =
          running.stream()
              .flatMap(
                  one ->
                      others.stream()
                          .filter(other -> one.build() == other.build())
                          .map(other -> max(one, other)))
              .toList();
    }
    return running;
  }

  private Stream<SetUp> findServerBuilds(Release release) {
    return release.builds().stream()
        .filter(build -> build.platform() == Platform.X86_64)
        .map(
            build ->
                new SetUp(release, build, matrix.oldestDriver(build, CubinCompatibility.Fit.CODE)));
  }

  private static SetUp max(SetUp one, SetUp other) {
    return one.driver().isAtLeast(other.driver()) ? one : other;
  }

  /**
   * The newest build for the driver, if only the driver's CUDA version is stated: {@code The NVIDIA
   * driver on your system is too old (found version 11040)}.
   */
  private Optional<SetUp> findNewest(List<SetUp> running) {
    boolean driverAlone =
        stated.torch().isEmpty() && stated.driver().isEmpty() && driver.isPresent();
    return running.stream()
        .filter(setUp -> driverAlone && hasDriver(setUp))
        .max(byRelease().thenComparing(SetUp.PREFERRED.reversed()));
  }

  private Optional<SetUp> chooseSetUp(Release installed, List<SetUp> running) {
    List<SetUp> same = running.stream().filter(s -> s.release() == installed).toList();
    if (!same.isEmpty()) {
      return Stream.concat(
              same.stream().filter(s -> isInstalled(s, installed)),
              same.stream().sorted(SetUp.PREFERRED))
          .filter(this::hasDriver)
          .findFirst()
          .or(() -> same.stream().min(Comparator.comparing(SetUp::driver)));
    }
    List<SetUp> newer = running.stream().filter(s -> s.isNewerThan(installed)).toList();
    return newer.stream()
        .filter(this::hasDriver)
        .min(byRelease().thenComparing(SetUp.PREFERRED))
        .or(() -> newer.stream().min(byRelease().thenComparing(SetUp.PREFERRED)))
        .or(() -> running.stream().min(byRelease().reversed().thenComparing(SetUp.PREFERRED)));
  }

  private static Comparator<SetUp> byRelease() {
    return Comparator.comparing(setUp -> setUp.release().release());
  }

  /** An unknown driver does not exclude a build. */
  private boolean hasDriver(SetUp setUp) {
    return driver.isEmpty() || driver.get().isAtLeast(setUp.driver());
  }

  /**
   * Whether it is the installed build, according to its suffix or the CUDA version stated with it.
   */
  private boolean isInstalled(SetUp setUp, Release installed) {
    if (setUp.release() != installed || torch.isEmpty() || torch.get().cpu()) {
      return false;
    }
    Optional<String> variant = torch.get().variant();
    Optional<Version> cuda = stated.cuda().flatMap(Version::of);
    return variant.isPresent()
        ? variant.get().equals(setUp.build().variant())
        : cuda.filter(version -> version.compareTo(setUp.build().cuda()) == 0).isPresent();
  }

  private Optional<SetUpNeeds.Install> describeInstall(SetUp setUp, List<SetUp> running) {
    Release installed = torch.flatMap(TorchName::release).orElse(setUp.release());
    Version version = versionToInstall(setUp, installed);
    List<Statement> notes = new ArrayList<>();
    if (setUp.isNewerThan(installed)) {
      notes.add(Statement.of(Kind.INSTALL_NEWER, installed.release(), version));
    } else if (setUp.release() != installed) {
      notes.add(Statement.of(Kind.INSTALL_OLDER, installed.release(), version));
    }
    if (!hasDriver(setUp)) {
      notes.add(Statement.of(Kind.INSTALL_NEEDS_DRIVER, version, setUp.driver(), driverName));
      running.stream()
          .filter(this::hasDriver)
          .max(byRelease().thenComparing(SetUp.PREFERRED.reversed()))
          .ifPresent(
              older ->
                  notes.add(
                      Statement.of(
                          Kind.INSTALL_OLDER_FOR_DRIVER,
                          driverName,
                          older.release().patches().getLast(),
                          older.build().variant())));
    }
    Optional<Version> python = stated.python().flatMap(Version::of);
    setUp
        .release()
        .pythons()
        .filter(range -> python.isPresent() && !range.contains(python.get()))
        .map(
            range ->
                Statement.of(
                    Kind.INSTALL_PYTHON, version, range.first(), range.last(), python.get()))
        .ifPresent(notes::add);
    return tables
        .index()
        .map(index -> index.installOptions(version, setUp.build().variant()))
        .map(options -> new SetUpNeeds.Install(notes, "pip install --force-reinstall " + options));
  }

  private Version versionToInstall(SetUp setUp, Release installed) {
    return setUp.release() == installed
        ? torch.flatMap(TorchName::patch).orElse(installed.patches().getLast())
        : setUp.release().patches().getLast();
  }

  /** The first driver that supports all GPUs. */
  private Optional<Version> oldestDriverOf(List<GpuDevice> devices) {
    return devices.stream()
        .flatMap(device -> matrix.oldestDriverOf(device).stream())
        .max(Comparator.naturalOrder());
  }

  private Optional<Version> oldestDriverOfCuda() {
    return stated
        .cuda()
        .flatMap(Version::of)
        .flatMap(tables::findToolkit)
        .map(Toolkit::oldestDriver);
  }
}
