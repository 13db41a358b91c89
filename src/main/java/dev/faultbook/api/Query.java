package dev.faultbook.api;

import dev.faultbook.content.Language;
import dev.faultbook.redaction.StrikeOuts;
import dev.faultbook.server.AcceptedLanguage;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;

/** The parameters of a call, read from the query string only, because the body may be a log. */
final class Query {
  private final Map<String, String> values = new HashMap<>();
  private final List<String> redact = new ArrayList<>();
  private final Optional<Language> preferred;

  private Query(String query, Optional<Language> preferred) {
    this.preferred = preferred;
    for (String pair : (query == null ? "" : query).split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!name.isEmpty()) {
        String value = equals < 0 ? "" : urlDecode(pair.substring(equals + 1));
        values.putIfAbsent(urlDecode(name), value);
        if (name.equals("redact")) {
          redact.add(value);
        }
      }
    }
  }

  static Query fromRequest(HttpServletRequest request) {
    return new Query(request.getQueryString(), AcceptedLanguage.preferredLanguage(request));
  }

  Optional<String> readText(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
  }

  /** The requested language; otherwise the one that the client prefers; otherwise English. */
  Language requestedLanguage() {
    Optional<String> asked = readText("lang");
    if (asked.isPresent()) {
      return Language.fromTag(asked.get())
          .orElseThrow(() -> ApiException.badRequest("lang must be en or zh."));
    }
    return preferred.orElse(Language.EN);
  }

  boolean readFlag(String name) {
    return readChoice(name, List.of("false", "true")).equals(Optional.of("true"));
  }

  /** The words of {@code redact=WORD}, which may be repeated. */
  StrikeOuts readStrikeOuts() {
    try {
      return new StrikeOuts(redact);
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(String.valueOf(e.getMessage()));
    }
  }

  int readNumber(String name, int otherwise, int min, int max) {
    Optional<String> given = readText(name);
    if (given.isEmpty()) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(given.get());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw ApiException.badRequest(name + " must be a number from " + min + " to " + max + ".");
  }

  /** One of the known words; empty if the parameter is missing. */
  Optional<String> readChoice(String name, Collection<String> known) {
    Optional<String> given = readText(name);
    if (given.isPresent() && !known.contains(given.get())) {
      throw ApiException.badRequest(
          name + " must be one of " + String.join(", ", known.stream().sorted().toList()) + ".");
    }
    return given;
  }

  /** An answer 200 in a language. */
  static ResponseEntity.BodyBuilder startResponse(Language language) {
    return ResponseEntity.ok()
        .header("Content-Language", language.tag())
        .header("Vary", "Accept-Language");
  }

  private static String urlDecode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest("The query string is not correctly encoded.");
    }
  }
}
