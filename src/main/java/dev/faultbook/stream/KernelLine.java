package dev.faultbook.stream;

/** Recognizes lines of the kernel log. */
public final class KernelLine {
  /** Number of characters within which the writer of a line is named. */
  private static final int HEAD = 200;

  private KernelLine() {}

  /** Whether a line has a mark of the kernel log. */
  public static boolean isKernelLine(String line) {
    String head = line.substring(0, Math.min(line.length(), HEAD));
    // Nov 20 03:43:07 node3 kernel: NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.
    return head.contains(" kernel: ") && LinePrefix.of(head).time() != null
        // nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 12028, Non-fatal, Link 32 egress …
        || head.contains("NVRM: ")
        || head.contains("nvidia-nvswitch")
        || isRingBuffer(head);
  }

  /** The formats of dmesg and /dev/kmsg. */
  private static boolean isRingBuffer(String head) {
    // 3,1842,91873467213,-;NVRM: GPU 0000:3b:00.0: GPU has fallen off the bus.
    int tail = Math.max(head.indexOf(",-;"), head.indexOf(",c;"));
    if (tail > 0
        && head.substring(0, tail).chars().allMatch(c -> c == ',' || Character.isDigit(c))) {
      return true;
    }
    // <3>[91873.467213] …, [Fri Nov 20 03:43:07 2026] … and 2026-11-20T03:43:07,467213+00:00 …
    int open = head.startsWith("<") ? head.indexOf('>') + 1 : 0;
    if (open < head.length() && head.charAt(open) == '[') {
      int close = head.indexOf(']', open);
      return close > 0 && isBootTime(head.substring(open + 1, close));
    }
    return head.indexOf(',') == "2026-11-20T03:43:07".length() && isIso(head);
  }

  /** {@code 91873.467213} or {@code Fri Nov 20 03:43:07 2026}. */
  private static boolean isBootTime(String inside) {
    String text = inside.strip();
    if (text.isEmpty()) {
      return false;
    }
    int dot = text.indexOf('.');
    boolean seconds =
        dot > 0 && text.length() - dot == 7 && text.chars().allMatch(c -> c <= '9' && c >= '.');
    boolean named = Character.isLetter(text.charAt(0)) && text.length() == 24;
    return seconds || named;
  }

  /** Six digits of microseconds after the comma, then the zone. */
  private static boolean isIso(String head) {
    int micros = "2026-11-20T03:43:07,".length();
    int zone = micros + 6;
    return head.length() > zone
        && head.charAt(10) == 'T'
        && head.substring(micros, zone).chars().allMatch(Character::isDigit)
        && (head.charAt(zone) == '+' || head.charAt(zone) == '-');
  }
}
