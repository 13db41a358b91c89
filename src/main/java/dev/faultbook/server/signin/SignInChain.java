package dev.faultbook.server.signin;

import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.ErrorAnswer;
import dev.faultbook.server.RefusalReason;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.SingleResultAuthorizationManager;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.access.intercept.RequestMatcherDelegatingAuthorizationManager;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.servletapi.SecurityContextHolderAwareRequestFilter;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;

/** The filters of Spring Security, where people sign in. */
@Configuration(proxyBeanMethods = false)
class SignInChain {
  /** Paths that do not need a person: they ask for a key, a secret of their own, or for nothing. */
  private static final Set<String> OPEN =
      Set.of("/login", "/logout", "/error", "/mcp", "/collect.sh", "/collect-hang.sh");

  private static final List<String> OPEN_BELOW =
      List.of("/assets/", "/actuator/", "/api/", "/chat/", "/hooks/", "/v3/");

  /** After the names of hosts are checked, and before any page is answered. */
  private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 15;

  @Bean
  FilterRegistrationBean<Filter> signInFilter(SignIn signIn) throws ServletException {
    FilterRegistrationBean<Filter> registration =
        new FilterRegistrationBean<>(
            signIn.isOn()
                ? chain(signIn)
                : (request, response, chain) -> chain.doFilter(request, response));
    registration.setName("signIn");
    registration.setOrder(ORDER);
    registration.setEnabled(signIn.isOn());
    return registration;
  }

  private static Filter chain(SignIn signIn) throws ServletException {
    CookieContext context = new CookieContext(signIn);
    List<Filter> filters = new ArrayList<>();
    filters.add(new SecurityContextHolderFilter(context));
    filters.addAll(new ProviderFilters(signIn, context).list());
    SecurityContextHolderAwareRequestFilter names = new SecurityContextHolderAwareRequestFilter();
    names.afterPropertiesSet();
    filters.add(names);
    filters.add(new AnonymousAuthenticationFilter(SignInChain.class.getName()));
    ExceptionTranslationFilter refusals =
        new ExceptionTranslationFilter(
            (request, response, _) -> askToSignIn(request, response), new NullRequestCache());
    refusals.setAccessDeniedHandler(
        (request, response, _) -> refuse(RefusalReason.ROLE, request, response));
    filters.add(refusals);
    filters.add(new AuthorizationFilter(rules(signIn.isReadingProtected())));
    FilterChainProxy all =
        new FilterChainProxy(new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE, filters));
    return (request, response, rest) -> {
      request.setAttribute(SignIn.ON, true);
      all.doFilter(request, response, rest);
    };
  }

  private static RequestMatcherDelegatingAuthorizationManager rules(boolean reading) {
    PathPatternRequestMatcher.Builder paths = PathPatternRequestMatcher.withDefaults();
    return RequestMatcherDelegatingAuthorizationManager.builder()
        .add(
            paths.matcher("/curate/**"),
            AuthorityAuthorizationManager.hasRole(UserRole.CURATOR.name()))
        .add(
            paths.matcher("/stats"),
            AuthorityAuthorizationManager.hasRole(UserRole.OPERATOR.name()))
        .add(
            request -> reading && !isOpen(request),
            AuthorityAuthorizationManager.hasRole(UserRole.READER.name()))
        .add(AnyRequestMatcher.INSTANCE, SingleResultAuthorizationManager.permitAll())
        .build();
  }

  private static boolean isOpen(HttpServletRequest request) {
    String path = request.getRequestURI();
    boolean program =
        path.equals("/") && request.getMethod().equals("POST") && !AcceptHeader.namesHtml(request);
    return program || OPEN.contains(path) || OPEN_BELOW.stream().anyMatch(path::startsWith);
  }

  private static void askToSignIn(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("GET") || !AcceptHeader.namesHtml(request)) {
      response.setHeader("WWW-Authenticate", "Bearer realm=\"Faultbook\"");
      refuse(RefusalReason.SIGN_IN, request, response);
      return;
    }
    String query = request.getQueryString();
    String page = request.getRequestURI() + (query == null ? "" : "?" + query);
    response.setHeader("Cache-Control", "no-store");
    response.sendRedirect(
        SignIn.PATH + "?" + SignIn.TO + "=" + URLEncoder.encode(page, StandardCharsets.UTF_8));
  }

  private static void refuse(
      RefusalReason why, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    request.setAttribute(ErrorAnswer.REFUSAL, why);
    response.sendError(why.status().value());
  }
}
