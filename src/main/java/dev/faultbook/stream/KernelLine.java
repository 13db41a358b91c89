package dev.faultbook.stream;

import com.google.re2j.Pattern;

/** Recognizes lines of the kernel log. */
public final class KernelLine {
  /** Number of characters within which the writer of a line is named. */
  private static final int HEAD = 200;

  private static final Pattern MARK =
      Pattern.compile(
          // nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 12028, Non-fatal, Link 32 egress …
          "NVRM: |nvidia-nvswitch"
              // 3,1842,91873467213,-;NVRM: GPU 0000:3b:00.0: GPU has fallen off the bus.
              + "|^[\\d,]+,[-c];"
              // <3>[91873.467213] … and [Fri Nov 20 03:43:07 2026] …
              + "|^(?:<[^>]*>)?\\[ *(?:\\d+\\.\\d{6}|\\pL[^\\]]{23})\\]"
              // 2026-11-20T03:43:07,467213+00:00 …
              + "|^.{10}T.{8},\\d{6}[+-]");

  private KernelLine() {}

  /** Whether a line has a mark of the kernel log. */
  public static boolean isKernelLine(String line) {
    String head = line.substring(0, Math.min(line.length(), HEAD));
    // Nov 20 03:43:07 node3 kernel: NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.
    boolean named = head.contains(" kernel: ") && LinePrefix.of(head).time() != null;
    return named || MARK.matcher(head).find();
  }
}
