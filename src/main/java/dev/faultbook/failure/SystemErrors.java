package dev.faultbook.failure;

import java.util.List;
import java.util.Locale;

/** The texts of {@code strerror(3)} with which commands state their errors. */
final class SystemErrors {
  private static final List<String> TEXTS =
      List.of(
          "no such file or directory",
          "permission denied",
          "operation not permitted",
          "connection refused",
          "connection timed out",
          "connection reset by peer",
          "no route to host",
          "network is unreachable",
          "name or service not known",
          "temporary failure in name resolution",
          "no space left on device",
          "disk quota exceeded",
          "read-only file system",
          "cannot allocate memory",
          "input/output error",
          "stale file handle",
          "transport endpoint is not connected",
          "device or resource busy",
          "no such device",
          "no such device or address",
          "too many open files",
          "text file busy",
          "exec format error",
          "is a directory",
          "not a directory",
          "file exists",
          "argument list too long",
          "resource temporarily unavailable",
          "host key verification failed",
          "unknown error",
          "invalid argument",
          "required key not available",
          "key was rejected by service",
          "value too large for defined data type");

  private SystemErrors() {}

  /**
   * Whether a line ends with the text of a system error, ignoring a full stop or the error's
   * number.
   */
  static boolean isAtEnd(String bare) {
    int end = bare.length();
    // Connection refused (111)
    int open = end > 0 && bare.charAt(end - 1) == ')' ? bare.lastIndexOf('(') : -1;
    boolean numbered = open > 0 && TextScan.digitsEnd(bare, open + 1) == end - 1;
    String s = (numbered ? bare.substring(0, open) : bare).strip();
    s = s.endsWith(".") ? s.substring(0, s.length() - 1) : s;
    s = s.endsWith(": unknown") ? s.substring(0, s.length() - 9) : s;
    String tail = s.substring(Math.max(0, s.length() - 60)).toLowerCase(Locale.ROOT);
    for (String text : TEXTS) {
      if (tail.endsWith(text)) {
        return true;
      }
    }
    return false;
  }
}
