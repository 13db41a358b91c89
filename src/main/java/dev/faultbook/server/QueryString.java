package dev.faultbook.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.log.TextParts;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * The fields of an address or a form, {@code q=nccl+timeout&lang=en}. Of an address only this reads
 * them, because the container would parse a log in the body as a form.
 */
public final class QueryString {
  private final MultiValueMap<String, String> values = new LinkedMultiValueMap<>();
  private boolean damaged;

  /** Reads pairs. Those that are badly encoded or have no name are left out. */
  public QueryString(@Nullable String pairs) {
    for (String pair : TextParts.splitAt(pairs == null ? "" : pairs, '&')) {
      int equals = pair.indexOf('=');
      try {
        String name = URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), UTF_8);
        String value = equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), UTF_8);
        if (!name.isEmpty()) {
          values.add(name, value);
        }
      } catch (IllegalArgumentException _) {
        damaged = true;
      }
    }
  }

  /** Reads the address of a request. */
  public static QueryString of(HttpServletRequest request) {
    return new QueryString(request.getQueryString());
  }

  /** Whether a pair was badly encoded. */
  public boolean damaged() {
    return damaged;
  }

  /** The first value of a field; empty if there is none or it is blank. */
  public Optional<String> find(String name) {
    return Optional.ofNullable(values.getFirst(name)).filter(value -> !value.isBlank());
  }

  /** Every value of a field, blank ones too. */
  public List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }

  /**
   * The fields in alphabetical order, each with its first value; without those whose value is
   * blank.
   */
  public Map<String, String> toMap() {
    Map<String, String> first = new TreeMap<>();
    values.keySet().forEach(name -> find(name).ifPresent(value -> first.put(name, value)));
    return first;
  }

  /** Encodes values as the query of a link. */
  public static String toQuery(Map<String, String> values) {
    return values.entrySet().stream()
        .map(pair -> encode(pair.getKey()) + "=" + encode(pair.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
