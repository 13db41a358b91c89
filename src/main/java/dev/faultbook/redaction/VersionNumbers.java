package dev.faultbook.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes version numbers of four parts (cuDNN 9.1.0.70, NCCL 2.14.3.1) from IPv4 addresses
 * by their context, in this order: with a port, an at sign or two slashes it is an address, and so
 * it is behind {@code host_}; directly next to a letter or hyphen it is a version; then the
 * preceding word decides, and last whether the line mentions versions at all. Without any of these
 * it counts as an address.
 */
final class VersionNumbers {

  private static final int LONGEST_WORD = 40;
  private static final int PORT_DIGITS = 5;

  /** Words that an underscore or a hyphen joins to an address in the names of hosts and files. */
  private static final Set<String> HOSTS =
      Set.of("host", "node", "ip", "addr", "peer", "worker", "master");

  /** Parts of words that precede a version. */
  private static final List<String> SOFTWARE =
      List.of(
          "version",
          "release",
          "driver",
          "ufm",
          "dcgm",
          "doca",
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

  /** Parts of words that precede an address. */
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

  /** Whether the line mentions versions; null until first needed. */
  private @Nullable Boolean mentionsVersions;

  VersionNumbers(String line) {
    this.line = line;
  }

  boolean isOne(int start, int end) {
    char before = start > 0 ? line.charAt(start - 1) : ' ';
    char after = end < line.length() ? line.charAt(end) : ' ';
    if (touchesAddress(start, end, after)
        || ("_-".indexOf(before) >= 0 && HOSTS.contains(wordBefore(start)))
        || isPort(end)) {
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
    return isMarkedByWord(start);
  }

  /** Whether the preceding word or, if it does not decide, the line refers to software. */
  private boolean isMarkedByWord(int start) {
    String word = wordBefore(start);
    if (containsOneOf(word, SOFTWARE) || word.equals("v") || word.equals("ver")) {
      return true;
    }
    return !containsOneOf(word, NETWORK) && mentionsVersions();
  }

  private boolean mentionsVersions() {
    if (mentionsVersions == null) {
      mentionsVersions =
          TextRuns.containsIgnoringCase(line, "version")
              || line.contains(">=")
              || line.contains("==")
              || line.contains("site-packages");
    }
    return mentionsVersions;
  }

  /** Whether a hyphen and five digits follow, as in the names of rendezvous files. */
  private boolean isPort(int end) {
    int last = end + 1 + PORT_DIGITS;
    return last <= line.length()
        && line.charAt(end) == '-'
        && TextRuns.isNumber(line, end + 1, last)
        && (last == line.length() || !TextRuns.isWordPart(line.charAt(last)));
  }

  private boolean touchesAddress(int start, int end, char after) {
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
