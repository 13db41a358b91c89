package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.QueryString;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseCookie;
import org.springframework.web.util.WebUtils;

/** Determines the language of an answer: {@code ?lang=}, the cookie, the browser's preference. */
final class LanguageResolver {
  static final String COOKIE = "lang";

  private static final Duration KEPT = Duration.ofDays(365);

  private LanguageResolver() {}

  static Language resolveLanguage(HttpServletRequest request) {
    return askedLanguage(request)
        .or(() -> readCookie(request, COOKIE).flatMap(Language::fromTag))
        .or(() -> AcceptHeader.preferredLanguage(request))
        .orElse(Language.EN);
  }

  /** The language that the address requests; empty if none. */
  static Optional<Language> askedLanguage(HttpServletRequest request) {
    return QueryString.of(request).find("lang").flatMap(Language::fromTag);
  }

  /** Stores the language that the address requests in a cookie, for later requests. */
  static void keepLanguage(HttpServletRequest request, HttpServletResponse response) {
    response.addHeader("Vary", "Accept-Language, Cookie");
    askedLanguage(request)
        .ifPresent(
            language ->
                response.addHeader(
                    "Set-Cookie",
                    ResponseCookie.from(COOKIE, language.tag())
                        .path("/")
                        .maxAge(KEPT)
                        .httpOnly(true)
                        .sameSite("Lax")
                        .build()
                        .toString()));
  }

  static Optional<String> readCookie(HttpServletRequest request, String name) {
    return Optional.ofNullable(WebUtils.getCookie(request, name)).map(Cookie::getValue);
  }
}
