package dev.faultbook.web;

import dev.faultbook.http.CrossOriginProtection;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Takes what stores something from our own pages and from programs only. */
final class OwnSite {
  private OwnSite() {}

  /**
   * Refuses what another site's page sent.
   *
   * @throws PageRefusedException when another site's page sent it
   */
  static void requireOwnSite(HttpServletRequest request) {
    if (CrossOriginProtection.isForeign(request)) {
      throw new PageRefusedException(PageRefusedException.Reason.FOREIGN, 0);
    }
  }

  /**
   * Lets the forms of a page say where they were sent from. With {@code no-referrer} a browser
   * would state {@code Origin: null}, which over plain HTTP cannot be told from another site.
   */
  static void letFormsTell(HttpServletResponse response) {
    response.setHeader("Referrer-Policy", "same-origin");
  }
}
