package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a form or of a query string. Of a repeated field the first value counts. */
final class FormFields {
  private final Map<String, String> values = new HashMap<>();

  /** Reads {@code token=abc&text=a+b}. Pairs that are badly encoded are left out. */
  FormFields(@Nullable String pairs) {
    for (String pair : (pairs == null ? "" : pairs).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        try {
          values.putIfAbsent(
              URLDecoder.decode(pair.substring(0, equals), UTF_8),
              URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        } catch (IllegalArgumentException _) {
          // No chat encodes badly.
        }
      }
    }
  }

  /** Reads the body of a form. */
  static FormFields ofBody(byte[] body) {
    return new FormFields(new String(body, UTF_8));
  }

  /** The value, or null. */
  @Nullable String find(String name) {
    return values.get(name);
  }

  /** The value; empty if the field is missing. */
  String text(String name) {
    return values.getOrDefault(name, "");
  }
}
