package dev.faultbook.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps foreign host names out of links. The client chooses {@code Host}; a permalink or the script
 * of {@code /collect.sh} that repeats it would lead other users there. A request with a host other
 * than a configured name, {@code localhost} and the loopback addresses is answered with the
 * server's own name in its links.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class TrustedHosts extends OncePerRequestFilter {
  private static final String UNKNOWN = TrustedHosts.class.getName() + ".unknown";

  private static final Set<String> LOOPBACK =
      Set.of("localhost", "127.0.0.1", "[::1]", "::1", "0:0:0:0:0:0:0:1");

  private static final List<String> PRIVATE =
      List.of(".local", ".home.arpa", ".internal", ".localhost");

  private final List<String> hosts;
  private final String own;

  /**
   * @param settings the names, each with or without a port: {@code faultbook.example}, {@code
   *     gpu7:8080}, {@code [2001:db8::7]:8080}; the first is the server's own
   */
  TrustedHosts(ServerSettings settings) {
    this.hosts =
        settings.http().hosts().stream()
            .map(host -> host.strip().toLowerCase(Locale.ROOT))
            .filter(host -> !host.isEmpty())
            .toList();
    for (String host : hosts) {
      if (!portOf(host).chars().allMatch(Character::isDigit)) {
        throw new IllegalArgumentException(
            "faultbook.http.hosts: \"" + host + "\" is not a host or host:port");
      }
    }
    this.own = hosts.isEmpty() ? "localhost" : hosts.getFirst();
  }

  /** The port that a host states; empty if it states none. */
  private static String portOf(String host) {
    int colon = host.indexOf(':', host.indexOf(']') + 1);
    return colon < 0 ? "" : host.substring(colon + 1);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String name = request.getServerName();
    boolean trusted = isTrusted(name, request.getServerPort());
    request.setAttribute(UNKNOWN, !trusted && isPublicName(name));
    chain.doFilter(trusted ? request : new Renamed(request), response);
  }

  /** Whether an address, or a host with or without a port, is that of the machine itself. */
  static boolean isLoopback(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    String port = ":" + portOf(lower);
    boolean stated = port.length() > 1 && lower.endsWith(port);
    return LOOPBACK.contains(lower)
        || stated && LOOPBACK.contains(lower.substring(0, lower.length() - port.length()));
  }

  /** Whether a link may use this host. */
  boolean isTrusted(String name, int port) {
    String lower = name.toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(lower) || hosts.contains(lower) || hosts.contains(lower + ":" + port);
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

  /** Whether a request names a host outside the allow-list that an attacker may own. */
  static boolean isUnknownHost(HttpServletRequest request) {
    return Boolean.TRUE.equals(request.getAttribute(UNKNOWN));
  }

  /** Error pages contain links too. */
  @Override
  protected boolean shouldNotFilterErrorDispatch() {
    return false;
  }

  /** A request with the server's own name. */
  private final class Renamed extends HttpServletRequestWrapper {
    Renamed(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getServerName() {
      String port = portOf(own);
      return port.isEmpty() ? own : own.substring(0, own.length() - port.length() - 1);
    }

    @Override
    public int getServerPort() {
      String port = portOf(own);
      return port.isEmpty() ? super.getLocalPort() : Integer.parseInt(port);
    }

    @Override
    public StringBuffer getRequestURL() {
      return new StringBuffer(getScheme() + "://" + getServerName() + ":" + getServerPort())
          .append(getRequestURI());
    }
  }
}
