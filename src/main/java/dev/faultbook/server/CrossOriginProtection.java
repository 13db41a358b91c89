package dev.faultbook.server;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;

/**
 * Determines whether a call comes from another site. Browsers state it in {@code Sec-Fetch-Site}
 * over HTTPS and in {@code Origin} everywhere. A client that sends neither is not a browser, and no
 * site can make it send anything. A browser's call to a public name outside the allow-list is
 * always foreign.
 */
public final class CrossOriginProtection {
  private CrossOriginProtection() {}

  /**
   * Whether a page of another site sent a call. {@code Sec-Fetch-Site: none} is an action of the
   * user, such as a bookmark; {@code same-site} is another host, which may belong to anyone.
   *
   * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata Request Headers</a>
   */
  public static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    String origin = request.getHeader("Origin");
    if (site == null && origin == null) {
      return false;
    }
    // If a name that anybody can point to this address were accepted, its pages would count as this
    // site's.
    if (TrustedHosts.isUnknownHost(request)) {
      return true;
    }
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    return !isHost(origin, request.getHeader("Host"));
  }

  private static boolean isHost(String origin, String host) {
    try {
      String authority = URI.create(origin).getRawAuthority();
      return authority != null && authority.equalsIgnoreCase(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
