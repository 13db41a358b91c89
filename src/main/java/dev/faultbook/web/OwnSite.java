package dev.faultbook.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;

/**
 * Whether a form was sent by one of our own pages. Browsers say so: by {@code Sec-Fetch-Site} over
 * HTTPS, by {@code Origin} everywhere. A client that says neither is no browser, and no other site
 * can make it send anything.
 */
final class OwnSite {
  private OwnSite() {}

  static boolean sent(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return site.equals("same-origin") || site.equals("none");
    }
    String origin = request.getHeader("Origin");
    return origin == null || isHost(origin, request.getHeader("Host"));
  }

  /**
   * Refuses what another site's page sent.
   *
   * @throws RefusedException when another site's page sent it
   */
  static void require(HttpServletRequest request) {
    if (!sent(request)) {
      throw new RefusedException(RefusedException.Reason.FOREIGN, 0);
    }
  }

  /**
   * Lets the forms of a page say where they were sent from. With {@code no-referrer} a browser
   * would state {@code Origin: null}, which over plain HTTP cannot be told from another site.
   */
  static void letFormsTell(HttpServletResponse response) {
    response.setHeader("Referrer-Policy", "same-origin");
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
