package dev.faultbook.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps foreign host names out of links. The client chooses {@code Host}; a permalink or the script
 * of {@code /collect.sh} that repeats it would lead other users there. A request with a host
 * outside the allow-list is answered with the server's own name in its links.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class TrustedHosts extends OncePerRequestFilter {
  private static final String UNKNOWN = TrustedHosts.class.getName() + ".unknown";

  private final HostAllowList allowed;

  TrustedHosts(ServerSettings settings) {
    this.allowed = new HostAllowList(settings.http().hosts());
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    boolean trusted = allowed.allowsHost(request.getServerName(), request.getServerPort());
    request.setAttribute(UNKNOWN, !trusted && HostAllowList.isPublicName(request.getServerName()));
    chain.doFilter(trusted ? request : new Renamed(request, allowed), response);
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
  private static final class Renamed extends HttpServletRequestWrapper {
    private final HostAllowList allowed;

    Renamed(HttpServletRequest request, HostAllowList allowed) {
      super(request);
      this.allowed = allowed;
    }

    @Override
    public String getServerName() {
      return allowed.ownName();
    }

    @Override
    public int getServerPort() {
      return allowed.ownPort().orElseGet(super::getLocalPort);
    }

    @Override
    public StringBuffer getRequestURL() {
      return new StringBuffer(getScheme())
          .append("://")
          .append(getServerName())
          .append(':')
          .append(getServerPort())
          .append(getRequestURI());
    }
  }
}
