package dev.faultbook.server;

import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.TimeLimitException;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;

/**
 * What an error answers, as a page, as a problem document or as a line of text.
 *
 * @param status its status
 * @param refusal its words
 * @param arguments what the words name
 * @param headers headers of the answer
 */
public record ErrorAnswer(
    HttpStatus status, RefusalReason refusal, List<Object> arguments, HttpHeaders headers) {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswer.class);

  /** Request attribute with the {@link RefusalReason} of a filter, for the page of its error. */
  public static final String REFUSAL = ErrorAnswer.class.getName() + ".refusal";

  private static final int RETRY_SECONDS = 5;
  private static final int MAX_FORM = 32;
  private static final int MAX_FRAMES = 8;

  public ErrorAnswer {
    boolean temporary =
        status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE;
    if (temporary && !headers.containsHeader(HttpHeaders.RETRY_AFTER)) {
      Object wait = refusal == RefusalReason.OFTEN ? arguments.getFirst() : RETRY_SECONDS;
      headers.set(HttpHeaders.RETRY_AFTER, wait.toString());
    }
    headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
  }

  /** The answer to a request that a filter refused. */
  public static ErrorAnswer of(RefusalReason refusal, Object... arguments) {
    return new ErrorAnswer(refusal.status(), refusal, List.of(arguments), new HttpHeaders());
  }

  /** The answer to a status that the container found before a handler was called. */
  public static ErrorAnswer ofStatus(HttpStatus status) {
    return new ErrorAnswer(status, RefusalReason.ofStatus(status), List.of(), new HttpHeaders());
  }

  /** The answer to an exception. One that nobody expects is logged. */
  public static ErrorAnswer of(Exception thrown) {
    return switch (thrown) {
      case RefusedException e -> of(e.refusal(), e.arguments().toArray());
      case LogTooLargeException e -> of(RefusalReason.LARGE, e.limit() / (1024 * 1024));
      // Not 503: the same log would take as long again.
      case TimeLimitException e -> of(RefusalReason.TIME, e.limit().toSeconds());
      case InvalidParameterException e
          when e.getErrorCode() == HttpStatus.CONTENT_TOO_LARGE.value() ->
          of(RefusalReason.OVERSIZED, MAX_FORM);
      case ErrorResponse e -> {
        HttpStatus status = HttpStatus.valueOf(e.getStatusCode().value());
        HttpHeaders headers = new HttpHeaders();
        headers.addAll(e.getHeaders());
        yield new ErrorAnswer(status, RefusalReason.ofStatus(status), List.of(), headers);
      }
      case InvalidParameterException _, HttpMessageNotReadableException _, IOException _ ->
          of(RefusalReason.BAD);
      default -> ofUnexpected(thrown);
    };
  }

  private static ErrorAnswer ofUnexpected(Exception thrown) {
    Throwable cause = causeOf(thrown);
    String name = cause.getClass().getName();
    String place =
        Arrays.stream(cause.getStackTrace())
            .limit(MAX_FRAMES)
            .map(StackTraceElement::toString)
            .collect(Collectors.joining(" < "));
    // In one line, and without the message, which could quote a log.
    LOG.error("{} at {}", name, place);
    if (cause instanceof OutOfMemoryError) {
      LOG.error(
          "The heap of {} MiB is exhausted. Raise it (-Xmx), or lower"
              + " faultbook.diagnosis.max-log-size or max-concurrent.",
          Runtime.getRuntime().maxMemory() / (1024 * 1024));
      return of(RefusalReason.MEMORY);
    }
    return of(RefusalReason.INTERNAL);
  }

  /**
   * The exhausted heap where it is a cause, whatever wrapped it (Spring MVC, the container, the
   * result of another thread, the linking of a call site); otherwise the cause that Spring MVC or
   * the container wrapped: "Handler dispatch failed".
   */
  static Throwable causeOf(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return cause;
      }
    }
    return thrown instanceof ServletException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** The words. */
  public String text(Locale locale) {
    return refusal.describe(locale, arguments);
  }

  /**
   * The problem document (RFC 9457).
   *
   * @param detail words that say more than the refusal; null for those of the refusal
   */
  ProblemDetail toProblem(@Nullable String detail, Locale locale) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(status, detail == null ? text(locale) : detail);
    problem.setTitle(status.getReasonPhrase());
    switch (refusal) {
      case LARGE -> problem.setProperty("limit_bytes", (long) arguments.getFirst() * 1024 * 1024);
      case TIME -> problem.setProperty("limit_seconds", arguments.getFirst());
      default -> {
        // The words name what there is to name.
      }
    }
    return problem;
  }
}
