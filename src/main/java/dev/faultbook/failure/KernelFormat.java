package dev.faultbook.failure;

import dev.faultbook.failure.Failure.Kernel.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports of the Linux kernel and of NVIDIA's driver in it. */
final class KernelFormat implements FailureFormat {
  private static final List<String> COMPLAINTS =
      List.of(
          "failed",
          "Failed",
          "mismatch",
          "not supported",
          "error",
          "fallen off",
          "timeout",
          "is only ready for use");

  @Override
  public List<String> triggerWords() {
    return List.of(
        "killed process",
        "kill process",
        "nvrm: ",
        "segfault at",
        "blocked for more",
        "not responding, still trying",
        "kernel panic",
        "hardware error]",
        "general protection",
        "unable to handle",
        "soft lockup",
        "bug: kernel",
        "sxid (",
        "bus error: sever",
        "traps: ");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String s = line.bare();
    // nfs: server 10.0.0.4 not responding, still trying
    if (s.contains("nfs: server ") && s.endsWith("not responding, still trying")) {
      // The tasks that wait for the server are reported later; it may answer again.
      return Told.of(line, new Failure.Kernel(Event.HUNG_TASK), Standing.COMPLAINT);
    }
    Event event = parseEvent(s);
    return event == null ? null : Told.of(line, new Failure.Kernel(event), standingOf(event, s));
  }

  private static Standing standingOf(Event event, String s) {
    if (event == Event.HUNG_TASK) {
      return Standing.CONSEQUENCE;
    }
    // Xids 43 and 45: the channel of a process that failed or ended is reset.
    boolean follows = s.contains("): 43,") || s.contains("): 45,");
    return event == Event.XID && follows ? Standing.CONSEQUENCE : Standing.CAUSE;
  }

  private static @Nullable Event parseEvent(String s) {
    // Out of memory: Killed process 1234 (python) total-vm:1234kB, anon-rss:1234kB
    if (s.contains("Killed process ") || s.contains("ut of memory: Kill process ")) {
      return s.contains("ut of memory") ? Event.OUT_OF_MEMORY : null;
    }
    int nvrm = s.indexOf("NVRM: ");
    if (nvrm >= 0) {
      return parseDriverEvent(s.substring(nvrm + 6));
    }
    // nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 30 LTSSM Fault Up
    if (s.contains("SXid (PCI:")) {
      return Event.XID;
    }
    // python[1234]: segfault at 0 ip 00007f2c sp 00007ffd error 4 in libcuda.so
    if (s.contains(" segfault at ") || s.contains("general protection fault")) {
      return Event.FAULT;
    }
    // INFO: task python:1234 blocked for more than 120 seconds.
    if (s.contains(" blocked for more than ")) {
      return Event.HUNG_TASK;
    }
    return parseBreakdown(s);
  }

  private static @Nullable Event parseBreakdown(String s) {
    // Kernel panic - not syncing: Fatal exception
    if (s.contains("Kernel panic - ") || s.contains("BUG: soft lockup")) {
      return Event.PANIC;
    }
    // BUG: kernel NULL pointer dereference, address: 0000000000000030
    if (s.contains("BUG: unable to handle") || s.contains("BUG: kernel ")) {
      return Event.PANIC;
    }
    // mce: [Hardware Error]: Machine check events logged
    return s.contains("[Hardware Error]") && !s.contains("Corrected error")
        ? Event.MACHINE_CHECK
        : null;
  }

  private static @Nullable Event parseDriverEvent(String message) {
    // NVRM: Xid (PCI:0000:c1:00): 79, GPU has fallen off the bus.
    if (message.startsWith("Xid (")) {
      return Event.XID;
    }
    for (String complaint : COMPLAINTS) {
      if (message.contains(complaint)) {
        return Event.GPU_DRIVER;
      }
    }
    return null;
  }
}
