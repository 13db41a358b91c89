package dev.faultbook.server;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.res.StringManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests that the connector refuses before a handler is called: a malformed address or
 * host, or a header that is too long. Tomcat would answer with its own HTML page, without the
 * headers of this application.
 */
final class RefusedRequestReport extends ErrorReportValve {
  private static final String CALL = "/api/";
  private static final int LONGEST_METHOD = 10;

  private static final String TOO_LARGE =
      StringManager.getManager(Http11InputBuffer.class)
          .getString("iib.requestheadertoolarge.error");

  private static final Logger LOG = LoggerFactory.getLogger(RefusedRequestReport.class);

  @Override
  protected void report(Request request, Response response, Throwable thrown) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    OptionalInt limit = exceededSize(request);
    if (limit.isPresent()) {
      boolean addressEnded = !request.getCoyoteRequest().requestURI().isNull();
      status = addressEnded ? 431 : HttpServletResponse.SC_REQUEST_URI_TOO_LONG;
      response.setStatus(status);
    }
    String sentence =
        limit.isPresent()
            ? "The address and the headers of the request are longer than "
                + limit.getAsInt() / 1024
                + " KB together."
            : describeStatus(status);
    boolean call = isCall(request);
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

  /** The limit of the request's head in bytes if it was longer; otherwise empty. */
  private static OptionalInt exceededSize(Request request) {
    // The connector has no type of its own for this error, and words it in the machine's language.
    return request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable refused
            && TOO_LARGE.equals(refused.getMessage())
            && request.getConnector().getProtocolHandler() instanceof AbstractHttp11Protocol<?> http
        ? OptionalInt.of(http.getMaxHttpRequestHeaderSize())
        : OptionalInt.empty();
  }

  private static boolean isCall(Request request) {
    String path = request.getRequestURI();
    return path == null ? startsLikeCall(request) : path.startsWith(CALL);
  }

  /** Whether the unfinished request line, which the connector still has, is that of a call. */
  private static boolean startsLikeCall(Request request) {
    if (!(request.getCoyoteRequest().getInputBuffer() instanceof ApplicationBufferHandler input)
        || input.getByteBuffer() == null) {
      return false;
    }
    ByteBuffer line = input.getByteBuffer().duplicate().position(0);
    byte[] start = new byte[Math.min(line.limit(), LONGEST_METHOD + CALL.length())];
    line.get(start);
    String text = new String(start, StandardCharsets.ISO_8859_1);
    return text.startsWith(CALL, text.indexOf(' ') + 1);
  }

  private static String describeStatus(int status) {
    return switch (status) {
      case 400 -> "The request line or a header is malformed, or there are more than 100 headers.";
      case 404 -> "There is nothing at this address.";
      case 405 -> "This method is not allowed here.";
      case 414 -> "The address is too long.";
      case 431 -> "The headers of the request are too long.";
      case 501 -> "This method or transfer coding is not implemented.";
      case 505 -> "Of HTTP, the versions 1.0 and 1.1 are understood.";
      default -> "The request was refused.";
    };
  }
}
