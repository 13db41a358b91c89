package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errors of container engines and of cluster clients. */
final class ContainerFormat implements FailureFormat {
  private static final String HOOK = "nvidia-container-cli:";

  @Override
  public List<String> triggerWords() {
    return List.of(
        "error response from daemon",
        "nvidia-container-cli",
        "error from server",
        "container creation failed",
        "oci runtime",
        "error: stat ",
        "upgrade failed: ",
        "installation failed",
        ": exec format error",
        "starting container process");
  }

  @Override
  public boolean ignoresInfoLines() {
    return true;
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    String tool = toolOf(bare);
    return tool == null || line.severity().isHarmless() ? null : new Nested(line, tool);
  }

  private static @Nullable String toolOf(String bare) {
    // docker: Error response from daemon: could not select device driver "" with capabilities
    if (bare.contains("Error response from daemon: ")) {
      return "docker";
    }
    // Error from server (NotFound): pods "trainer-0" not found
    if (bare.startsWith("Error from server")) {
      return "kubectl";
    }
    // nvidia-container-cli: initialization error: nvml error: driver not loaded
    if (bare.contains(HOOK)) {
      return "nvidia-container-cli";
    }
    // FATAL:   container creation failed: mount /proc/self/fd/3->…: no such file or directory
    if (bare.contains("container creation failed")) {
      return "singularity";
    }
    // Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress
    if (bare.startsWith("Error: UPGRADE FAILED: ")
        || bare.startsWith("Error: INSTALLATION FAILED: ")) {
      return "helm";
    }
    // exec /entrypoint.sh: exec format error
    if (bare.startsWith("exec /") && bare.endsWith(": exec format error")) {
      return "exec";
    }
    // Error: OCI runtime error: crun: cannot set up hooks
    return bare.startsWith("Error: ") ? "podman" : null;
  }

  /** An error that quotes the output of a hook, whose own line is more specific. */
  private static final class Nested implements FailureBlock {
    private static final int MOST_LINES = 8;
    private final String tool;
    private LineText decisive;
    private long last;
    private int lines;

    Nested(LineText line, String tool) {
      this.tool = tool;
      decisive = line;
      last = line.number();
    }

    @Override
    public Step acceptLine(LineText line) {
      if (++lines > MOST_LINES || decisive.bare().contains(HOOK)) {
        return Step.ENDED;
      }
      if (line.bare().contains(HOOK)) {
        decisive = line;
        last = line.number();
        return Step.TAKEN;
      }
      return Step.PASSED;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return false;
    }

    @Override
    public FailureEvent toEvent() {
      return FailureEvent.of(decisive, new Failure.Command(tool), Standing.CAUSE)
          .withLastLine(last);
    }
  }
}
