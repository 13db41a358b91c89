package dev.faultbook.server;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * Determines the format that a request accepts. Pages and programs share addresses, so each kind of
 * client is recognised by its header:
 *
 * <ul>
 *   <li>a browser: <code>text/html,application/xhtml+xml,application/xml;q=0.9,*&#47;*;q=0.8</code>
 *   <li>curl: <code>*&#47;*</code>
 *   <li>a chat bot: {@code text/markdown}
 * </ul>
 */
public final class AcceptHeader {
  private AcceptHeader() {}

  /** Whether the answer may be HTML. A request without the header accepts everything. */
  public static boolean allowsHtml(HttpServletRequest request) {
    String accept = value(request);
    return accept == null
        || accept.isBlank()
        || accept.contains("text/html")
        || accept.contains("text/*")
        || accept.contains("*/*");
  }

  /** Whether the header names HTML, as browsers do. */
  public static boolean namesHtml(HttpServletRequest request) {
    String accept = value(request);
    return accept != null && accept.contains("text/html");
  }

  /** Whether the header names Markdown. */
  public static boolean namesMarkdown(HttpServletRequest request) {
    String accept = value(request);
    return accept != null && accept.contains("text/markdown");
  }

  /**
   * Whether plain text is preferred to JSON. JSON wins a tie: a client without a preference is a
   * program.
   *
   * @throws InvalidMediaTypeException if the header is malformed
   */
  public static boolean prefersText(HttpServletRequest request) {
    List<MediaType> accepted = MediaType.parseMediaTypes(value(request));
    return qualityOf(accepted, MediaType.TEXT_PLAIN)
        > qualityOf(accepted, MediaType.APPLICATION_JSON);
  }

  private static @Nullable String value(HttpServletRequest request) {
    return request.getHeader("Accept");
  }

  /** The quality of the most specific range that matches a type (RFC 9110, section 12.5.1). */
  private static double qualityOf(List<MediaType> accepted, MediaType type) {
    return accepted.stream()
        .filter(range -> range.includes(type))
        .max(Comparator.comparingInt(AcceptHeader::specificityOf))
        .map(MediaType::getQualityValue)
        .orElse(0.0);
  }

  private static int specificityOf(MediaType range) {
    if (range.isWildcardType()) {
      return 0;
    }
    return range.isWildcardSubtype() ? 1 : 2;
  }
}
