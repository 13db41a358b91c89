package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * Public IPv4 and IPv6 addresses. Private and reserved addresses stay, and so does a number of four
 * parts without a sign of being an address, which may be a version: {@code 8.2.1.8} of TensorRT.
 */
final class AddressFinder {

  private static final int MAX_LENGTH = 48;
  private static final int MAX_WORDS = 24;

  /** Words of which one directly before a number says that it is an address. */
  private static final Set<String> ADDRESS_WORDS =
      Set.of(
          "ip",
          "addr",
          "address",
          "host",
          "hostname",
          "node",
          "server",
          "peer",
          "remote",
          "connect",
          "connection",
          "connected",
          "connecting",
          "client",
          "endpoint",
          "gateway",
          "dst",
          "src",
          "inet",
          "ping",
          "rhost",
          "raddr",
          "laddr",
          "ssh",
          "listen",
          "bind",
          "master",
          "nameserver",
          "dns",
          "url",
          "reach",
          "resolved",
          "地址",
          "主机",
          "连接");

  /** Words that count only in a line that names no software. */
  private static final Set<String> WEAK_WORDS = Set.of("from", "to", "via", "by", "at", "on");

  private static final Set<String> SOFTWARE =
      Set.of(
          "version",
          "upgrad",
          "downgrad",
          "install",
          "cuda",
          "cudnn",
          "nccl",
          "tensorrt",
          "driver",
          "torch",
          "library",
          "package",
          "release",
          "==",
          ">=");

  private AddressFinder() {}

  /** Whether a line may hold an address, by its bytes: {@code 1.2.3.4} or {@code 2a02:…}. */
  static boolean mayHoldAddress(byte[] bytes, int from, int to) {
    int dots = 0;
    for (int i = from + 1; i < to - 1; i++) {
      byte b = bytes[i];
      if (b == '.') {
        if (isDigit(bytes[i - 1]) && isDigit(bytes[i + 1])) {
          if (++dots == 3) {
            return true;
          }
        } else {
          dots = 0;
        }
      } else if (b == ':') {
        if (i - from >= 4 && isGlobalGroup(bytes, i - 4)) {
          return true;
        }
        dots = 0;
      } else if (!isDigit(b)) {
        dots = 0;
      }
    }
    return false;
  }

  /** Whether the first group of a global IPv6 address, 2000::/3, is at a position. */
  private static boolean isGlobalGroup(byte[] bytes, int at) {
    return (bytes[at] == '2' || bytes[at] == '3')
        && Character.digit(bytes[at + 1], 16) >= 0
        && Character.digit(bytes[at + 2], 16) >= 0
        && Character.digit(bytes[at + 3], 16) >= 0;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** Adds the addresses of a line. */
  static void findAddresses(String line, Findings found) {
    int i = 0;
    while (i < line.length()) {
      if (!isPart(line.charAt(i))) {
        i++;
        continue;
      }
      int end = i;
      int dots = 0;
      int colons = 0;
      for (; end < line.length() && isPart(line.charAt(end)); end++) {
        dots += line.charAt(end) == '.' ? 1 : 0;
        colons += line.charAt(end) == ':' ? 1 : 0;
      }
      if (colons >= 2 && end - i <= MAX_LENGTH) {
        findVersion6(line, i, end, found);
      }
      if (dots >= 3) {
        findVersion4(line, i, end, found);
      }
      i = end;
    }
  }

  private static boolean isPart(char c) {
    return TextRuns.isDigit(c)
        || (c >= 'a' && c <= 'f')
        || (c >= 'A' && c <= 'F')
        || c == ':'
        || c == '.';
  }

  private static void findVersion6(String line, int start, int end, Findings found) {
    int last = end;
    while (last > start && ".:".indexOf(line.charAt(last - 1)) >= 0) {
      last--;
    }
    int first = startOfVersion6(line, start);
    boolean continues = end < line.length() && TextRuns.isWordPart(line.charAt(end));
    if (!continues && first < last && IpVersion6.isPublic(line.substring(first, last))) {
      found.add(line, first, last, SecretKind.IP);
    }
  }

  /** The start of an address; {@code eth0} of {@code eth0:2001:…} belongs to the word before. */
  private static int startOfVersion6(String line, int start) {
    boolean glued = start > 0 && TextRuns.isWordPart(line.charAt(start - 1));
    boolean colon = line.startsWith(":", start) && !line.startsWith("::", start);
    return glued || colon ? line.indexOf(':', start) + 1 : start;
  }

  private static void findVersion4(String line, int start, int end, Findings found) {
    int i = start;
    while (i < end) {
      if (!TextRuns.isDigit(line.charAt(i))) {
        i++;
        continue;
      }
      int last = i;
      while (last < end && (TextRuns.isDigit(line.charAt(last)) || line.charAt(last) == '.')) {
        last++;
      }
      int address = last;
      while (line.charAt(address - 1) == '.') {
        address--;
      }
      if (IpVersion4.isPublic(line, i, address) && hasSign(line, i, address)) {
        found.add(line, i, address, SecretKind.IP);
      }
      i = last;
    }
  }

  /** Whether something beside a number of four parts says that it is an address. */
  private static boolean hasSign(String line, int start, int end) {
    return isFollowedAsAddress(line, end)
        || isPrecededAsAddress(line, start)
        || isNamedAddress(line, start);
  }

  /** A port, a prefix length or NCCL's {@code <0>}: {@code 1.2.3.4:29500}, {@code 1.2.3.4/24}. */
  private static boolean isFollowedAsAddress(String line, int end) {
    if (end + 1 < line.length() && ":/<".indexOf(line.charAt(end)) >= 0) {
      return TextRuns.isDigit(line.charAt(end + 1));
    }
    // (1.2.3.4, 29500) and the first word of an access log: 1.2.3.4 - - [
    int next =
        line.startsWith(", ", end) || line.startsWith("', ", end)
            ? line.indexOf(' ', end) + 1
            : end;
    boolean port = next > end && next < line.length() && TextRuns.isDigit(line.charAt(next));
    return port || line.startsWith(" port ", end) || line.startsWith(" - - [", end);
  }

  /** {@code user@1.2.3.4}, {@code //1.2.3.4}, {@code [1.2.3.4]}, {@code eth0:1.2.3.4}. */
  private static boolean isPrecededAsAddress(String line, int start) {
    if (start == 0) {
      return false;
    }
    char second = start == 1 ? ' ' : line.charAt(start - 2);
    return switch (line.charAt(start - 1)) {
      case '@', '[' -> true;
      case '/' -> second == '/';
      case ':' -> TextRuns.isDigit(second);
      default -> false;
    };
  }

  /** Whether one of the two words before is that of an address: {@code connect to 1.2.3.4}. */
  private static boolean isNamedAddress(String line, int start) {
    int end = start;
    for (int words = 0; words < 2; words++) {
      while (end > 0 && !isWordPart(line.charAt(end - 1))) {
        end--;
      }
      int word = end;
      while (word > 0 && end - word < MAX_WORDS && isWordPart(line.charAt(word - 1))) {
        word--;
      }
      String text = line.substring(word, end).toLowerCase(Locale.ROOT);
      if (ADDRESS_WORDS.contains(text.substring(text.lastIndexOf('_') + 1))) {
        return true;
      }
      if (WEAK_WORDS.contains(text) && !namesSoftware(line, start)) {
        return true;
      }
      end = word;
    }
    return false;
  }

  private static boolean isWordPart(char c) {
    return TextRuns.isWordPart(c) || c >= TextRuns.FIRST_IDEOGRAPH;
  }

  private static boolean namesSoftware(String line, int at) {
    String near = line.substring(Math.max(0, at - 200), Math.min(line.length(), at + 100));
    String lower = near.toLowerCase(Locale.ROOT);
    return SOFTWARE.stream().anyMatch(lower::contains);
  }
}
