package dev.faultbook.server;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;

/**
 * Accepts requests that store something only from our own pages and from programs. Browsers state
 * in {@code Sec-Fetch-Site} over HTTPS, and in {@code Origin} everywhere, from which site a call
 * comes. A client that sends neither is not a browser, and no site can make it send anything. A
 * browser's call to a public name outside the allow-list is always foreign.
 */
public final class OwnSite {
  private OwnSite() {}

  /**
   * Returns if no other site's page sent a request.
   *
   * @throws RefusedException if one did
   */
  public static void requireOwnSite(HttpServletRequest request) {
    if (isForeign(request)) {
      throw new RefusedException(RefusalReason.FOREIGN);
    }
  }

  /**
   * Returns if a call names this server by an address, a local name, or a name of the allow-list.
   *
   * @throws RefusedException if it names another
   */
  public static void requireKnownHost(HttpServletRequest request) {
    if (TrustedHosts.isUnknownHost(request)) {
      throw new RefusedException(RefusalReason.FOREIGN);
    }
  }

  /**
   * Whether a program on this machine sent a call, and not a proxy for another: it comes from the
   * loopback address, names it, and was not forwarded.
   */
  public static boolean isFromThisMachine(HttpServletRequest request) {
    boolean forwarded =
        request.getHeader("X-Forwarded-For") != null || request.getHeader("Forwarded") != null;
    return !forwarded
        && TrustedHosts.isLoopback(request.getRemoteAddr())
        && TrustedHosts.isLoopback(String.valueOf(request.getHeader("Host")));
  }

  /**
   * Lets the forms of a page state their origin. With {@code no-referrer} a browser sends {@code
   * Origin: null}, which over plain HTTP does not differ from another site's.
   */
  public static void allowFormOrigin(HttpServletResponse response) {
    response.setHeader("Referrer-Policy", "same-origin");
  }

  /**
   * Whether a page of another site sent a call. {@code Sec-Fetch-Site: none} is an action of the
   * user, such as a bookmark; {@code same-site} is another host, which may belong to anyone.
   *
   * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata Request Headers</a>
   */
  private static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    String origin = request.getHeader("Origin");
    if (site == null && origin == null) {
      return false;
    }
    boolean own =
        site == null
            ? isHost(origin, request.getHeader("Host"))
            : site.equals("same-origin") || site.equals("none");
    // If a name that anybody can point to this address were accepted, its pages would count as this
    // site's.
    return !own || TrustedHosts.isUnknownHost(request);
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
