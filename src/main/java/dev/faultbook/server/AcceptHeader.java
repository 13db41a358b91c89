package dev.faultbook.server;

import dev.faultbook.content.Language;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * Determines the format and the language that a request accepts. Pages and programs share
 * addresses, so each kind of client is recognised by its header:
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
    return accept.isBlank()
        || accept.contains("text/html")
        || accept.contains("text/*")
        || accept.contains("*/*");
  }

  /** Whether the header names HTML, as browsers do. */
  public static boolean namesHtml(HttpServletRequest request) {
    return value(request).contains("text/html");
  }

  /** Whether the header names Markdown. */
  public static boolean namesMarkdown(HttpServletRequest request) {
    return value(request).contains("text/markdown");
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

  private static String value(HttpServletRequest request) {
    return Objects.requireNonNullElse(request.getHeader("Accept"), "");
  }

  /** The quality of the most specific range that matches a type (RFC 9110, section 12.5.1). */
  private static double qualityOf(List<MediaType> accepted, MediaType type) {
    return accepted.stream()
        .filter(range -> range.includes(type))
        .min(
            Comparator.comparing(MediaType::isWildcardType)
                .thenComparing(MediaType::isWildcardSubtype))
        .map(MediaType::getQualityValue)
        .orElse(0.0);
  }

  /** The first of the client's languages for which pages exist; empty if there is none. */
  public static Optional<Language> preferredLanguage(HttpServletRequest request) {
    if (request.getHeader("Accept-Language") == null) {
      return Optional.empty();
    }
    return Collections.list(request.getLocales()).stream()
        .flatMap(locale -> Language.fromTag(locale.toLanguageTag()).stream())
        .findFirst();
  }
}
