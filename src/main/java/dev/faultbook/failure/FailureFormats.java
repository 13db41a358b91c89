package dev.faultbook.failure;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.codes.Endings;
import dev.faultbook.matcher.TriggerFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All formats of failures in the order in which they are tried, strictest first. Thread-safe. */
public final class FailureFormats {
  private final List<FailureFormat> all;
  private final TriggerFilter filter;

  /** The bits of the formats that ignore lines with the level of information or below. */
  private final long ignoringInfo;

  /**
   * The formats.
   *
   * @param tables the code tables, which state the codes that end jobs
   */
  public FailureFormats(CodeTables tables) {
    Endings endings = new Endings(tables);
    Signals signals = new Signals(endings);
    all =
        List.of(
            new PythonFormat(),
            new TorchrunFormat(),
            new LauncherFormat(),
            new TerminateFormat(),
            new FatalPythonFormat(signals),
            RowFormat.ofGroup("watchdog"),
            RowFormat.ofGroup("teardown"),
            RowFormat.ofGroup("kernel"),
            new EndingFormat(endings),
            RowFormat.ofGroup("slurm"),
            RowFormat.ofGroup("kubernetes"),
            new JvmFormat(),
            new NativeCheckFormat(),
            RowFormat.ofGroup("check"),
            RowFormat.ofGroup("glibc"),
            RowFormat.ofGroup("library"),
            new MpiFormat(),
            new PanicFormat(),
            new SignalFormat(signals),
            new StatusFormat(),
            RowFormat.ofGroup("container"),
            RowFormat.ofGroup("build"),
            RowFormat.ofGroup("install"),
            new BareExceptionFormat(),
            RowFormat.ofGroup("shell"),
            RowFormat.ofGroup("interpreter"),
            new CommandFormat(endings),
            new ExitFormat(),
            RowFormat.ofGroup("divergence"),
            new ErrorLineFormat());
    filter = new TriggerFilter(all.stream().map(FailureFormat::triggerWords).toList());
    long mask = 0;
    for (int i = 0; i < all.size(); i++) {
      mask |= all.get(i).ignoresInfoLines() ? 1L << i : 0;
    }
    ignoringInfo = mask;
  }

  public FailureReader createReader() {
    return new FailureReader(this);
  }

  /** The bits of the formats with a trigger word in {@code bytes[from, to)}. */
  long findTriggers(byte[] bytes, int from, int to) {
    return filter.scan(bytes, from, to);
  }

  /**
   * The block of the first format that recognizes a line; null if none does.
   *
   * @param triggers the bits of the formats with a trigger word in the line
   * @param open the block that is being read and must yield to the format; null if there is none
   */
  @Nullable FailureBlock openBlock(LineText line, long triggers, @Nullable FailureBlock open) {
    long left = line.severity().isHarmless() ? triggers & ~ignoringInfo : triggers;
    for (; left != 0; left &= left - 1) {
      FailureFormat format = all.get(Long.numberOfTrailingZeros(left));
      if (open == null || format.readsInsideMessages() && open.yieldsTo(format)) {
        FailureBlock block = format.readLine(line);
        if (block != null) {
          return block;
        }
      }
    }
    return null;
  }
}
