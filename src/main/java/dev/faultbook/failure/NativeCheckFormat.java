package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import org.jspecify.annotations.Nullable;

/** Failed checks of native code that logs with glog, which end the process. */
final class NativeCheckFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // 2026-01-12 09:11:20.114020: F tensorflow/core/platform/cpu_feature_guard.cc:39] The …
    boolean logged = hasGlogPrefix(line.raw()) || line.raw().contains(": F ");
    if (line.severity() == Severity.FATAL && logged) {
      // F0101 11:55:34.719711 12345 file.cpp:1595] Check failed: a == b (1 vs. 2)
      return new NativeBlock(line, "Check failed", afterColon(bare, "Check failed:"));
    }
    return null;
  }

  private static boolean hasGlogPrefix(String raw) {
    int f = raw.indexOf('F');
    while (f >= 0) {
      int digits = TextScan.digitsEnd(raw, f + 1);
      // no /tmp/pip-build-F00412/ops.cu:3:10: fatal error: …
      boolean starts = f == 0 || !TextScan.isIdentifierPart(raw.charAt(f - 1));
      if (digits - f >= 5 && starts && raw.startsWith(" ", digits)) {
        return true;
      }
      f = raw.indexOf('F', f + 1);
    }
    return false;
  }

  private static String afterColon(String bare, String text) {
    return bare.startsWith(text) ? bare.substring(text.length()).strip() : bare;
  }
}
