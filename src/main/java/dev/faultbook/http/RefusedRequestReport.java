package dev.faultbook.http;

import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests that the connector refuses before a handler is called: a malformed address or
 * host, or a header that is too long. Tomcat would answer with its own HTML page, without the
 * headers of this application.
 */
final class RefusedRequestReport extends ErrorReportValve {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedRequestReport.class);

  @Override
  protected void report(Request request, Response response, Throwable thrown) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    String sentence = describeStatus(status);
    boolean call = request.getRequestURI() != null && request.getRequestURI().startsWith("/api/");
    response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-store");
    response.setContentType(call ? "application/problem+json" : "text/plain");
    response.setCharacterEncoding("UTF-8");
    try {
      Writer writer = response.getReporter();
      if (writer != null) {
        writer.write(
            call ? "{\"status\":" + status + ",\"detail\":\"" + sentence + "\"}" : sentence + "\n");
        response.finishResponse();
      }
    } catch (IOException gone) {
      LOG.debug("The client disconnected before the answer", gone);
    }
  }

  private static String describeStatus(int status) {
    return switch (status) {
      case 400 -> "The request line or a header is malformed.";
      case 404 -> "There is nothing at this address.";
      case 405 -> "This method is not allowed here.";
      case 414 -> "The address is too long.";
      case 431 -> "The headers of the request are too long.";
      case 501 -> "This method is not implemented.";
      default -> "The request was refused.";
    };
  }
}
