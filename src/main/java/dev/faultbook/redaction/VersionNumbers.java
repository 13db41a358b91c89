package dev.faultbook.redaction;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tells version numbers of four parts (cuDNN 9.1.0.70, NCCL 2.14.3.1) from addresses, which look
 * the same. What stands around decides: a port, an at sign or two slashes make an address; a letter
 * or a hyphen that touches makes a version; then the word before counts, and last whether the line
 * speaks of versions at all. Without any hint it is taken for an address.
 */
final class VersionNumbers {

  private static final int LONGEST_WORD = 40;

  /** Parts of words after which a version follows. */
  private static final List<String> SOFTWARE =
      List.of(
          "version",
          "release",
          "driver",
          "firmware",
          "vbios",
          "kernel",
          "build",
          "nvidia",
          "cuda",
          "cudnn",
          "cublas",
          "cufft",
          "curand",
          "cusolver",
          "cusparse",
          "cufile",
          "cutensor",
          "nvtx",
          "nvjitlink",
          "nvrtc",
          "nvcc",
          "nccl",
          "rccl",
          "torch",
          "triton",
          "tensor",
          "lib",
          "python",
          "numpy",
          "rocm",
          "miopen",
          "ucx",
          "ofed",
          "mlnx",
          "mpi",
          "jax",
          "xla",
          "apex",
          "deepspeed",
          "toolkit",
          "package",
          "wheel",
          "gcc",
          "glibc",
          "revision");

  /** Parts of words after which an address follows. */
  private static final List<String> NETWORK =
      List.of(
          "addr",
          "host",
          "peer",
          "server",
          "client",
          "inet",
          "connect",
          "master",
          "node",
          "remote",
          "local",
          "endpoint",
          "gateway",
          "nameserver",
          "ping",
          "socket",
          "bind",
          "listen");

  private final String line;

  /** Whether the line speaks of versions, once that was asked. */
  private @Nullable Boolean speaksOfVersions;

  VersionNumbers(String line) {
    this.line = line;
  }

  boolean isOne(int start, int end) {
    char before = start > 0 ? line.charAt(start - 1) : ' ';
    char after = end < line.length() ? line.charAt(end) : ' ';
    if (isAddressByTouch(start, end, after)) {
      return false;
    }
    boolean glued =
        TextRuns.isLetterOrDigit(before)
            || "_-+.".indexOf(before) >= 0
            || TextRuns.isLetter(after)
            || "_-+".indexOf(after) >= 0;
    if (glued || line.startsWith("==", Math.max(0, start - 2))) {
      return true;
    }
    return isOneByWord(start);
  }

  /** Whether the word before the number, or else the line, speaks of software. */
  private boolean isOneByWord(int start) {
    String word = wordBefore(start);
    if (containsOneOf(word, SOFTWARE) || word.equals("v") || word.equals("ver")) {
      return true;
    }
    return !containsOneOf(word, NETWORK) && speaksOfVersions();
  }

  private boolean speaksOfVersions() {
    if (speaksOfVersions == null) {
      speaksOfVersions =
          TextRuns.containsIgnoringCase(line, "version")
              || line.contains(">=")
              || line.contains("==")
              || line.contains("site-packages");
    }
    return speaksOfVersions;
  }

  private boolean isAddressByTouch(int start, int end, char after) {
    char before = start > 0 ? line.charAt(start - 1) : ' ';
    boolean port =
        (after == ':' || after == '<' || after == '/')
            && end + 1 < line.length()
            && TextRuns.isDigit(line.charAt(end + 1));
    return port || before == '@' || line.startsWith("//", Math.max(0, start - 2));
  }

  private String wordBefore(int start) {
    int end = start;
    while (end > 0
        && start - end < LONGEST_WORD
        && !TextRuns.isLetterOrDigit(line.charAt(end - 1))) {
      end--;
    }
    int begin = end;
    while (begin > 0 && end - begin < LONGEST_WORD && isWord(line.charAt(begin - 1))) {
      begin--;
    }
    return line.substring(begin, end).toLowerCase(Locale.ROOT);
  }

  private static boolean isWord(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '_' || c == '-';
  }

  private static boolean containsOneOf(String word, List<String> parts) {
    for (String part : parts) {
      if (word.contains(part)) {
        return true;
      }
    }
    return false;
  }
}
