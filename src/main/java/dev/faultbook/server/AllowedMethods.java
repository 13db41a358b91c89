package dev.faultbook.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps the list of all methods out of answers to {@code OPTIONS} that are errors. The servlet adds
 * it where there is no handler; none of these methods is allowed there.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 5)
final class AllowedMethods extends OncePerRequestFilter {
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getMethod().equals("OPTIONS");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(request, new Exact(response));
  }

  private static final class Exact extends HttpServletResponseWrapper {
    Exact(HttpServletResponse response) {
      super(response);
    }

    @Override
    public void setHeader(String name, String value) {
      if (!name.equals("Allow") || getStatus() < 400) {
        super.setHeader(name, value);
      }
    }

    @Override
    public void addHeader(String name, String value) {
      // Spring says "Accept-Patch: " where no method accepts one.
      if (!name.equals("Accept-Patch") || !value.isEmpty()) {
        super.addHeader(name, value);
      }
    }
  }
}
