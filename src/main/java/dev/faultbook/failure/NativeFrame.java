package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Frames of native stacks. */
final class NativeFrame {
  private static final List<String> HEADINGS = PhraseSets.LISTS.phrases("stack headings");

  private NativeFrame() {}

  /** The frame that a line names; null if none. */
  static @Nullable StackFrame of(String bare) {
    int at = frameStart(bare);
    if (at < 0) {
      return null;
    }
    String rest = bare.substring(at).strip();
    int in = rest.lastIndexOf(" in ");
    int plus = rest.indexOf(" + 0x");
    String library = "";
    if (in > 0) {
      int end = rest.indexOf(')', in);
      library = rest.substring(in + 4, end < 0 ? rest.length() : end).strip();
    }
    String function = TextScan.limitLength(plus > 0 ? rest.substring(0, plus) : rest, 300);
    return new StackFrame(
        TextScan.limitLength(library, 300), 0, function, sharedLibrary(library, bare));
  }

  private static @Nullable String sharedLibrary(String library, String bare) {
    String file = library.isEmpty() ? bare : library;
    return file.contains(".so") || file.contains("/usr/") ? soName(file) : null;
  }

  private static String soName(String file) {
    int slash = file.lastIndexOf('/');
    String name = file.substring(slash + 1);
    int so = name.indexOf(".so");
    return TextScan.limitLength(so > 0 ? name.substring(0, so + 3) : name, 100);
  }

  private static int frameStart(String bare) {
    // frame #0: c10::Error::Error(…) + 0x57 (0x7f… in /opt/…/libc10.so)
    if (bare.startsWith("frame #")) {
      int colon = bare.indexOf(": ");
      return colon < 0 ? -1 : colon + 2;
    }
    //     @     0x7f2c1a3b4c5d  google::LogMessage::Fail()
    if (bare.startsWith("@ ")) {
      int hex = TextScan.blanksEnd(bare, 1);
      int end = bare.indexOf(' ', hex);
      return bare.startsWith("0x", hex) && end > 0 ? end : -1;
    }
    return numberedFrameStart(bare);
  }

  /** {@code [n1:77] [ 0] /lib64/libpthread.so.0(+0x12c20)[0x7f…]}, {@code 0 0x12 ucs_x() x.c:1}. */
  private static int numberedFrameStart(String bare) {
    int open = bare.startsWith("[") ? 1 : 0;
    int digits = TextScan.blanksEnd(bare, open);
    int end = TextScan.digitsEnd(bare, digits);
    if (end == digits || end - digits > 3) {
      return -1;
    }
    boolean closed = open == 1 && end < bare.length() && bare.charAt(end) == ']';
    int after = closed ? end + 1 : end;
    return (open == 0 || closed) && isAddress(bare, TextScan.blanksEnd(bare, after), after)
        ? after
        : -1;
  }

  private static boolean isAddress(String bare, int at, int after) {
    return at > after && (bare.startsWith("/", at) || bare.startsWith("0x", at));
  }

  /** Whether a line introduces or ends a native stack. */
  static boolean isHeading(String bare) {
    return bare.startsWith("=====") || HEADINGS.stream().anyMatch(bare::startsWith);
  }
}
