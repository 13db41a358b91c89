package dev.faultbook.failure;

import dev.faultbook.matcher.TriggerFilter;
import java.util.List;

/** All formats in the order in which they are tried, strictest first. */
final class Formats {
  static final List<FailureFormat> ALL =
      List.of(
          new PythonFormat(),
          new TorchrunFormat(),
          new LauncherFormat(),
          new TerminateFormat(),
          new FatalPythonFormat(),
          new WatchdogFormat(),
          new TeardownFormat(),
          new KernelFormat(),
          new SlurmFormat(),
          new SlurmTableFormat(),
          new KubernetesFormat(),
          new JvmFormat(),
          new NativeCheckFormat(),
          new GlibcFormat(),
          new LibraryAbortFormat(),
          new PanicFormat(),
          new SignalFormat(),
          new StatusFormat(),
          new ContainerFormat(),
          new BuildFormat(),
          new InstallFormat(),
          new BareExceptionFormat(),
          new CommandFormat(),
          new ExitFormat(),
          new DivergenceFormat(),
          new ErrorLineFormat());

  static final TriggerFilter FILTER =
      new TriggerFilter(ALL.stream().map(FailureFormat::triggerWords).toList());

  /** The bits of the formats that ignore lines with the level of information or below. */
  static final long IGNORE_INFO_LINES = ignoresInfoLines();

  private Formats() {}

  private static long ignoresInfoLines() {
    long mask = 0;
    for (int i = 0; i < ALL.size(); i++) {
      mask |= ALL.get(i).ignoresInfoLines() ? 1L << i : 0;
    }
    return mask;
  }
}
