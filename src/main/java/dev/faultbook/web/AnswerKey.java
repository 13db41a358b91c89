package dev.faultbook.web;

import dev.faultbook.content.Language;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The key of a cached answer: everything that the answer depends on.
 *
 * @param edition number of the catalogue's edition
 * @param server scheme, host and port of the request, which pages contain in links and commands
 * @param query the known parameters as a query string; empty if there is none
 * @param accept the {@code Accept} header; empty if the answer does not depend on it
 */
record AnswerKey(
    long edition, Language language, String server, String path, String query, String accept) {

  /**
   * Most characters of the parameters or of a header in a key. Limits the memory that keys take.
   */
  private static final int LONGEST_TEXT = 400;

  static AnswerKey of(HttpServletRequest request, long edition, @Nullable String accept) {
    return new AnswerKey(
        edition,
        LanguageResolver.resolveLanguage(request),
        request.getScheme() + "://" + request.getServerName() + ":" + request.getServerPort(),
        request.getRequestURI(),
        QueryString.toQuery(QueryString.readAll(request)),
        textOf(accept));
  }

  /** Whether the known parameters are short enough to be part of a key. */
  static boolean hasShortQuery(HttpServletRequest request) {
    return isShort(QueryString.toQuery(QueryString.readAll(request)));
  }

  /** Whether a header is short enough to be part of a key. */
  static boolean isShort(@Nullable String text) {
    return textOf(text).length() <= LONGEST_TEXT;
  }

  private static String textOf(@Nullable String text) {
    return text == null ? "" : text;
  }
}
