package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errors of compilers, linkers and build systems. */
final class BuildFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        ": *** ",
        "failed: ",
        "ninja: ",
        "cmake error",
        " error: ",
        "error:",
        " error c",
        "error lnk",
        "fatal   : ",
        "ptxas fatal",
        "ptxas error",
        "cannot find -l",
        "undefined reference",
        "collect2: ",
        "error[e",
        "returned a non-zero code",
        "failed to solve",
        "did not complete succ");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    if (isCompilerError(bare) || isLinkerError(bare)) {
      return Told.of(line, new Failure.Command(toolOf(bare)), Standing.CAUSE);
    }
    return isConsequence(bare)
        ? Told.of(line, new Failure.Command(toolOf(bare)), Standing.CONSEQUENCE)
        : null;
  }

  private static boolean isCompilerError(String bare) {
    // csrc/ops.cu(12): error: identifier "x" is undefined
    // csrc/ops.cpp:12:5: fatal error: cuda.h: No such file or directory
    int error = bare.indexOf("error");
    if (error > 4 && isLocated(bare, error)) {
      return true;
    }
    // nvcc fatal   : Unsupported gpu architecture 'compute_120'
    return bare.startsWith("nvcc fatal ")
        || bare.startsWith("ptxas fatal ")
        || bare.startsWith("ptxas error ")
        || bare.startsWith("CMake Error at ")
        || bare.startsWith("CMake Error: ")
        || bare.startsWith("error[E")
        || bare.startsWith("ninja: error: ");
  }

  /** Whether a file and a position in it directly precede the word {@code error}. */
  private static boolean isLocated(String bare, int error) {
    int end = bare.startsWith("fatal ", error - 6) ? error - 6 : error;
    String head = bare.substring(0, end).stripTrailing();
    if (!head.endsWith(":") || head.length() < 4) {
      return false;
    }
    // csrc/ops.cu(12) and csrc/ops.cpp:12:5
    int last = head.length() - (head.charAt(head.length() - 2) == ')' ? 3 : 2);
    int digits = last;
    while (digits > 0 && isPositionPart(head.charAt(digits))) {
      digits--;
    }
    boolean place = digits < last && "(:".indexOf(head.charAt(digits)) >= 0;
    return place && isSourceFile(head.substring(0, digits));
  }

  private static boolean isPositionPart(char c) {
    return TextScan.isDigit(c) || c == ',';
  }

  private static boolean isSourceFile(String path) {
    int colon = path.lastIndexOf(':');
    String p =
        colon > 1 && TextScan.digitsEnd(path, colon + 1) == path.length()
            ? path.substring(0, colon)
            : path;
    int dot = p.lastIndexOf('.');
    return dot > 0
        && List.of("c", "cc", "cpp", "cxx", "cu", "cuh", "h", "hpp", "hip", "rs", "go", "f90", "mm")
            .contains(p.substring(dot + 1));
  }

  private static boolean isLinkerError(String bare) {
    // /usr/bin/ld: cannot find -lcuda: No such file or directory
    return bare.contains("ld: cannot find ")
        || bare.contains("undefined reference to `")
        || bare.startsWith("LINK : fatal error ")
        || bare.contains(" : error LNK");
  }

  private static boolean isConsequence(String bare) {
    // make[1]: *** [Makefile:12: all] Error 2
    if (bare.startsWith("make") && bare.contains(": *** ")) {
      return true;
    }
    return bare.startsWith("FAILED: ")
        || bare.startsWith("ninja: build stopped")
        || bare.startsWith("collect2: error: ")
        || bare.startsWith("error: command '")
        || bare.startsWith("error: could not compile ")
        || bare.contains(" returned a non-zero code: ")
        || bare.contains("failed to solve: ")
        || bare.contains(" did not complete successfully: exit code");
  }

  private static String toolOf(String bare) {
    for (String tool : List.of("make", "ninja", "CMake", "nvcc", "ptxas", "LINK", "collect2")) {
      if (bare.startsWith(tool)) {
        return tool.toLowerCase(java.util.Locale.ROOT);
      }
    }
    return bare.contains("ld: ") ? "ld" : "compiler";
  }
}
