package dev.faultbook.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Parameters of the address. Never asks the container for them, because it would parse a log in the
 * body as a form.
 */
final class QueryString {
  private QueryString() {}

  static Map<String, String> readAll(HttpServletRequest request) {
    Map<String, String> values = new LinkedHashMap<>();
    String query = request.getQueryString();
    for (String pair : (query == null ? "" : query).split("&", -1)) {
      int equals = pair.indexOf('=');
      try {
        if (equals > 0) {
          values.putIfAbsent(
              URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
              URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
      } catch (IllegalArgumentException _) {
        // Badly encoded parameters are ignored.
      }
    }
    return values;
  }

  static Optional<String> readValue(HttpServletRequest request, String name) {
    return Optional.ofNullable(readAll(request).get(name)).filter(value -> !value.isBlank());
  }

  static String toQuery(Map<String, String> values) {
    return values.entrySet().stream()
        .map(
            pair ->
                URLEncoder.encode(pair.getKey(), StandardCharsets.UTF_8)
                    + "="
                    + URLEncoder.encode(pair.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
