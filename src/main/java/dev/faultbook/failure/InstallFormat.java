package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errors of package managers. */
final class InstallFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        "error: could not find a version",
        "no matching distribution",
        "conflicting dependencies",
        "resolutionimpossible",
        "subprocess-exited-with",
        "failed building wheel",
        "failed to build",
        "could not build wheels",
        "packagesnotfound",
        "resolvepackagenotfound",
        "unsatisfiable",
        "unable to locate pack",
        "sub-process ",
        "unable to find a match",
        "npm err! ",
        "no solution found",
        "dependency resolver does",
        "has no installation candid",
        "not a supported wheel",
        "could not install packages",
        "metadata-generation-fail",
        "retry(total=0",
        "versions that require a diff",
        "externally-managed-env");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String raw = line.raw().strip();
    String tool = toolOf(raw, line.bare());
    if (tool == null) {
      return null;
    }
    // pip's dependency resolver does not currently take into account all the packages that are …
    if (raw.contains("dependency resolver does not currently")) {
      return new Told(FailureEvent.of(line, raw, new Failure.Command(tool), Standing.TEARDOWN));
    }
    //   × No solution found when resolving dependencies:
    //   ╰─▶ Because flashattn was not found in the package registry and you require flashattn, …
    if (raw.contains("No solution found when resolving")) {
      return new ReasonBlock(line, tool);
    }
    boolean follows =
        raw.contains("subprocess-exited-with")
            || raw.contains("ailed building wheel")
            || raw.contains("ould not build wheels")
            || raw.contains("Failed to build ")
            || raw.contains("metadata-generation-failed")
            || raw.startsWith("E: Sub-process ");
    Standing standing = follows ? Standing.CONSEQUENCE : Standing.CAUSE;
    return new Told(FailureEvent.of(line, raw, new Failure.Command(tool), standing));
  }

  private static @Nullable String toolOf(String raw, String bare) {
    // WARNING: Retrying (Retry(total=0, connect=None, …)) after connection broken by 'SSLError(…
    if (raw.contains("Retrying (Retry(total=0")) {
      return "pip";
    }
    // ERROR: Could not find a version that satisfies the requirement torch==9.9 (from versions: …)
    if (raw.startsWith("ERROR: ") || raw.startsWith("error: ") || raw.startsWith("× ")) {
      return "pip";
    }
    // E: Unable to locate package nvidia-container-toolkit
    if (raw.startsWith("E: ")) {
      return "apt";
    }
    return otherTool(bare);
  }

  private static @Nullable String otherTool(String bare) {
    // PackagesNotFoundError: The following packages are not available from current channels:
    if (bare.startsWith("PackagesNotFoundError")
        || bare.startsWith("ResolvePackageNotFound")
        || bare.contains("UnsatisfiableError")) {
      return "conda";
    }
    // Error: Unable to find a match: kernel-headers-4.18.0-240.23.2.el8_3.x86_64
    if (bare.startsWith("Error: Unable to find a match")) {
      return "dnf";
    }
    return bare.startsWith("npm ERR! ") || bare.startsWith("npm error ") ? "npm" : null;
  }

  /** An error whose reason is on the next line. */
  private static final class ReasonBlock implements FailureBlock {
    private final String tool;
    private LineText decisive;
    private boolean ended;

    ReasonBlock(LineText line, String tool) {
      decisive = line;
      this.tool = tool;
    }

    @Override
    public Step acceptLine(LineText line) {
      if (ended || !line.bare().startsWith("╰─")) {
        return Step.ENDED;
      }
      ended = true;
      decisive = line;
      return Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return ended;
    }

    @Override
    public FailureEvent toEvent() {
      return FailureEvent.of(decisive, new Failure.Command(tool), Standing.CAUSE);
    }
  }
}
