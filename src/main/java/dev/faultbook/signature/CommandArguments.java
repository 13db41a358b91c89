package dev.faultbook.signature;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The form that a value of each type must have in a command: only ASCII, bounded in length, and
 * without characters that are special to a shell; only the square brackets around an IPv6 address
 * need quotes.
 */
final class CommandArguments {
  private static final int LONGEST_NUMBER = 19;
  private static final int LONGEST_HEX = 32;
  private static final int LONGEST_VERSION = 64;
  private static final int LONGEST_WORD = 128;
  private static final int LONGEST_HOST = 253;

  /** Words that stand for all nodes where Slurm takes a node list, and so are no host's name. */
  private static final Set<String> ALL_HOSTS = Set.of("all", "default");

  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_ADDRESS = 45;
  private static final int LONGEST_PATH = 255;
  private static final int LAST_PORT = 65_535;
  private static final String DEVICES = "/dev/";

  private CommandArguments() {}

  /** The value in the form for a command; empty if it must not be used there. */
  static Optional<String> toArgument(CaptureType type, String value) {
    return switch (type) {
      case TEXT -> Optional.empty();
      case INT -> onlyIf(value, isNumber(value));
      case HEX -> onlyIf(value, isHex(value));
      case SIZE -> joinSize(value);
      case VERSION -> onlyIf(value, isVersion(value));
      case PORT -> onlyIf(value, isPort(value));
      case HOST -> bareHost(value);
      case DEVICE -> onlyIf(value, isDevice(value));
      case PATH -> onlyIf(value, isPath(value));
      case NAME, WORD -> onlyIf(value, isName(value));
    };
  }

  private static Optional<String> onlyIf(String value, boolean valid) {
    return valid ? Optional.of(value) : Optional.empty();
  }

  /**
   * Without a sign: after a blank {@code -1} is an option, and {@code kill -1} kills all processes.
   */
  private static boolean isNumber(String value) {
    return value.length() <= LONGEST_NUMBER && consistsOf(value, 0, CommandArguments::isDigit);
  }

  private static boolean isHex(String value) {
    int from = value.startsWith("0x") || value.startsWith("0X") ? 2 : 0;
    return value.length() - from <= LONGEST_HEX
        && consistsOf(value, from, c -> c < 128 && Character.digit(c, 16) >= 0);
  }

  /** {@code 2.00 GiB} becomes {@code 2.00GiB}, one word. */
  private static Optional<String> joinSize(String value) {
    int end = 0;
    while (end < value.length() && (isDigit(value.charAt(end)) || value.charAt(end) == '.')) {
      end++;
    }
    String number = value.substring(0, end);
    int unit = end;
    while (unit < value.length() && value.charAt(unit) == ' ') {
      unit++;
    }
    String name = value.substring(unit);
    boolean known = name.isEmpty() ? unit == end : isAscii(name) && Sizes.bytesPerUnit(name) > 0;
    return onlyIf(number + name, known && isDecimal(number));
  }

  private static boolean isDecimal(String number) {
    int dot = number.indexOf('.');
    return dot < 0
        ? isNumber(number)
        : dot > 0 && isNumber(number.substring(0, dot)) && isNumber(number.substring(dot + 1));
  }

  /** Digits first, then letters and digits joined by one of {@code . + - _} each. */
  private static boolean isVersion(String value) {
    if (value.isEmpty() || value.length() > LONGEST_VERSION || !isDigit(value.charAt(0))) {
      return false;
    }
    boolean joined = false;
    for (int i = 0; i < value.length(); i++) {
      boolean join = ".+-_".indexOf(value.charAt(i)) >= 0;
      if (join && joined || !join && !isLetterOrDigit(value.charAt(i))) {
        return false;
      }
      joined = join;
    }
    return !joined;
  }

  private static boolean isPort(String value) {
    return value.length() <= 5
        && isNumber(value)
        && Integer.parseInt(value) >= 1
        && Integer.parseInt(value) <= LAST_PORT;
  }

  /**
   * The host alone: drops what is not part of the name in {@code node-1:29500}, {@code
   * 10.0.0.1<29500>}, {@code [fe80::1]:29500} and {@code node-1.}.
   */
  private static Optional<String> bareHost(String value) {
    String host = withoutPort(withoutAngle(value));
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    boolean one = !ALL_HOSTS.contains(host.toLowerCase(Locale.ROOT));
    return onlyIf(host, one && (isHostName(host) || isAddress(host)));
  }

  private static boolean isHostName(String host) {
    int label = 0;
    for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', label)) {
      if (!isLabel(host.substring(label, dot))) {
        return false;
      }
      label = dot + 1;
    }
    return host.length() <= LONGEST_HOST && isLabel(host.substring(label));
  }

  private static boolean isLabel(String label) {
    return label.length() <= LONGEST_LABEL
        && !label.startsWith("-")
        && consistsOf(label, 0, c -> isLetterOrDigit(c) || c == '_' || c == '-');
  }

  /** {@code node7<43210>} of NCCL without the port. */
  private static String withoutAngle(String host) {
    int angle = host.indexOf('<');
    boolean port =
        angle > 0 && host.endsWith(">") && isPort(host.substring(angle + 1, host.length() - 1));
    return port ? host.substring(0, angle) : host;
  }

  /**
   * {@code node7:29500} and {@code [fe80::1]:29500} without the port; empty if the port is invalid.
   */
  private static String withoutPort(String host) {
    int bracket = host.startsWith("[") ? host.indexOf(']') : -1;
    if (bracket > 0) {
      String rest = host.substring(bracket + 1);
      boolean port = rest.startsWith(":") && isPort(rest.substring(1));
      return rest.isEmpty() || port ? host.substring(1, bracket) : "";
    }
    int colon = host.indexOf(':');
    if (colon > 0 && colon == host.lastIndexOf(':')) {
      return isPort(host.substring(colon + 1)) ? host.substring(0, colon) : "";
    }
    return host;
  }

  /** An IPv6 address, possibly with a zone ({@code fe80::1%eth0}). */
  private static boolean isAddress(String host) {
    int percent = host.indexOf('%');
    String address = percent < 0 ? host : host.substring(0, percent);
    if (percent >= 0 && !isName(host.substring(percent + 1))) {
      return false;
    }
    if (!address.chars().allMatch(CommandArguments::isAddressPart)) {
      return false;
    }
    long colons = address.chars().filter(c -> c == ':').count();
    return colons >= 2 && colons <= 8 && address.length() <= LONGEST_ADDRESS;
  }

  /** {@code mlx5_0}, {@code eth0.100}, {@code 0000:41:00.0}, {@code /dev/nvidia0}. */
  private static boolean isDevice(String value) {
    if (value.startsWith(DEVICES)) {
      return isPath(value);
    }
    return isName(value) || isPciAddress(value);
  }

  private static boolean isPciAddress(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return bytes.length > 0 && CaptureType.pciAddress(bytes, 0, bytes.length) == bytes.length;
  }

  private static boolean isPath(String value) {
    if (value.isEmpty() || value.length() > LONGEST_PATH) {
      return false;
    }
    if (!isLetterOrDigit(value.charAt(0)) && "/._".indexOf(value.charAt(0)) < 0) {
      return false;
    }
    return value.chars().allMatch(c -> isPathPart((char) c)) && hasSoundSegments(value);
  }

  private static boolean isAddressPart(int c) {
    return c < 128 && (c == ':' || c == '.' || Character.digit(c, 16) >= 0);
  }

  private static boolean isPathPart(char c) {
    return isLetterOrDigit(c) || "/._-+@%=,:".indexOf(c) >= 0;
  }

  private static boolean hasSoundSegments(String path) {
    int segment = 0;
    for (int i = 0; i <= path.length(); i++) {
      if (i == path.length() || path.charAt(i) == '/') {
        boolean empty = i == segment && i > 0;
        if (empty || isDots(path, segment, i)) {
          return false;
        }
        segment = i + 1;
      }
    }
    return true;
  }

  /** Whether the segment is {@code .} or {@code ..}. */
  private static boolean isDots(String value, int from, int to) {
    int length = to - from;
    return length >= 1 && length <= 2 && value.startsWith("..".substring(0, length), from);
  }

  private static boolean isName(String value) {
    if (value.isEmpty() || value.length() > LONGEST_WORD || value.contains("..")) {
      return false;
    }
    char first = value.charAt(0);
    return (isLetterOrDigit(first) || first == '_')
        && consistsOf(value, 0, c -> isLetterOrDigit(c) || c == '_' || c == '.' || c == '-');
  }

  /** Accepts or refuses one character. */
  private interface Characters {
    boolean isAllowed(char c);
  }

  private static boolean consistsOf(String value, int from, Characters characters) {
    for (int i = from; i < value.length(); i++) {
      if (!characters.isAllowed(value.charAt(i))) {
        return false;
      }
    }
    return value.length() > from;
  }

  private static boolean isAscii(String value) {
    return consistsOf(value, 0, c -> c < 128);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetterOrDigit(char c) {
    return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
