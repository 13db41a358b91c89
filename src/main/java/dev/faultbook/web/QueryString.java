package dev.faultbook.web;

import dev.faultbook.content.Language;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.web.util.UrlPathHelper;

/**
 * Parameters of the address. Never asks the container for them, because it would parse a log in the
 * body as a form.
 *
 * <p>Only the parameters that a page knows exist, each with its first value, in alphabetical order:
 * what a page does not know neither appears in its links nor makes it a page of its own.
 */
final class QueryString {
  static final String LANGUAGE = "lang";

  /** Most parameters; a link fills no more variables of a page. */
  private static final int MOST = 64;

  /** Parameters whose value says nothing. */
  private static final Set<String> FLAGS =
      Set.of(FrontPage.SAMPLE, FrontPage.AGAIN, EntryFeedback.THANKS);

  private static final String READ = QueryString.class.getName() + ".read";

  private QueryString() {}

  /** The parameters of a request, which are read once. */
  private record Parameters(Map<String, String> values) {}

  static Map<String, String> readAll(HttpServletRequest request) {
    if (request.getAttribute(READ) instanceof Parameters read) {
      return read.values();
    }
    Map<String, String> values = Collections.unmodifiableMap(parse(request));
    request.setAttribute(READ, new Parameters(values));
    return values;
  }

  private static Map<String, String> parse(HttpServletRequest request) {
    Map<String, String> values = new TreeMap<>();
    String path = UrlPathHelper.defaultInstance.getPathWithinApplication(request);
    String query = request.getQueryString();
    for (String pair : (query == null ? "" : query).split("&", -1)) {
      int equals = pair.indexOf('=');
      try {
        if (equals > 0 && values.size() < MOST) {
          String name = URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8);
          String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
          if (!value.isBlank() && isKnown(path, name)) {
            values.putIfAbsent(name, FLAGS.contains(name) ? "1" : value);
          }
        }
      } catch (IllegalArgumentException _) {
        // Badly encoded parameters are ignored.
      }
    }
    if (!path.startsWith("/api/")) {
      values.computeIfPresent(
          LANGUAGE, (name, tag) -> Language.fromTag(tag).map(Language::tag).orElse(null));
    }
    return values;
  }

  private static boolean isKnown(String path, String name) {
    return name.equals(LANGUAGE)
        || namesOf(path).contains(name)
        || path.startsWith("/entries/") && name.startsWith(EntryPages.VALUE);
  }

  /** The names that the page at a path knows beside the language. */
  private static Set<String> namesOf(String path) {
    return switch (path) {
      case "/" -> Set.of(FrontPage.SAMPLE, FrontPage.AGAIN);
      case "/search" -> Set.of("q");
      case "/entries" -> Set.copyOf(BrowsePage.DIMENSIONS);
      case "/compatibility" -> Set.of("gpu", "driver", "torch");
      case "/stats" -> Set.of("days");
      default -> namesBelow(path);
    };
  }

  private static Set<String> namesBelow(String path) {
    if (path.startsWith("/entries/")) {
      return Set.of(EntryFeedback.THANKS);
    }
    if (path.startsWith("/codes/")) {
      return Set.of("q");
    }
    return path.startsWith("/d/") && path.endsWith("/delete") ? Set.of("token") : Set.of();
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
