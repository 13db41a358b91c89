package dev.faultbook.compatibility;

import dev.faultbook.content.LocalizedText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which GPU runs which build of PyTorch under which driver, as the tables state it. All lists are
 * unmodifiable: {@link CompatibilityReader} creates them so.
 *
 * @param gpus models and their compute capability
 * @param toolkits CUDA toolkits, oldest first
 * @param architectures the toolkits that know a capability
 * @param branches driver branches that leave GPUs out
 * @param releases releases of PyTorch, oldest first
 * @param rules the rules by which the tables are read
 * @param index where pip finds the builds; empty only where there are no tables
 */
public record CompatibilityTables(
    List<Gpu> gpus,
    List<Toolkit> toolkits,
    List<Architecture> architectures,
    List<Branch> branches,
    List<Release> releases,
    List<Rule> rules,
    Optional<WheelIndex> index) {
  public static final CompatibilityTables NONE =
      new CompatibilityTables(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Optional.empty());

  /** What a GPU is plugged into, or a build made for. */
  public enum Platform {
    /** Ordinary servers and workstations. */
    X86_64,
    /** Servers with NVIDIA's or other ARM processors. */
    AARCH64,
    /** NVIDIA's modules with an integrated GPU; their driver comes with JetPack. */
    JETSON;

    /** The name in files. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Where a row can be checked. */
  public interface Row {
    List<String> sources();
  }

  /**
   * A model.
   *
   * @param name as the vendor writes it
   * @param also further names
   * @param capability compute capability
   * @param platform what it is plugged into
   */
  public record Gpu(
      String name, List<String> also, Version capability, Platform platform, List<String> sources)
      implements Row {}

  /**
   * A CUDA toolkit.
   *
   * @param cuda its version
   * @param driver the driver that it ships for
   * @param majorDriver the oldest driver of its major, where there is minor-version compatibility
   * @param from the lowest capability that it makes code for
   * @param to the highest
   */
  public record Toolkit(
      Version cuda,
      Version driver,
      Optional<Version> majorDriver,
      Version from,
      Version to,
      List<String> sources)
      implements Row {
    /** The oldest driver that a program made with it runs on. */
    public Version oldestDriver() {
      return majorDriver.orElse(driver);
    }
  }

  /**
   * When a capability was known.
   *
   * @param capability compute capability
   * @param first the first toolkit that makes code for it
   * @param last the last toolkit, when there is one
   */
  public record Architecture(
      Version capability, Optional<Version> first, Optional<Version> last, List<String> sources)
      implements Row {}

  /**
   * Driver branches that run a range of capabilities.
   *
   * @param from lowest capability
   * @param to highest capability
   * @param first the first branch, a driver's major; 0 when not limited
   * @param last the last branch; 0 when not limited
   */
  public record Branch(Version from, Version to, int first, int last, List<String> sources)
      implements Row {}

  /**
   * A minor release of PyTorch.
   *
   * @param release such as 2.7
   * @param patches its patch releases
   * @param standard the variant that PyPI gives for Linux x86_64
   * @param builds the variants
   * @param pythons the versions of Python that have wheels; empty when nobody has verified them
   */
  public record Release(
      Version release,
      List<Version> patches,
      String standard,
      List<Build> builds,
      Optional<PythonRange> pythons,
      List<String> sources)
      implements Row {
    public Optional<Build> findBuild(String variant, Platform platform) {
      return builds.stream()
          .filter(build -> build.variant().equals(variant) && build.platform() == platform)
          .findFirst();
    }
  }

  /**
   * Versions of Python, by minor release.
   *
   * @param first the oldest
   * @param last the newest
   */
  public record PythonRange(Version first, Version last) {
    /** Whether a version lies in the range, its patch release aside. */
    public boolean contains(Version python) {
      Version minor =
          Version.of(python.major() + "." + python.minor())
              .orElseThrow(() -> new IllegalStateException("a version has numbers"));
      return minor.isAtLeast(first) && last.isAtLeast(minor);
    }
  }

  /**
   * Where pip finds the builds.
   *
   * @param address with {@value #VARIANT} where the variant stands
   */
  public record WheelIndex(String address, List<String> sources) implements Row {
    /** What stands for the variant in an address. */
    public static final String VARIANT = "VARIANT";

    /**
     * The options of pip for a build. With the build's name in the version; otherwise pip keeps
     * another build of the same version.
     */
    String installOptions(Object version, String variant) {
      return "\"torch==%s+%s\" --index-url %s"
          .formatted(version, variant, address.replace(VARIANT, variant));
    }
  }

  /**
   * A build of PyTorch.
   *
   * @param variant such as cu128
   * @param platform what it runs on
   * @param cuda the CUDA that it brings
   * @param code what its machine code was made for
   * @param ptx what its PTX was made for; empty when nobody has verified it
   * @param nccl the NCCL that it brings, when known
   * @param cudnn the cuDNN that it brings, when known
   */
  public record Build(
      String variant,
      Platform platform,
      Version cuda,
      List<GpuCode> code,
      Optional<List<GpuCode>> ptx,
      Optional<Version> nccl,
      Optional<Version> cudnn,
      List<String> sources)
      implements Row {}

  /**
   * A rule by which the tables are read.
   *
   * @param id its name
   * @param text what it says
   */
  public record Rule(String id, LocalizedText text, List<String> sources) implements Row {}

  public Optional<Toolkit> findToolkit(Version cuda) {
    return toolkits.stream().filter(row -> row.cuda().compareTo(cuda) == 0).findFirst();
  }

  /** When a capability was known. */
  public Optional<Architecture> findArchitecture(Version capability) {
    return architectures.stream()
        .filter(row -> row.capability().compareTo(capability) == 0)
        .findFirst();
  }

  public Optional<Rule> findRule(String id) {
    return rules.stream().filter(row -> row.id().equals(id)).findFirst();
  }
}
