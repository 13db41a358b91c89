package dev.faultbook.web;

import dev.faultbook.server.CrossOriginProtection;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Accepts requests that store something only from our own pages and from programs. */
final class OwnSite {
  private OwnSite() {}

  /**
   * Rejects a request that another site's page sent.
   *
   * @throws RefusedException if another site's page sent it
   */
  static void requireOwnSite(HttpServletRequest request) {
    if (CrossOriginProtection.isForeign(request)) {
      throw new RefusedException(RefusalReason.FOREIGN);
    }
  }

  /**
   * Lets the forms of a page state their origin. With {@code no-referrer} a browser sends {@code
   * Origin: null}, which over plain HTTP does not differ from another site's.
   */
  static void allowFormOrigin(HttpServletResponse response) {
    response.setHeader("Referrer-Policy", "same-origin");
  }
}
