package dev.faultbook.http;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;

/**
 * Where a call comes from. Browsers say so: by {@code Sec-Fetch-Site} over HTTPS, by {@code Origin}
 * everywhere. A client that says neither is no browser, and no site can make it send anything. What
 * a browser sends to a public name outside the allow-list is foreign, whatever it says.
 */
public final class CrossOriginProtection {
  private CrossOriginProtection() {}

  /**
   * Whether a page of another site sent a call. {@code Sec-Fetch-Site: none} is the user's own
   * doing, such as a bookmark; {@code same-site} is another host, which may be anyone's.
   *
   * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata Request Headers</a>
   */
  public static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    String origin = request.getHeader("Origin");
    if (site == null && origin == null) {
      return false;
    }
    // A name that anybody can point to this address would make every page of its own this site's.
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
