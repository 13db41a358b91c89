package dev.faultbook.api;

import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.OwnSite;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.signin.SignIn;
import dev.faultbook.store.ApiKey;
import dev.faultbook.store.ApiKeys;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Admits programs to REST, to the tools of assistants and to {@code POST /} only with a key, once
 * the operator has created one and the call may come from another machine, or where reading needs a
 * sign-in. Pages are not its concern.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6750">Bearer tokens (RFC 6750)</a>
 */
@Component
final class KeyAccess implements HandlerInterceptor, WebMvcConfigurer {
  private static final String SCHEME = "Bearer ";

  private final ApiKeys keys;
  private final SignIn people;
  private final @Nullable Boolean required;
  private final boolean listensToOthers;

  /**
   * @param required whether every call needs a key; null: see above
   */
  KeyAccess(
      ApiKeys keys,
      SignIn people,
      ServerProperties server,
      @Value("${faultbook.keys.required:#{null}}") @Nullable Boolean required) {
    this.keys = keys;
    this.people = people;
    this.required = required;
    this.listensToOthers = server.getAddress() == null || !server.getAddress().isLoopbackAddress();
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/", "/api/**", "/mcp");
  }

  /**
   * @throws RefusedException if the call needs a key and has none that allows it
   */
  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    boolean call = request.getDispatcherType() == DispatcherType.REQUEST && !isPage(request);
    if (call && isKeyNeeded(request)) {
      try {
        keys.admit(
            keyOf(request),
            Set.of("GET", "HEAD").contains(request.getMethod())
                ? ApiKey.Scope.READ
                : ApiKey.Scope.DIAGNOSE);
      } catch (RefusedException refused) {
        if (refused.refusal().status().value() == HttpServletResponse.SC_UNAUTHORIZED) {
          response.setHeader("WWW-Authenticate", "Bearer realm=\"Faultbook\"");
        }
        throw refused;
      }
    }
    return true;
  }

  /** The front page, and what its form sends. */
  private static boolean isPage(HttpServletRequest request) {
    return request.getRequestURI().equals("/")
        && (!request.getMethod().equals("POST") || AcceptHeader.namesHtml(request));
  }

  /** Whoever signed in needs none; where reading needs a sign-in, all others do. */
  private boolean isKeyNeeded(HttpServletRequest request) {
    if (people.isOn() && request.getRemoteUser() != null) {
      return false;
    }
    if (people.isReadingProtected()) {
      return true;
    }
    return required == null
        ? keys.exist() && (listensToOthers || !OwnSite.isFromThisMachine(request))
        : required;
  }

  private static @Nullable String keyOf(HttpServletRequest request) {
    String header = request.getHeader("Authorization");
    return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length()).strip()
        : null;
  }
}
