package dev.faultbook.web;

import dev.faultbook.server.TooBusyException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Keeps answers to {@code POST} in memory until their clients have read them, within a limit. The
 * report, of which the answer is made, takes several times as much and is given up before.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 30)
final class PostAnswers extends OncePerRequestFilter {
  private final AnswerMemory memory;

  PostAnswers(AnswerMemory memory) {
    this.memory = memory;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getMethod().equals("POST");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    ContentCachingResponseWrapper written = new ContentCachingResponseWrapper(response);
    try {
      chain.doFilter(request, written);
      memory.send(written, request, response);
    } catch (ServletException e) {
      // Spring MVC passes on what a view throws.
      if (!(e.getCause() instanceof TooBusyException)) {
        throw e;
      }
      AnswerMemory.refuse(request, response);
    } finally {
      memory.release(request);
    }
  }
}
