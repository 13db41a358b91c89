package dev.faultbook.server.signin;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.faultbook.log.TextParts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;

/**
 * What was asked of a provider, in a cookie until the person comes back: any instance can take him.
 */
record ProviderRequests(SignIn signIn)
    implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {
  private static final SignedCookie COOKIE =
      new SignedCookie("faultbook-provider", SignIn.PATH, Duration.ofMinutes(10));

  private static final String CLIENT = "client";
  private static final String ASKED = "asked";
  private static final String BACK = "back";

  /** The page to which a person comes back who was led to the provider. */
  static String targetOf(HttpServletRequest request) {
    return request.getAttribute(ProviderRequests.class.getName()) instanceof String page
        ? page
        : SignIn.PATH;
  }

  @Override
  public void saveAuthorizationRequest(
      @Nullable OAuth2AuthorizationRequest asked,
      HttpServletRequest request,
      HttpServletResponse response) {
    if (asked == null) {
      COOKIE.remove(request, response);
      return;
    }
    String provider = textOf(asked, OAuth2ParameterNames.REGISTRATION_ID);
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .claim(OAuth2ParameterNames.REGISTRATION_ID, provider)
            .claim(OAuth2ParameterNames.STATE, asked.getState())
            .claim(OAuth2ParameterNames.SCOPE, String.join(" ", asked.getScopes()))
            .claim(CLIENT, asked.getClientId())
            .claim(ASKED, asked.getAuthorizationUri())
            .claim(BACK, asked.getRedirectUri())
            .claim(OidcParameterNames.NONCE, textOf(asked, OidcParameterNames.NONCE))
            .claim(
                PkceParameterNames.CODE_VERIFIER, textOf(asked, PkceParameterNames.CODE_VERIFIER))
            .claim(SignIn.TO, SignIn.ownPage(request.getParameter(SignIn.TO)));
    COOKIE.write(claims, signIn.keyOf(provider).orElseThrow(), request, response);
  }

  private static String textOf(OAuth2AuthorizationRequest asked, String attribute) {
    return Objects.requireNonNullElse(asked.<String>getAttribute(attribute), "");
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
    Optional<JWTClaimsSet> claims =
        COOKIE.read(
            request,
            unverified -> signIn.keyOf(textOf(unverified, OAuth2ParameterNames.REGISTRATION_ID)));
    String state = request.getParameter(OAuth2ParameterNames.STATE);
    return claims
        .filter(found -> textOf(found, OAuth2ParameterNames.STATE).equals(state))
        .map(ProviderRequests::toRequest)
        .orElse(null);
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
      HttpServletRequest request, HttpServletResponse response) {
    OAuth2AuthorizationRequest asked = loadAuthorizationRequest(request);
    if (asked != null) {
      request.setAttribute(ProviderRequests.class.getName(), asked.getAttribute(SignIn.TO));
      COOKIE.remove(request, response);
    }
    return asked;
  }

  private static OAuth2AuthorizationRequest toRequest(JWTClaimsSet claims) {
    Map<String, Object> attributes = new HashMap<>();
    for (String name :
        new String[] {
          OAuth2ParameterNames.REGISTRATION_ID,
          OidcParameterNames.NONCE,
          PkceParameterNames.CODE_VERIFIER,
          SignIn.TO
        }) {
      String text = textOf(claims, name);
      if (!text.isEmpty()) {
        attributes.put(name, text);
      }
    }
    return OAuth2AuthorizationRequest.authorizationCode()
        .clientId(textOf(claims, CLIENT))
        .authorizationUri(textOf(claims, ASKED))
        .redirectUri(textOf(claims, BACK))
        .scopes(Set.copyOf(TextParts.splitAt(textOf(claims, OAuth2ParameterNames.SCOPE), ' ')))
        .state(textOf(claims, OAuth2ParameterNames.STATE))
        .attributes(attributes)
        .build();
  }

  private static String textOf(JWTClaimsSet claims, String name) {
    return claims.getClaim(name) instanceof String text ? text : "";
  }
}
