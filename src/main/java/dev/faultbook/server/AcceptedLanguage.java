package dev.faultbook.server;

import dev.faultbook.content.Language;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Optional;

/** The language that a client prefers (RFC 9110, section 12.5.4). */
public final class AcceptedLanguage {
  private AcceptedLanguage() {}

  /** The first of the client's languages for which pages exist; empty if there is none. */
  public static Optional<Language> preferredLanguage(HttpServletRequest request) {
    if (request.getHeader("Accept-Language") == null) {
      return Optional.empty();
    }
    return Collections.list(request.getLocales()).stream()
        .flatMap(locale -> Language.fromTag(locale.toLanguageTag()).stream())
        .findFirst();
  }
}
