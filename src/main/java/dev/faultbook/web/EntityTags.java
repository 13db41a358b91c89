package dev.faultbook.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.context.request.ServletWebRequest;

/** Conditional requests for what has an ETag. */
final class EntityTags {
  private EntityTags() {}

  /**
   * Whether the client of a {@code GET} or {@code HEAD} has what it asks for. Sets the header
   * {@code ETag}, and the status 304 if the result is true.
   */
  static boolean isUnchanged(String tag, HttpServletRequest request, HttpServletResponse response) {
    if (wantsNone(request)) {
      response.setHeader(HttpHeaders.ETAG, tag);
      response.setStatus(HttpStatus.NOT_MODIFIED.value());
      return true;
    }
    return new ServletWebRequest(request, response).checkNotModified(tag);
  }

  /** Whether any version counts as unchanged. Spring knows {@code *} for changing methods alone. */
  static boolean wantsNone(HttpServletRequest request) {
    String known = request.getHeader(HttpHeaders.IF_NONE_MATCH);
    return known != null && known.strip().equals("*");
  }
}
