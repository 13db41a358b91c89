package dev.faultbook.web;

import dev.faultbook.content.Catalogue;
import dev.faultbook.server.AcceptHeader;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Caches pages that depend only on the edition, the language, the server's address and the
 * parameters that they know, and answers conditional requests with {@code 304 Not Modified} (ETag).
 *
 * <p>Results, shared diagnoses, statistics and pages whose query contains values from a log are
 * never cached.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class PageCache extends OncePerRequestFilter {
  /**
   * Most bytes of all cached pages, compressed and uncompressed: about a thousand pages of 10 to 40
   * KB. The limit is not a number of pages, because any client can request the longest page under
   * many URLs.
   */
  private static final long MOST_BYTES = 32L * 1024 * 1024;

  /** Most bytes of a cached page; longer ones are rendered each time. */
  private static final int LONGEST_PAGE = 512 * 1024;

  private final Catalogue catalogue;
  private final AnswerMemory memory;
  private final KeptAnswers<AnswerKey> pages = new KeptAnswers<>(MOST_BYTES);

  PageCache(Catalogue catalogue, AnswerMemory memory) {
    this.catalogue = catalogue;
    this.memory = memory;
  }

  /** The number of bytes of the cached pages. */
  long keptBytes() {
    return pages.bytes();
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String method = request.getMethod();
    return !method.equals("GET") && !method.equals("HEAD")
        || !isKept(request)
        || !AcceptHeader.allowsHtml(request);
  }

  private boolean isKept(HttpServletRequest request) {
    String path = request.getRequestURI();
    Map<String, String> parameters = QueryString.readAll(request);
    return isPage(path)
        // Another spelling of the path stands in the links of the page.
        && path.equals(RequestPaths.pathOf(request))
        && parameters.keySet().stream().noneMatch(name -> isOpen(path, name))
        && BrowsePage.filtersByKnownValues(catalogue.current(), parameters)
        && AnswerKey.hasShortQuery(request);
  }

  private static boolean isPage(String path) {
    return switch (path) {
      case "/",
          "/search",
          "/compatibility",
          "/compare",
          "/collect",
          "/entries",
          "/codes",
          "/hang" ->
          true;
      default -> path.startsWith("/entries/") || path.startsWith("/codes/");
    };
  }

  /** Whether a parameter takes any text, apart from that of a search, which costs most. */
  private static boolean isOpen(String path, String name) {
    return switch (name) {
      case "gpu", "driver", "torch" -> true;
      case "q" -> !path.equals("/search");
      default -> name.startsWith(EntryPages.VALUE);
    };
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    AnswerKey key = keyOf(request);
    KeptAnswers.Answer page = pages.find(key);
    if (page == null) {
      ContentCachingResponseWrapper rendered = new ContentCachingResponseWrapper(response);
      chain.doFilter(request, rendered);
      if (isWhole(rendered)) {
        page = KeptAnswers.Answer.of(rendered);
        pages.keep(key, page);
        response.setHeader("Cache-Control", "private, no-cache");
        if (EntityTags.isUnchanged(page.entityTag(), request, response)) {
          memory.release(request);
          return;
        }
      }
      memory.send(rendered, request, response);
      return;
    }
    writePage(page, request, response);
  }

  /** The key has no {@code Accept} header, because only HTML is cached. */
  private AnswerKey keyOf(HttpServletRequest request) {
    return AnswerKey.of(request, catalogue.current().number(), null);
  }

  private static boolean isWhole(ContentCachingResponseWrapper response) {
    String type = response.getContentType();
    return response.getStatus() == HttpServletResponse.SC_OK
        && type != null
        && type.startsWith("text/html")
        && response.getContentSize() > 0
        && response.getContentSize() <= LONGEST_PAGE;
  }

  private static void writePage(
      KeptAnswers.Answer page, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    page.writeHeaders(response);
    LanguageResolver.keepChoice(request, response);
    response.setHeader("Cache-Control", "private, no-cache");
    if (!EntityTags.isUnchanged(page.entityTag(), request, response)) {
      page.writeBody(request, response);
    }
  }
}
