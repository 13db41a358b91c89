package dev.faultbook.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.stream.Collectors;
import org.springframework.http.server.PathContainer;

/** The path of a request as handlers match it. */
final class RequestPaths {
  private RequestPaths() {}

  /**
   * The path, decoded and without matrix parameters, which handlers ignore: {@code /entries} for
   * {@code /%65ntries;a=1}.
   */
  static String pathOf(HttpServletRequest request) {
    String raw = request.getRequestURI();
    if (raw.indexOf(';') < 0 && raw.indexOf('%') < 0) {
      return raw;
    }
    return PathContainer.parsePath(raw).elements().stream()
        .map(
            element ->
                element instanceof PathContainer.PathSegment segment
                    ? segment.valueToMatch()
                    : element.value())
        .collect(Collectors.joining());
  }

  /** Whether the path is that of a call of the API. */
  static boolean isCall(String path) {
    return path.startsWith("/api/");
  }
}
