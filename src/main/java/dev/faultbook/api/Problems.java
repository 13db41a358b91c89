package dev.faultbook.api;

import dev.faultbook.server.ServerErrors;
import dev.faultbook.server.TooOftenException;
import dev.faultbook.server.BudgetExhaustedException;
import dev.faultbook.server.TooBusyException;
import dev.faultbook.server.UnreadableLogException;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.TimeLimitException;
import dev.faultbook.store.StoreUnavailableException;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers every error below {@code /api} and {@code /chat}, which only programs call, with a
 * problem document (RFC 9457).
 */
@Component
class Problems implements HandlerExceptionResolver, Ordered {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
  private static final String RETRY_SECONDS = "5";

  private final JsonMapper json;

  Problems(JsonMapper json) {
    this.json = json;
  }

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception thrown) {
    if (!isCall(pathOf(request))) {
      return null;
    }
    if (response.isCommitted() || thrown instanceof AsyncRequestNotUsableException) {
      return new ModelAndView();
    }
    HttpHeaders headers = new HttpHeaders();
    Map<String, Object> problem = toProblem(thrown, request, headers);
    response.resetBuffer();
    response.setStatus((int) Objects.requireNonNull(problem.get("status")));
    headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
    response.setContentType("application/problem+json");
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    try {
      response.getOutputStream().write(json.writeValueAsBytes(problem));
    } catch (IOException gone) {
      LOG.debug("The client disconnected before the answer");
    }
    return new ModelAndView();
  }

  /** The path that was requested, also where the container calls its error page. */
  private static String pathOf(HttpServletRequest request) {
    return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path
        ? path
        : request.getRequestURI();
  }

  private static boolean isCall(String path) {
    return path.startsWith("/api/") || path.equals("/api") || path.startsWith("/chat/");
  }

  private static Map<String, Object> toProblem(
      Exception thrown, HttpServletRequest request, HttpHeaders headers) {
    Map<String, Object> more = new LinkedHashMap<>();
    HttpStatus status;
    String detail = thrown.getMessage();
    switch (thrown) {
      case ApiException e -> status = e.status();
      case LogTooLargeException e -> {
        status = HttpStatus.CONTENT_TOO_LARGE;
        more.put("limit_bytes", e.limit());
      }
      case TimeLimitException e -> {
        // Not 503: the same log would take as long again.
        status = HttpStatus.CONTENT_TOO_LARGE;
        more.put("limit_seconds", e.limit().toSeconds());
      }
      case UnreadableLogException e ->
          status =
              switch (e.reason()) {
                case TYPE, CODING, NO_FORM -> HttpStatus.UNSUPPORTED_MEDIA_TYPE;
                case SLOW -> HttpStatus.REQUEST_TIMEOUT;
                case MANY_FILES, MANY_FIELDS, LONG_HEADER, BOMB -> HttpStatus.CONTENT_TOO_LARGE;
                default -> HttpStatus.BAD_REQUEST;
              };
      case BudgetExhaustedException e -> status = HttpStatus.TOO_MANY_REQUESTS;
      case TooBusyException e -> status = HttpStatus.TOO_MANY_REQUESTS;
      case TooOftenException e -> {
        status = HttpStatus.TOO_MANY_REQUESTS;
        headers.set(HttpHeaders.RETRY_AFTER, Integer.toString(e.retryAfter()));
      }
      case StoreUnavailableException e -> status = HttpStatus.SERVICE_UNAVAILABLE;
      case NoResourceFoundException e -> {
        status = HttpStatus.NOT_FOUND;
        detail = "There is nothing at this address. The calls are described at /v3/api-docs.";
      }
      case HttpMessageNotReadableException e -> {
        status = HttpStatus.BAD_REQUEST;
        detail = "The body is not the JSON document that this call expects.";
      }
      case ErrorResponse e -> {
        ProblemDetail body = e.getBody();
        status = HttpStatus.valueOf(body.getStatus());
        detail = body.getDetail();
        headers.addAll(e.getHeaders());
      }
      case IOException e -> {
        status = HttpStatus.BAD_REQUEST;
        detail = "The body of the request could not be read to its end.";
      }
      default -> {
        status = HttpStatus.INTERNAL_SERVER_ERROR;
        detail = "Something went wrong here. Nothing of what you sent was kept.";
        ServerErrors.logError(thrown);
        if (ServerErrors.isOutOfMemory(thrown)) {
          status = HttpStatus.SERVICE_UNAVAILABLE;
          detail = "The server has run out of memory. Nothing of what you sent was kept.";
        }
      }
    }
    if ((status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE)
        && !headers.containsHeader(HttpHeaders.RETRY_AFTER)) {
      headers.set(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
    }
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", "about:blank");
    problem.put("title", status.getReasonPhrase());
    problem.put("status", status.value());
    problem.put("detail", detail);
    problem.put("instance", pathOf(request));
    problem.putAll(more);
    return problem;
  }
}
