package dev.faultbook.server;

import jakarta.servlet.ServletException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs unexpected errors. */
public final class ServerErrors {
  private static final Logger LOG = LoggerFactory.getLogger(ServerErrors.class);
  private static final int MAX_FRAMES = 8;

  private ServerErrors() {}

  /** Whether the heap was exhausted, which the servlet container wraps in an exception. */
  public static boolean isOutOfMemory(Throwable thrown) {
    return causeOf(thrown) instanceof OutOfMemoryError;
  }

  /**
   * Logs the error of a request in one line: its type and its location in the code. The message is
   * left out because it could quote a log.
   */
  public static void logError(Throwable thrown) {
    Throwable cause = causeOf(thrown);
    if (cause instanceof OutOfMemoryError) {
      LOG.error(
          "The heap of {} MiB is exhausted: {} at {}. Raise it (-Xmx), or lower"
              + " faultbook.diagnosis.max-log-size or max-concurrent.",
          Runtime.getRuntime().maxMemory() / (1024 * 1024),
          cause.getClass().getName(),
          placeOf(cause));
    } else {
      LOG.error("{} at {}", cause.getClass().getName(), placeOf(cause));
    }
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

  private static String placeOf(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    StringBuilder place = new StringBuilder();
    for (int i = 0; i < Math.min(trace.length, MAX_FRAMES); i++) {
      place.append(i == 0 ? "" : " < ").append(trace[i]);
    }
    return place.isEmpty() ? "an unknown location" : place.toString();
  }
}
