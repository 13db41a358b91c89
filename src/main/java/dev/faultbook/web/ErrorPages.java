package dev.faultbook.web;

import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.ErrorAnswer;
import dev.faultbook.server.ProblemAnswers;
import dev.faultbook.server.RefusalReason;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Reports errors to browsers as a page. */
@Controller
class ErrorPages implements HandlerExceptionResolver, ErrorController, Ordered {
  static final String RETRY_AFTER = "Retry-After";
  static final int RETRY_SECONDS = 5;

  private final ProblemAnswers problems;

  ErrorPages(ProblemAnswers problems) {
    this.problems = problems;
  }

  /** Directly after the answers to programs. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE + 10;
  }

  @Override
  public ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception thrown) {
    return page(ErrorAnswer.of(thrown), request, response);
  }

  /** Errors that the container found before a handler was called. */
  @RequestMapping("/error")
  @Nullable ModelAndView error(HttpServletRequest request, HttpServletResponse response) {
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    HttpStatus status =
        code instanceof Integer n && HttpStatus.resolve(n) != null
            ? HttpStatus.valueOf(n)
            : HttpStatus.NOT_FOUND;
    ErrorAnswer answer =
        request.getAttribute(ErrorAnswer.REFUSAL) instanceof RefusalReason refusal
            ? ErrorAnswer.of(refusal)
            : ErrorAnswer.ofStatus(status);
    if (AcceptHeader.namesHtml(request)) {
      return page(answer, request, response);
    }
    problems.answer(answer, null, request, response);
    return null;
  }

  private static ModelAndView page(
      ErrorAnswer answer, HttpServletRequest request, HttpServletResponse response) {
    answer.headers().forEach((name, all) -> all.forEach(v -> response.setHeader(name, v)));
    ModelAndView page = new ModelAndView("error", answer.status());
    page.addObject("key", answer.refusal().key());
    page.addObject("numbers", answer.arguments().toArray());
    page.addObject("status", answer.status().value());
    PageSetup.fillFrame(request, response, page);
    return page;
  }
}
