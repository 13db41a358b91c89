package dev.faultbook.http;

import dev.faultbook.intake.MinimumRateInputStream;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what is left of the body of a refused upload, after its answer was sent, so that a client
 * that sends before it listens sees the answer. Tomcat would do so itself, without any limit of
 * time: a byte every ten seconds would hold the connection for years. This one keeps the limits of
 * {@link MinimumRateInputStream} and closes the connection beyond them.
 */
final class UnreadBodyValve extends ValveBase {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadBodyValve.class);

  private final long most;

  /**
   * @param most bytes of a body that are read and thrown away
   */
  UnreadBodyValve(long most) {
    super(true);
    this.most = most;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    getNext().invoke(request, response);
    if (request.getAttribute(UploadReceiver.UNREAD) instanceof MinimumRateInputStream body
        && !isHeldBack(request, body)) {
      response.finishResponse();
      if (!drain(body)) {
        request.getCoyoteRequest().action(ActionCode.CLOSE_NOW, null);
      }
    }
  }

  /** With {@code Expect: 100-continue} a body that nobody asked for is never sent. */
  private static boolean isHeldBack(Request request, MinimumRateInputStream body) {
    return request.getHeader("Expect") != null && body.received() == 0;
  }

  /** Whether the body came to its end within the limits. */
  private boolean drain(MinimumRateInputStream body) {
    byte[] nowhere = new byte[16 * 1024];
    try {
      long end = body.received() + most;
      while (body.received() <= end) {
        if (body.read(nowhere, 0, nowhere.length) < 0) {
          return true;
        }
      }
    } catch (IOException tooSlowOrGone) {
      LOG.debug("The rest of a refused upload did not come", tooSlowOrGone);
    }
    return false;
  }
}
