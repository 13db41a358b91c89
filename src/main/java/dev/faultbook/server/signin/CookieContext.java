package dev.faultbook.server.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.SecurityContextRepository;

/** Who sent a request, by the cookie that he got when he signed in. */
record CookieContext(SignIn signIn) implements SecurityContextRepository {
  private static final int MAX_NAME = 100;

  @Override
  @SuppressWarnings("deprecation") // The one method that must be written.
  public SecurityContext loadContext(HttpRequestResponseHolder holder) {
    return signIn
        .personOf(holder.getRequest())
        .map(
            person ->
                new SecurityContextImpl(
                    UsernamePasswordAuthenticationToken.authenticated(
                        person.name(), null, person.role().authorities())))
        .orElseGet(SecurityContextImpl::new);
  }

  /** Keeps a person whom a provider sent. */
  @Override
  public void saveContext(
      SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
    Authentication authentication = context.getAuthentication();
    if (authentication instanceof OAuth2AuthenticationToken token
        && token.getPrincipal() instanceof OidcUser user) {
      signIn.remember(
          new SignIn.Person(
              nameOf(user),
              UserRole.ofAuthorities(token.getAuthorities()),
              token.getAuthorizedClientRegistrationId()),
          request,
          response);
    }
  }

  private static String nameOf(OidcUser user) {
    String name =
        Stream.of(user.getPreferredUsername(), user.getEmail(), user.getFullName())
            .filter(Objects::nonNull)
            .filter(text -> !text.isBlank())
            .findFirst()
            .orElseGet(() -> String.valueOf(user.getSubject()));
    return name.substring(0, Math.min(name.length(), MAX_NAME));
  }

  @Override
  public boolean containsContext(HttpServletRequest request) {
    return signIn.personOf(request).isPresent();
  }
}
