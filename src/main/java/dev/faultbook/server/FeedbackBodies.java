package dev.faultbook.server;

import dev.faultbook.settings.FaultbookProperties;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Reads the bodies of feedback and of deletions, the only bodies that are not uploads, with the
 * minimum rate of uploads and a small limit. Jackson and the container would accept one byte now
 * and then for years, and read a comment of 20 MB before it can be refused.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 30)
final class FeedbackBodies extends OncePerRequestFilter
    implements HandlerInterceptor, WebMvcConfigurer {
  private static final String BODY = "dev.faultbook.http.feedback";

  /** A comment of 2,000 characters with all of them escaped takes 24 KB. */
  private static final int MOST_BYTES = 32 * 1024;

  private final MinimumRateInputStream.Limits rate;
  private final StalledBodies stalled;

  FeedbackBodies(FaultbookProperties settings, StalledBodies stalled) {
    this.stalled = stalled;
    this.rate = UploadReceiver.rateLimits(settings.http());
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getRequestURI();
    return !path.endsWith("/feedback") && !path.endsWith("/delete");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Received received = new Received(request);
    request.setAttribute(BODY, received);
    chain.doFilter(received, response);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this);
  }

  /** Reads the body here, so that a refusal is answered like that of an upload. */
  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    if (request.getAttribute(BODY) instanceof Received received) {
      received.readBody(rate, stalled);
    }
    return true;
  }

  /** A request whose body is read completely in advance. */
  private static final class Received extends HttpServletRequestWrapper {
    private byte[] bytes = {};
    private Map<String, String[]> parameters = Map.of();

    Received(HttpServletRequest request) {
      super(request);
    }

    void readBody(MinimumRateInputStream.Limits rate, StalledBodies stalled) throws IOException {
      // Removed on success; the rest of a refused request is handled with the connection.
      try (MinimumRateInputStream body =
          new MinimumRateInputStream(super.getInputStream(), rate, System::nanoTime)) {
        setAttribute(UploadReceiver.UNREAD, body);
        stalled.watch(body, this);
        try {
          bytes = body.readNBytes(MOST_BYTES + 1);
        } finally {
          stalled.release(body);
        }
      }
      if (bytes.length > MOST_BYTES) {
        throw new ResponseStatusException(
            HttpStatus.CONTENT_TOO_LARGE, "This body is limited to 32 KB.");
      }
      removeAttribute(UploadReceiver.UNREAD);
      parameters = readParameters();
    }

    private Map<String, String[]> readParameters() {
      Map<String, List<String>> values = new LinkedHashMap<>();
      addPairs(getQueryString(), values);
      String type = getContentType();
      if (type != null && type.startsWith("application/x-www-form-urlencoded")) {
        addPairs(new String(bytes, StandardCharsets.UTF_8), values);
      }
      Map<String, String[]> all = new LinkedHashMap<>();
      values.forEach((name, list) -> all.put(name, list.toArray(String[]::new)));
      return all;
    }

    private static void addPairs(String pairs, Map<String, List<String>> values) {
      for (String pair : (pairs == null ? "" : pairs).split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          try {
            String name = URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8);
            String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
            values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
          } catch (IllegalArgumentException _) {
            // Badly encoded parameters are ignored.
          }
        }
      }
    }

    @Override
    public @Nullable String getParameter(String name) {
      String[] values = parameters.get(name);
      return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
      String[] values = parameters.get(name);
      return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
      return Collections.unmodifiableMap(parameters);
    }

    @Override
    public Enumeration<String> getParameterNames() {
      return Collections.enumeration(parameters.keySet());
    }

    @Override
    public BufferedReader getReader() {
      return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    @Override
    public ServletInputStream getInputStream() {
      ByteArrayInputStream in = new ByteArrayInputStream(bytes);
      return new ServletInputStream() {
        @Override
        public int read() {
          return in.read();
        }

        @Override
        public int read(byte[] to, int at, int length) {
          return in.read(to, at, length);
        }

        @Override
        public boolean isFinished() {
          return in.available() == 0;
        }

        @Override
        public boolean isReady() {
          return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
          throw new IllegalStateException("Feedback is not read asynchronously");
        }
      };
    }
  }
}
