package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Build;
import java.util.List;
import java.util.Map;

/** Decides which GPU code runs on which GPU. */
final class CubinCompatibility {
  /** Integrated GPUs on which code of these capabilities does not run, despite the general rule. */
  private static final Map<String, List<String>> APART =
      Map.of(
          "5.3", List.of("5.0", "5.2"),
          "6.2", List.of("6.0", "6.1"),
          "7.2", List.of("7.0"),
          "8.7", List.of("8.0", "8.6"),
          "10.1", List.of("10.0"));

  private static final List<String> UNIFIED = List.of("7.0", "8.0", "8.6");
  private static final Version UNIFICATION = Version.of("13.2").orElseThrow();

  private CubinCompatibility() {}

  enum Fit {
    /** Its machine code runs. */
    CODE,
    /** The driver compiles its PTX. */
    PTX,
    /** It does not run. */
    NONE,
    /** It is not verified whether the build has PTX that would run. */
    UNKNOWN
  }

  static Fit determineFit(Build build, Version capability) {
    if (build.code().stream().anyMatch(code -> canRun(code, capability, build.cuda()))) {
      return Fit.CODE;
    }
    if (build.ptx().isPresent()) {
      return build.ptx().get().stream().anyMatch(ptx -> canCompile(ptx, capability))
          ? Fit.PTX
          : Fit.NONE;
    }
    // Its PTX cannot be older than its oldest machine code.
    boolean possible =
        build.code().stream().anyMatch(code -> capability.isAtLeast(code.capability()));
    return possible ? Fit.UNKNOWN : Fit.NONE;
  }

  /** Whether machine code runs on a GPU. */
  static boolean canRun(GpuCode code, Version gpu, Version cuda) {
    Version made = code.capability();
    return switch (code.suffix()) {
      case "a" -> made.compareTo(gpu) == 0;
      case "f" -> sameOrHigherMinor(made, gpu);
      default -> sameOrHigherMinor(made, gpu) && !isIncompatible(made, gpu, cuda);
    };
  }

  /** Whether the driver can compile PTX for a GPU. */
  static boolean canCompile(GpuCode ptx, Version gpu) {
    Version made = ptx.capability();
    return switch (ptx.suffix()) {
      case "a" -> made.compareTo(gpu) == 0;
      case "f" -> sameOrHigherMinor(made, gpu);
      default -> gpu.isAtLeast(made);
    };
  }

  /** Whether the exception for integrated GPUs applies to this GPU. */
  static boolean isApart(Version gpu) {
    return APART.containsKey(gpu.text());
  }

  private static boolean sameOrHigherMinor(Version made, Version gpu) {
    return made.major() == gpu.major() && gpu.minor() >= made.minor();
  }

  private static boolean isIncompatible(Version made, Version gpu, Version cuda) {
    boolean apart = APART.getOrDefault(gpu.text(), List.of()).contains(made.text());
    return apart && !(cuda.isAtLeast(UNIFICATION) && UNIFIED.contains(made.text()));
  }
}
