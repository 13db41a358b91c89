package dev.faultbook.web;

import dev.faultbook.server.OwnSite;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.signin.CuratorSignIn;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.servlet.HandlerInterceptor;

/** Admits only curators to their desk, and nothing that another site's page sends. */
final class CurateAccess implements HandlerInterceptor {
  private final CuratorSignIn signIn;

  CurateAccess(CuratorSignIn signIn) {
    this.signIn = signIn;
  }

  /**
   * @throws RefusedException if the desk is closed, the request is not signed in, another site's
   *     page sent it, or its client failed to sign in too often
   */
  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    response.setHeader("Cache-Control", "no-store");
    if (!signIn.isOpen()) {
      throw new RefusedException(RefusalReason.CLOSED);
    }
    // Before the credentials: a browser adds them to what another site's page sends.
    if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
      OwnSite.requireOwnSite(request);
    }
    if (!signIn.accepts(request)) {
      response.setHeader("WWW-Authenticate", CuratorSignIn.CHALLENGE);
      throw new RefusedException(RefusalReason.UNSIGNED);
    }
    OwnSite.allowFormOrigin(response);
    return true;
  }
}
