package dev.faultbook.api.alert;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A firing alert.
 *
 * @param fingerprint tells alerts apart
 * @param labels what it is about
 * @param start when it began
 */
record Alert(String fingerprint, Map<String, String> labels, Instant start) {
  private static final int MAX_VALUE = 253;

  /**
   * Reads the firing alerts of a message of Alertmanager: {@code {"version": "4", "alerts":
   * [{"status": "firing", "labels": {…}, "startsAt": "…", "fingerprint": "…"}]}}.
   *
   * @throws ResponseStatusException with 400 if it is no such message
   * @see <a href="https://prometheus.io/docs/alerting/latest/configuration/#webhook_config">The
   *     message</a>
   */
  static List<Alert> readAll(byte[] body) {
    try {
      JsonNode message = JsonMapper.shared().readTree(body);
      if (!message.path("version").asString("").equals("4") || !message.path("alerts").isArray()) {
        throw refusal(null);
      }
      List<Alert> alerts = new ArrayList<>();
      for (JsonNode alert : message.path("alerts")) {
        if (alert.path("status").asString("").equals("firing")) {
          Map<String, String> labels = new HashMap<>();
          alert
              .path("labels")
              .properties()
              .forEach(label -> labels.put(label.getKey(), label.getValue().asString("")));
          alerts.add(
              new Alert(
                  alert.path("fingerprint").asString(""),
                  labels,
                  Instant.parse(alert.path("startsAt").asString(""))));
        }
      }
      return alerts;
    } catch (JacksonException | DateTimeException e) {
      throw refusal(e);
    }
  }

  private static ResponseStatusException refusal(@Nullable Exception e) {
    return new ResponseStatusException(
        HttpStatus.BAD_REQUEST,
        "The body is not the JSON document, version 4, that Alertmanager sends.",
        e);
  }

  /**
   * A query with the alert's labels in place of {@code $name}.
   *
   * @throws IllegalArgumentException if the alert lacks one, or it is no plain name
   */
  String fill(String query) {
    StringBuilder filled = new StringBuilder();
    int at = 0;
    while (at < query.length()) {
      int end = at + 1;
      while (query.charAt(at) == '$' && end < query.length() && isOfName(query.charAt(end))) {
        end++;
      }
      String name = query.substring(at + 1, end);
      filled.append(name.isEmpty() ? query.substring(at, end) : valueOf(name));
      at = end;
    }
    return filled.toString();
  }

  private static boolean isOfName(char c) {
    return c == '_' || c < 0x80 && Character.isLetterOrDigit(c);
  }

  private String valueOf(String label) {
    String value = labels.getOrDefault(label, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("The alert has no label " + label + ".");
    }
    if (!isPlain(value)) {
      throw new IllegalArgumentException("The alert's label " + label + " is no plain name.");
    }
    return value;
  }

  /**
   * Whether a value is a name such as {@code train/llama-0} or {@code 10.0.0.7:9400}, which means
   * itself in a query and is no link in a chat.
   */
  private static boolean isPlain(String value) {
    return value.length() <= MAX_VALUE
        && !value.contains("//")
        && value.chars().allMatch(c -> isOfName((char) c) || "-.:/".indexOf(c) >= 0);
  }

  /** What a chat calls it: the plain ones among its labels. */
  String title() {
    List<String> known = new ArrayList<>();
    for (String label :
        List.of("alertname", "cluster", "namespace", "job_name", "pod", "instance")) {
      String value = labels.getOrDefault(label, "");
      if (!value.isEmpty() && isPlain(value)) {
        known.add(value);
      }
    }
    return String.join(" ", known);
  }
}
