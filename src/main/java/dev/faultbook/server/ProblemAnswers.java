package dev.faultbook.server;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers errors to programs: at {@code /mcp} and below {@code /api} and {@code /chat}, which only
 * programs call, with a problem document, elsewhere with a line of text to whoever does not ask for
 * HTML.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ProblemAnswers implements HandlerExceptionResolver {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemAnswers.class);

  private final JsonMapper json;
  private final LocaleResolver locales;

  ProblemAnswers(JsonMapper json, LocaleResolver localeResolver) {
    this.json = json;
    this.locales = localeResolver;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception thrown) {
    if (response.isCommitted() || thrown instanceof AsyncRequestNotUsableException) {
      return new ModelAndView();
    }
    if (!isCall(pathOf(request)) && AcceptHeader.namesHtml(request)) {
      return null;
    }
    answer(ErrorAnswer.of(thrown), detailOf(thrown), request, response);
    return new ModelAndView();
  }

  /** Writes an answer to a program. */
  public void answer(
      ErrorAnswer answer,
      @Nullable String detail,
      HttpServletRequest request,
      HttpServletResponse response) {
    response.resetBuffer();
    response.setStatus(answer.status().value());
    answer.headers().forEach((name, all) -> all.forEach(v -> response.setHeader(name, v)));
    try {
      byte[] body;
      if (isCall(pathOf(request))) {
        response.setContentType("application/problem+json");
        ProblemDetail problem = answer.toProblem(detail, locales.resolveLocale(request));
        problem.setType(URI.create("about:blank"));
        problem.setInstance(URI.create(pathOf(request)));
        body = json.writeValueAsBytes(problem);
      } else {
        response.setContentType("text/plain;charset=UTF-8");
        body =
            (answer.text(locales.resolveLocale(request)) + "\n").getBytes(StandardCharsets.UTF_8);
      }
      response.getOutputStream().write(body);
    } catch (IOException gone) {
      LOG.debug("The client disconnected before the answer");
    }
  }

  /** What the framework or the API says about the request; null if it says nothing. */
  private static @Nullable String detailOf(Exception thrown) {
    return thrown instanceof ErrorResponse error && !(thrown instanceof NoResourceFoundException)
        ? error.getBody().getDetail()
        : null;
  }

  /** The path that was requested, also where the container calls its error page. */
  private static String pathOf(HttpServletRequest request) {
    return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path
        ? path
        : request.getRequestURI();
  }

  private static boolean isCall(String path) {
    return path.startsWith("/api/")
        || path.equals("/api")
        || path.equals("/mcp")
        || path.startsWith("/chat/");
  }
}
