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
          RowFormat.ofGroup("watchdog"),
          RowFormat.ofGroup("teardown"),
          RowFormat.ofGroup("kernel"),
          RowFormat.ofGroup("slurm"),
          new SlurmTableFormat(),
          RowFormat.ofGroup("kubernetes"),
          new JvmFormat(),
          new NativeCheckFormat(),
          RowFormat.ofGroup("glibc"),
          RowFormat.ofGroup("library"),
          new MpiFormat(),
          new PanicFormat(),
          new SignalFormat(),
          new StatusFormat(),
          RowFormat.ofGroup("container"),
          RowFormat.ofGroup("build"),
          RowFormat.ofGroup("install"),
          new BareExceptionFormat(),
          RowFormat.ofGroup("shell"),
          RowFormat.ofGroup("interpreter"),
          new CommandFormat(),
          new ExitFormat(),
          RowFormat.ofGroup("divergence"),
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
