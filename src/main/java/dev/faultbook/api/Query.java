package dev.faultbook.api;

import dev.faultbook.server.AcceptedLanguage;
import dev.faultbook.content.Language;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parameters of a call, read from the query string only, because the body may be a log. */
final class Query {
  private final Map<String, String> values = new HashMap<>();
  private final Optional<Language> preferred;

  private Query(String query, Optional<Language> preferred) {
    this.preferred = preferred;
    for (String pair : (query == null ? "" : query).split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!name.isEmpty()) {
        values.putIfAbsent(
            urlDecode(name), equals < 0 ? "" : urlDecode(pair.substring(equals + 1)));
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

  /** One of the allowed words; the first one if the parameter is missing. */
  String readChoice(String name, List<String> words) {
    String given = readText(name).orElse(words.getFirst());
    if (!words.contains(given)) {
      throw ApiException.badRequest(name + " is " + String.join(" or ", words) + ".");
    }
    return given;
  }

  boolean readFlag(String name) {
    return switch (readText(name).orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ApiException.badRequest(name + " must be true or false.");
    };
  }

  int readNumber(String name, int otherwise, int least, int most) {
    Optional<String> given = readText(name);
    if (given.isEmpty()) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(given.get());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw ApiException.badRequest(name + " must be a number from " + least + " to " + most + ".");
  }

  Optional<String> oneOf(String name, Set<String> known) {
    Optional<String> given = readText(name);
    if (given.isPresent() && !known.contains(given.get())) {
      throw ApiException.badRequest(
          name + " must be one of " + String.join(", ", known.stream().sorted().toList()) + ".");
    }
    return given;
  }

  private static String urlDecode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest("The query string is not correctly encoded.");
    }
  }
}
