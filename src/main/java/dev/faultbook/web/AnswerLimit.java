package dev.faultbook.web;

import dev.faultbook.server.ClientAddress;
import dev.faultbook.server.Bulkhead;
import dev.faultbook.server.TooBusyException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Limits the number of answers to {@code GET} and {@code HEAD} that are rendered concurrently, in
 * all and per client: pages that are not in the cache, and lists of the API. The longest list takes
 * some 15 ms of processor time, and a client can ask for it in any number of ways. Requests are
 * served by virtual threads, of which a few that compute would stop all others.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 30)
final class AnswerLimit extends OncePerRequestFilter {
  private static final String REFUSED = AnswerLimit.class.getName() + ".refused";

  /** Searches, shared diagnoses and logs have limits of their own; the rest is not rendered. */
  private static final List<String> OTHERS =
      List.of("/search", "/api/v1/search", "/d/", "/api/v1/diagnoses/", "/assets/", "/actuator/");

  /** Pages of what is stored. */
  private static final Set<String> STORED = Set.of("/stats", CuratePage.PATH);

  private final Bulkhead rendering;
  private final Bulkhead reading;
  private final AnswerMemory memory;

  AnswerLimit(Bulkhead renderingBulkhead, Bulkhead readingBulkhead, AnswerMemory memory) {
    this.memory = memory;
    this.rendering = renderingBulkhead;
    this.reading = readingBulkhead;
  }

  /**
   * Rejects a request for which there was no permit. It runs as an interceptor, so that the error
   * is rendered in a format that the client accepts.
   */
  static final class Refusal implements HandlerInterceptor {
    @Override
    public boolean preHandle(
        HttpServletRequest request, HttpServletResponse response, Object handler) {
      if (request.getAttribute(REFUSED) instanceof TooBusyException refused) {
        throw refused;
      }
      return true;
    }
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String method = request.getMethod();
    return !method.equals("GET") && !method.equals("HEAD")
        || OTHERS.stream().anyMatch(RequestPaths.pathOf(request)::startsWith);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    // These wait for the database, so that no other page must wait for them.
    Bulkhead bulkhead = STORED.contains(RequestPaths.pathOf(request)) ? reading : rendering;
    ContentCachingResponseWrapper written = writeWithin(bulkhead, request, response, chain);
    if (written != null) {
      memory.send(written, request, response);
    }
  }

  /**
   * Renders an answer with a permit of a bulkhead, into memory, so that a slow client holds none.
   * Null if there was no permit: the refusal is then written to the response.
   */
  static @Nullable ContentCachingResponseWrapper writeWithin(
      Bulkhead bulkhead,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws ServletException, IOException {
    ContentCachingResponseWrapper written = new ContentCachingResponseWrapper(response);
    try {
      bulkhead.call(ClientAddress.of(request), 0, () -> writeAnswer(request, written, chain));
      return written;
    } catch (TooBusyException refused) {
      request.setAttribute(REFUSED, refused);
      chain.doFilter(request, response);
      return null;
    }
  }

  private static boolean writeAnswer(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException {
    try {
      chain.doFilter(request, response);
      return true;
    } catch (IOException e) {
      throw new ServletException(e);
    }
  }
}
