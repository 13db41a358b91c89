package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Failed checks and assertions of native code, which end the process. */
final class NativeCheckFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        "check failed",
        "check failure",
        "assertion",
        "ggml_assert",
        "cudacheck fail",
        "cuda error: ",
        ": f tensorflow/",
        ": f external/");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // 2026-01-12 09:11:20.114020: F tensorflow/core/platform/cpu_feature_guard.cc:39] The …
    boolean logged = hasGlogPrefix(line.raw()) || line.raw().contains(": F ");
    if (line.severity() == Severity.FATAL && logged) {
      // F0101 11:55:34.719711 12345 file.cpp:1595] Check failed: a == b (1 vs. 2)
      return new NativeBlock(line, "Check failed", afterColon(bare, "Check failed:"));
    }
    if (bare.contains("ssertion") && isAssertion(bare)) {
      return new NativeBlock(line, "Assertion failed", bare);
    }
    // /llama.cpp/ggml/src/ggml.c:123: GGML_ASSERT(x != NULL) failed
    if (bare.contains("GGML_ASSERT")) {
      return new NativeBlock(line, "Assertion failed", bare);
    }
    return readCudaCheck(line, bare);
  }

  private static @Nullable FailureBlock readCudaCheck(LineText line, String bare) {
    // THCudaCheck FAIL file=torch/csrc/x.cpp line=352 error=30 : unknown error
    if (bare.contains("udaCheck FAIL ")) {
      return new NativeBlock(line, "Check failed", bare);
    }
    // CUDA error: out of memory
    boolean told = bare.startsWith("CUDA error: ");
    boolean ggml = bare.contains("ggml-cuda") && bare.contains(": CUDA err");
    return told || ggml
        ? new NativeBlock(line, "CUDA error", bare.substring(bare.indexOf("CUDA err")))
        : null;
  }

  private static boolean hasGlogPrefix(String raw) {
    int f = raw.indexOf('F');
    while (f >= 0) {
      int digits = TextScan.digitsEnd(raw, f + 1);
      if (digits - f >= 5) {
        return true;
      }
      f = raw.indexOf('F', f + 1);
    }
    return false;
  }

  private static String afterColon(String bare, String text) {
    return bare.startsWith(text) ? bare.substring(text.length()).strip() : bare;
  }

  /** {@code prog: a.c:12: f: Assertion `x' failed.}, {@code [0,0,0] Assertion `t >= 0` failed.} */
  private static boolean isAssertion(String bare) {
    int at = bare.indexOf("ssertion ");
    if (at < 0) {
      return false;
    }
    char quote = at + 9 < bare.length() ? bare.charAt(at + 9) : ' ';
    return (quote == '`' || quote == '\'' || quote == '(') && bare.contains("failed")
        || bare.contains("Assertion failed");
  }
}
