package dev.faultbook.web;

import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.TimeLimitException;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.BudgetExhaustedException;
import dev.faultbook.server.ServerErrors;
import dev.faultbook.server.TooBusyException;
import dev.faultbook.server.TooOftenException;
import dev.faultbook.server.UnreadableLogException;
import dev.faultbook.store.StoreUnavailableException;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.MessageSource;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Reports errors: a page to browsers, a line of text to programs. */
@Controller
class ErrorPages implements HandlerExceptionResolver, ErrorController, Ordered {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorPages.class);
  static final String RETRY_AFTER = "Retry-After";
  static final int RETRY_SECONDS = 5;

  private final MessageSource messages;
  private final ChosenLocale locales;

  ErrorPages(MessageSource messages, ChosenLocale locales) {
    this.messages = messages;
    this.locales = locales;
  }

  /** Directly after the resolver of the REST calls. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE + 10;
  }

  /** An error answer: a status, its message key, and a number in the message. */
  private record Mishap(HttpStatus status, String key, Object number) {
    Mishap(HttpStatus status, String key) {
      this(status, key, "");
    }
  }

  @Override
  public ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception thrown) {
    if (response.isCommitted() || thrown instanceof AsyncRequestNotUsableException) {
      return new ModelAndView();
    }
    Mishap mishap = toMishap(thrown);
    if (thrown instanceof TooOftenException e) {
      response.setIntHeader(RETRY_AFTER, e.retryAfter());
    }
    if (thrown instanceof ErrorResponse answer) {
      answer.getHeaders().forEach((name, all) -> all.forEach(v -> response.setHeader(name, v)));
    }
    return answerError(request, response, mishap);
  }

  /** Errors that the container found before a handler was called, or while it read a body. */
  @RequestMapping("/error")
  @Nullable ModelAndView error(HttpServletRequest request, HttpServletResponse response) {
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    HttpStatus status =
        code instanceof Integer n && HttpStatus.resolve(n) != null
            ? HttpStatus.valueOf(n)
            : HttpStatus.NOT_FOUND;
    ModelAndView answer = answerError(request, response, ofStatus(status));
    // An empty view means "answered" for a resolver, but an unnamed view for a handler.
    return answer.isEmpty() ? null : answer;
  }

  private ModelAndView answerError(
      HttpServletRequest request, HttpServletResponse response, Mishap mishap) {
    response.setHeader("Cache-Control", "no-store");
    if (isTemporary(mishap.status()) && !response.containsHeader(RETRY_AFTER)) {
      response.setIntHeader(RETRY_AFTER, RETRY_SECONDS);
    }
    if (!AcceptHeader.namesHtml(request)) {
      Locale locale = locales.resolveLocale(request);
      Object[] numbers = {mishap.number()};
      response.setStatus(mishap.status().value());
      response.setContentType("text/plain;charset=UTF-8");
      try {
        response
            .getOutputStream()
            .write(
                (messages.getMessage("error." + mishap.key(), numbers, locale) + "\n")
                    .getBytes(StandardCharsets.UTF_8));
      } catch (IOException gone) {
        LOG.debug("The client disconnected before the answer");
      }
      return new ModelAndView();
    }
    ModelAndView page = new ModelAndView("error", mishap.status());
    page.addObject("key", mishap.key());
    page.addObject("number", mishap.number());
    page.addObject("status", mishap.status().value());
    PageSetup.fillFrame(request, response, page);
    return page;
  }

  private static boolean isTemporary(HttpStatus status) {
    return status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE;
  }

  private static Mishap toMishap(Exception thrown) {
    return switch (thrown) {
      case NotFoundException e -> new Mishap(HttpStatus.NOT_FOUND, e.what());
      case PageRefusedException e -> new Mishap(statusOf(e.reason()), e.reason().key(), e.limit());
      case LogTooLargeException e ->
          new Mishap(HttpStatus.CONTENT_TOO_LARGE, "large", e.limit() / (1024 * 1024));
      case TimeLimitException e ->
          new Mishap(HttpStatus.CONTENT_TOO_LARGE, "time", e.limit().toSeconds());
      case UnreadableLogException e ->
          switch (e.reason()) {
            case EMPTY -> new Mishap(HttpStatus.BAD_REQUEST, "empty");
            case TYPE, CODING, NO_FORM -> new Mishap(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "type");
            case SLOW -> new Mishap(HttpStatus.REQUEST_TIMEOUT, "slow");
            case BROKEN_FORM -> new Mishap(HttpStatus.BAD_REQUEST, "bad");
            case BINARY -> new Mishap(HttpStatus.BAD_REQUEST, "binary");
            case BROKEN_GZIP -> new Mishap(HttpStatus.BAD_REQUEST, "gzip");
            case BROKEN_ARCHIVE -> new Mishap(HttpStatus.BAD_REQUEST, "damaged");
            case PACKING -> new Mishap(HttpStatus.BAD_REQUEST, "packing");
            case ENCRYPTED -> new Mishap(HttpStatus.BAD_REQUEST, "encrypted");
            case NESTED -> new Mishap(HttpStatus.BAD_REQUEST, "nested");
            case SPARSE -> new Mishap(HttpStatus.BAD_REQUEST, "sparse");
            case MANY_FILES -> new Mishap(HttpStatus.CONTENT_TOO_LARGE, "files", e.what());
            case MANY_FIELDS -> new Mishap(HttpStatus.CONTENT_TOO_LARGE, "fields", e.what());
            case LONG_HEADER -> new Mishap(HttpStatus.CONTENT_TOO_LARGE, "header", e.what());
            case BOMB -> new Mishap(HttpStatus.CONTENT_TOO_LARGE, "bomb", e.what());
            case NO_TEXT -> new Mishap(HttpStatus.BAD_REQUEST, "notext");
          };
      case BudgetExhaustedException e -> new Mishap(HttpStatus.TOO_MANY_REQUESTS, "busy");
      case TooOftenException e -> new Mishap(HttpStatus.TOO_MANY_REQUESTS, "often");
      case TooBusyException e -> new Mishap(HttpStatus.TOO_MANY_REQUESTS, "busy");
      case StoreUnavailableException e ->
          new Mishap(
              HttpStatus.SERVICE_UNAVAILABLE,
              switch (e.reason()) {
                case UNREACHABLE -> "archive";
                case OUT_OF_RESOURCES -> "storespace";
                case FULL -> "storefull";
              });
      case ErrorResponse e -> ofStatus(HttpStatus.valueOf(e.getStatusCode().value()));
      case InvalidParameterException e -> ofStatus(HttpStatus.valueOf(e.getErrorCode()));
      case IOException e -> new Mishap(HttpStatus.BAD_REQUEST, "bad");
      default -> {
        ServerErrors.logError(thrown);
        yield ServerErrors.isOutOfMemory(thrown)
            ? new Mishap(HttpStatus.SERVICE_UNAVAILABLE, "memory")
            : new Mishap(HttpStatus.INTERNAL_SERVER_ERROR, "internal");
      }
    };
  }

  private static HttpStatus statusOf(PageRefusedException.Reason reason) {
    return switch (reason) {
      case FOREIGN, CLOSED -> HttpStatus.FORBIDDEN;
      case OVERSIZED -> HttpStatus.CONTENT_TOO_LARGE;
      case UNSIGNED -> HttpStatus.UNAUTHORIZED;
      case LONG, UNANSWERED -> HttpStatus.BAD_REQUEST;
    };
  }

  private static Mishap ofStatus(HttpStatus status) {
    if (status == HttpStatus.NOT_FOUND) {
      return new Mishap(status, "page");
    }
    // The container's answer to a client that stopped sending.
    if (status == HttpStatus.REQUEST_TIMEOUT) {
      return new Mishap(status, "slow");
    }
    if (status == HttpStatus.TOO_MANY_REQUESTS) {
      return new Mishap(status, "busy");
    }
    if (status == HttpStatus.METHOD_NOT_ALLOWED) {
      return new Mishap(status, "method");
    }
    return status.is5xxServerError() ? new Mishap(status, "internal") : new Mishap(status, "bad");
  }
}
