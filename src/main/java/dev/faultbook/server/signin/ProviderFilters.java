package dev.faultbook.server.signin;

import dev.faultbook.log.VisibleText;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2LoginAuthenticationFilter;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.client.RestClient;

/**
 * The way to a provider of identities and back: {@code /oauth2/authorization/ID} and {@code
 * /login/oauth2/code/ID}.
 *
 * @see <a href="https://openid.net/specs/openid-connect-core-1_0.html">OpenID Connect Core</a>
 */
record ProviderFilters(SignIn signIn, CookieContext context) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(ProviderFilters.class);

  List<Filter> list() {
    if (signIn.providers().isEmpty()) {
      return List.of();
    }
    ProviderRequests requests = new ProviderRequests(signIn);
    OAuth2AuthorizationRequestRedirectFilter there =
        new OAuth2AuthorizationRequestRedirectFilter(signIn.registrations());
    there.setAuthorizationRequestRepository(requests);
    OAuth2LoginAuthenticationFilter back =
        new OAuth2LoginAuthenticationFilter(
            signIn.registrations(),
            new NoTokens(),
            OAuth2LoginAuthenticationFilter.DEFAULT_FILTER_PROCESSES_URI);
    back.setAuthorizationRequestRepository(requests);
    RestClientAuthorizationCodeTokenResponseClient tokens =
        new RestClientAuthorizationCodeTokenResponseClient();
    tokens.setRestClient(tokenClient());
    back.setAuthenticationManager(
        new ProviderManager(new OidcAuthorizationCodeAuthenticationProvider(tokens, this::load)));
    back.setSecurityContextRepository(context);
    back.setAuthenticationSuccessHandler(
        (request, response, _) -> response.sendRedirect(ProviderRequests.targetOf(request)));
    back.setAuthenticationFailureHandler(
        (_, response, why) -> {
          LOG.warn(
              "Nobody signed in at a provider: {}",
              VisibleText.of(String.valueOf(why.getMessage())));
          response.sendRedirect(SignIn.PATH + "?failed");
        });
    return List.of(there, back);
  }

  /** As Spring Security's own, but it does not wait for ever. */
  private static RestClient tokenClient() {
    JdkClientHttpRequestFactory http =
        new JdkClientHttpRequestFactory(HttpClient.newBuilder().connectTimeout(PATIENCE).build());
    http.setReadTimeout(PATIENCE);
    return RestClient.builder()
        .requestFactory(http)
        .configureMessageConverters(
            converters ->
                converters
                    .addCustomConverter(new FormHttpMessageConverter())
                    .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
        .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
        .build();
  }

  private OidcUser load(OidcUserRequest request) {
    OidcUser user = new OidcUserService().loadUser(request);
    return new DefaultOidcUser(roleOf(user).authorities(), user.getIdToken(), user.getUserInfo());
  }

  private UserRole roleOf(OidcUser user) {
    Object groups = user.getClaims().get(signIn.settings().claim());
    Stream<?> listed =
        groups instanceof Collection<?> many ? many.stream() : Stream.ofNullable(groups);
    boolean verified = Boolean.TRUE.equals(user.getEmailVerified());
    Set<String> known =
        Stream.concat(listed, Stream.ofNullable(verified ? user.getEmail() : null))
            .map(one -> one.toString().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    if (isAny(signIn.settings().operators(), known)) {
      return UserRole.OPERATOR;
    }
    return isAny(signIn.settings().curators(), known) ? UserRole.CURATOR : UserRole.READER;
  }

  private static boolean isAny(List<String> wanted, Set<String> known) {
    return wanted.stream()
        .map(one -> one.strip().toLowerCase(Locale.ROOT))
        .anyMatch(known::contains);
  }

  /** Who a person is told once; nothing is asked of the provider in his name later. */
  private static final class NoTokens implements OAuth2AuthorizedClientRepository {
    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // The interface declares it so.
    public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(
        String id, @Nullable Authentication principal, HttpServletRequest request) {
      return null;
    }

    @Override
    public void saveAuthorizedClient(
        OAuth2AuthorizedClient client,
        Authentication principal,
        HttpServletRequest request,
        HttpServletResponse response) {}

    @Override
    public void removeAuthorizedClient(
        String id,
        @Nullable Authentication principal,
        HttpServletRequest request,
        HttpServletResponse response) {}
  }
}
