package dev.faultbook.failure;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.codes.Endings;
import dev.faultbook.matcher.TriggerFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All formats of failures in the order in which they are tried, strictest first. Thread-safe. */
public final class FailureFormats {
  private final List<Entry> all;
  private final TriggerFilter filter;

  /** The bits of the formats that ignore lines with the level of information or below. */
  private final long ignoringInfo;

  /** The bits of the formats that read no lines inside the message of another failure. */
  private final long outside;

  private final long preceded;

  /**
   * A format and the lines that it reads.
   *
   * @param words at least one of them occurs in every line of the format; see {@link TriggerFilter}
   * @param options {@code noinfo} and {@code outside}; see {@code formats.txt}
   */
  private record Entry(FailureFormat format, List<String> words, String options) {
    /** A format with a list of {@code phrases.txt} for its words. */
    static Entry of(FailureFormat format, String list, String options) {
      return new Entry(format, PhraseSets.LISTS.phrases(list), options);
    }

    static Entry ofRows(String group) {
      RowFormat format = RowFormat.ofGroup(group);
      return new Entry(format, format.triggerWords(), format.heading);
    }
  }

  /**
   * The formats.
   *
   * @param tables the code tables, which state the codes that end jobs
   */
  public FailureFormats(CodeTables tables) {
    Endings endings = new Endings(tables);
    Signals signals = new Signals(endings);
    EndingFormat ending = new EndingFormat(endings);
    all =
        List.of(
            Entry.of(new PythonFormat(), "python words", "preceded"),
            Entry.of(new TorchrunFormat(), "torchrun words", ""),
            Entry.of(new LauncherFormat(), "launcher words", ""),
            Entry.of(new TerminateFormat(), "terminate words", ""),
            Entry.of(new FatalPythonFormat(signals), "crash words", ""),
            Entry.ofRows("watchdog"),
            Entry.ofRows("teardown"),
            Entry.ofRows("kernel"),
            new Entry(ending, ending.triggerWords(), ""),
            Entry.ofRows("slurm"),
            Entry.ofRows("kubernetes"),
            Entry.of(new JvmFormat(), "jvm words", "noinfo"),
            Entry.of(new NativeCheckFormat(), "check words", ""),
            Entry.ofRows("check"),
            Entry.ofRows("glibc"),
            Entry.ofRows("library"),
            Entry.of(new MpiFormat(), "mpi words", ""),
            Entry.of(new PanicFormat(), "panic words", ""),
            Entry.of(new SignalFormat(signals), "signal words", ""),
            Entry.of(new StatusFormat(), "status words", ""),
            Entry.ofRows("container"),
            Entry.ofRows("service"),
            Entry.ofRows("build"),
            Entry.ofRows("install"),
            Entry.of(new BareExceptionFormat(), "exception words", "noinfo outside preceded"),
            Entry.ofRows("shell"),
            Entry.ofRows("interpreter"),
            new Entry(new CommandFormat(endings), CommandFormat.triggerWords(), "outside"),
            Entry.of(new ExitFormat(), "exit words", ""),
            Entry.ofRows("divergence"),
            Entry.of(new ErrorLineFormat(), "error words", "noinfo outside"));
    filter = new TriggerFilter(all.stream().map(Entry::words).toList());
    ignoringInfo = bitsOf("noinfo");
    outside = bitsOf("outside");
    preceded = bitsOf("preceded");
  }

  private long bitsOf(String option) {
    long bits = 0;
    for (int i = 0; i < all.size(); i++) {
      bits |= all.get(i).options().contains(option) ? 1L << i : 0;
    }
    return bits;
  }

  public FailureReader createReader() {
    return new FailureReader(this);
  }

  /** Trigger bits without those of formats that read no lines inside the message of a failure. */
  long withoutOutside(long triggers) {
    return triggers & ~outside;
  }

  /** Whether the line before one with these trigger bits may say that its failure is none. */
  boolean dependOnLineBefore(long triggers) {
    return (triggers & preceded) != 0;
  }

  /** The words of which every line that reports a failure holds one. */
  public TriggerFilter triggers() {
    return filter;
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
    left = open == null ? left : withoutOutside(left);
    for (; left != 0; left &= left - 1) {
      FailureFormat format = all.get(Long.numberOfTrailingZeros(left)).format();
      if (open == null || open.yieldsTo(format)) {
        FailureBlock block = format.readLine(line);
        if (block != null) {
          return block;
        }
      }
    }
    return null;
  }
}
