package dev.faultbook.web;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.http.AcceptHeader;
import dev.faultbook.language.Language;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Answers pages that depend on nothing but the edition, the language, the server's address and the
 * query from memory, and tells browsers that they have them already (ETag).
 *
 * <p>Results, shared diagnoses and statistics are never kept, nor is a page that a link fills with
 * values of a log.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class PageCache extends OncePerRequestFilter {
  /**
   * Most bytes of all pages that are kept, packed and plain: a thousand pages of 10 to 40 KB. They
   * are not counted in pages, because everybody can ask for the longest one under many addresses.
   */
  private static final long MOST_BYTES = 32L * 1024 * 1024;

  /** A longer page is rendered each time. */
  private static final int LONGEST_PAGE = 512 * 1024;

  private static final int LONGEST_QUERY = 400;

  private final Catalogue catalogue;
  private final KeptAnswers<Key> pages = new KeptAnswers<>(MOST_BYTES);

  PageCache(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** What a page depends on. */
  private record Key(long edition, Language language, String server, String path, String query) {}

  /** How many bytes the kept pages have. */
  long keptBytes() {
    return pages.bytes();
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getMethod().equals("GET")
        || !isKept(request)
        || !AcceptHeader.allowsHtml(request);
  }

  private static boolean isKept(HttpServletRequest request) {
    Set<String> parameters = allowedParameters(request.getRequestURI());
    String query = request.getQueryString();
    return !parameters.isEmpty()
        && (query == null
            || query.length() <= LONGEST_QUERY
                && parameters.containsAll(QueryString.readAll(request).keySet()));
  }

  /** Parameters that a kept page may have; none where the page is not kept. */
  private static Set<String> allowedParameters(String path) {
    return switch (path) {
      case "/" -> Set.of("lang", "sample");
      case "/search" -> Set.of("lang", "q");
      case "/compatibility", "/compare", "/collect", "/entries" -> Set.of("lang");
      default -> path.startsWith("/entries/") ? Set.of("lang") : Set.of();
    };
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Key key = keyOf(request);
    KeptAnswers.Answer page = pages.find(key);
    if (page == null) {
      ContentCachingResponseWrapper rendered = new ContentCachingResponseWrapper(response);
      chain.doFilter(request, rendered);
      if (isPage(rendered)) {
        page = KeptAnswers.Answer.of(rendered);
        pages.keep(key, page);
        response.setHeader("Cache-Control", "private, no-cache");
        response.setHeader("ETag", page.entityTag());
      }
      rendered.copyBodyToResponse();
      return;
    }
    writePage(page, request, response);
  }

  private Key keyOf(HttpServletRequest request) {
    return new Key(
        catalogue.current().number(),
        LanguageResolver.resolveLanguage(request),
        request.getScheme() + "://" + request.getServerName() + ":" + request.getServerPort(),
        request.getRequestURI(),
        request.getQueryString());
  }

  private static boolean isPage(ContentCachingResponseWrapper response) {
    String type = response.getContentType();
    return response.getStatus() == HttpServletResponse.SC_OK
        && type != null
        && type.startsWith("text/html")
        && response.getContentSize() <= LONGEST_PAGE;
  }

  private static void writePage(
      KeptAnswers.Answer page, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    page.writeHeaders(response);
    LanguageResolver.keepChoice(request, response);
    response.setHeader("Cache-Control", "private, no-cache");
    if (!new ServletWebRequest(request, response).checkNotModified(page.entityTag())) {
      page.writeBody(request, response);
    }
  }
}
