package dev.faultbook.server;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The names that links may use for this server: configured names, {@code localhost} and the
 * loopback addresses.
 */
final class HostAllowList {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  private static final List<String> PRIVATE =
      List.of(".local", ".home.arpa", ".internal", ".localhost");

  private final List<Host> hosts;

  /** A name, with a port if it is required. */
  private record Host(String name, OptionalInt port) {}

  /**
   * @param hosts names, each with or without a port: {@code faultbook.example}, {@code gpu7:8080},
   *     {@code [2001:db8::7]:8080}
   */
  HostAllowList(List<String> hosts) {
    this.hosts =
        hosts.stream().filter(host -> !host.isBlank()).map(HostAllowList::parseHost).toList();
  }

  private static Host parseHost(String text) {
    String host = text.strip().toLowerCase(Locale.ROOT);
    int colon = host.lastIndexOf(':');
    if (colon < 0 || host.indexOf(']') > colon) {
      return new Host(host, OptionalInt.empty());
    }
    try {
      int port = Integer.parseInt(host.substring(colon + 1));
      return new Host(host.substring(0, colon), OptionalInt.of(port));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "faultbook.http.hosts: \"" + text + "\" is not a host or host:port", e);
    }
  }

  /** Whether a link may use this host. */
  boolean allowsHost(String name, int port) {
    String lower = name.toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(lower)
        || hosts.stream()
            .anyMatch(
                host ->
                    host.name().equals(lower)
                        && (host.port().isEmpty() || host.port().getAsInt() == port));
  }

  /**
   * Whether an attacker can point the name to this server, so that the attacker's page counts as
   * same-origin (DNS rebinding). That is not possible from outside a network with an address, a
   * single-label name such as {@code gpu7}, or a name that is never delegated: {@code .local} (RFC
   * 6762), {@code .home.arpa} (RFC 8375) and {@code .internal}.
   */
  static boolean isPublicName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean address =
        lower.indexOf(':') >= 0 || lower.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
    return !address && lower.indexOf('.') >= 0 && PRIVATE.stream().noneMatch(lower::endsWith);
  }

  /** The name for links if the request named an unknown host: the first configured one. */
  String ownName() {
    return hosts.isEmpty() ? "localhost" : hosts.getFirst().name();
  }

  /** The port of {@link #ownName}; empty if none was configured. */
  OptionalInt ownPort() {
    return hosts.isEmpty() ? OptionalInt.empty() : hosts.getFirst().port();
  }
}
