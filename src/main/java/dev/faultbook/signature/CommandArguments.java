package dev.faultbook.signature;

import com.google.re2j.Pattern;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The form that a value of each type must have in a command: one word of ASCII, bounded in length,
 * without characters that are special to a shell; only the square brackets around an IPv6 address
 * need quotes.
 */
final class CommandArguments {
  /** Words that stand for all nodes where Slurm takes a node list, and so are no host's name. */
  private static final Set<String> ALL_HOSTS = Set.of("all", "default");

  /** Without a sign: after a blank {@code -1} is an option; {@code kill -1} kills all processes. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}");

  private static final Pattern HEX = Pattern.compile("(?:0[xX])?[0-9a-fA-F]{1,32}");

  /** {@code 2.00 GiB}; the word is {@code 2.00GiB}. */
  private static final Pattern SIZE =
      Pattern.compile("[0-9]{1,19}(?:\\.[0-9]{1,19})?(?: *[A-Za-z]{1,8})?");

  private static final Pattern VERSION = Pattern.compile("[0-9](?:[.+_-]?[0-9A-Za-z]){0,63}");
  private static final Pattern PORT = Pattern.compile("0*[1-9][0-9]{0,4}");
  private static final Pattern NAME = Pattern.compile("[0-9A-Za-z_](?:\\.?[0-9A-Za-z_-])*\\.?");

  private static final Map<CaptureType, Pattern> PLAIN =
      Map.of(
          CaptureType.INT, NUMBER,
          CaptureType.HEX, HEX,
          CaptureType.VERSION, VERSION,
          CaptureType.NAME, NAME,
          CaptureType.WORD, NAME);

  private static final int MAX_WORD = 128;

  private static final Pattern PATH =
      Pattern.compile("/?[0-9A-Za-z._][0-9A-Za-z._+@%=,:-]*(?:/[0-9A-Za-z._+@%=,:-]+)*");

  private static final Pattern DOTS = Pattern.compile("(?:^|/)\\.\\.?(?:/|$)");

  private static final Pattern PCI_ADDRESS =
      Pattern.compile(
          "[0-9a-fA-F]{4}(?:[0-9a-fA-F]{4})?:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}(?:\\.[0-9a-fA-F])?");

  private static final Pattern HOST_NAME =
      Pattern.compile("[0-9A-Za-z_][0-9A-Za-z_-]{0,62}(?:\\.[0-9A-Za-z_][0-9A-Za-z_-]{0,62})*");

  /** An IPv6 address, possibly with a zone ({@code fe80::1%eth0}). */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:[0-9a-fA-F.]*:){2,8}[0-9a-fA-F.]*(?:%[0-9A-Za-z_](?:\\.?[0-9A-Za-z_-])*)?");

  private static final Pattern[] WITH_PORT = {
    // node7<43210> of NCCL
    Pattern.compile("([^<>]+)<([0-9]+)>"),
    // [fe80::1]:29500 and [fe80::1]
    Pattern.compile("\\[([^\\]]*)\\](?::([0-9]+))?"),
    // node7:29500
    Pattern.compile("([^:\\[\\]]+):([^:]*)"),
  };

  private CommandArguments() {}

  /** The value in the form for a command; empty if it must not be used there. */
  static Optional<String> toArgument(CaptureType type, String value) {
    return switch (type) {
      case TEXT -> Optional.empty();
      case SIZE ->
          checked(SIZE, value)
              .filter(CommandArguments::hasKnownUnit)
              .map(size -> size.replace(" ", ""));
      case PORT -> checked(PORT, value).filter(CommandArguments::isPort);
      case HOST -> bareHost(value);
      case DEVICE ->
          value.startsWith("/dev/")
              ? toPath(value)
              : checked(NAME, value).or(() -> checked(PCI_ADDRESS, value));
      case PATH, REFERENCE -> toPath(value);
      case INT, HEX, VERSION, NAME, WORD -> checked(Objects.requireNonNull(PLAIN.get(type)), value);
    };
  }

  private static Optional<String> checked(Pattern form, String value) {
    return checked(form, value, MAX_WORD);
  }

  private static Optional<String> checked(Pattern form, String value, int max) {
    return value.length() <= max && form.matches(value) ? Optional.of(value) : Optional.empty();
  }

  private static Optional<String> toPath(String value) {
    return checked(PATH, value, 255).filter(path -> !DOTS.matcher(path).find());
  }

  private static boolean hasKnownUnit(String size) {
    int unit = 0;
    while (unit < size.length() && !Character.isLetter(size.charAt(unit))) {
      unit++;
    }
    return unit == size.length() || Sizes.bytesPerUnit(size.substring(unit)) > 0;
  }

  private static boolean isPort(String digits) {
    return !digits.isEmpty() && digits.length() <= 5 && Integer.parseInt(digits) <= 65_535;
  }

  /**
   * The host alone: drops what is not part of the name in {@code node-1:29500}, {@code
   * 10.0.0.1<29500>}, {@code [fe80::1]:29500} and {@code node-1.}.
   */
  private static Optional<String> bareHost(String value) {
    if (value.length() > 300) {
      return Optional.empty();
    }
    String host = value;
    for (Pattern form : WITH_PORT) {
      var matcher = form.matcher(host);
      if (matcher.matches()) {
        String port = matcher.group(2);
        host = port == null || PORT.matches(port) && isPort(port) ? matcher.group(1) : "";
      }
    }
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    return name.contains("..") || ALL_HOSTS.contains(name.toLowerCase(Locale.ROOT))
        ? Optional.empty()
        : checked(HOST_NAME, name, 253).or(() -> checked(ADDRESS, name, 174));
  }
}
