package dev.faultbook.server;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the rest of the body of a refused upload after the answer was sent, so that a client that
 * sends before it listens receives the answer. Tomcat would do so without a time limit: one byte
 * every ten seconds would hold the connection for years. This valve applies the limits of {@link
 * MinimumRateInputStream} and closes the connection beyond them.
 */
final class UnreadBodyValve extends ValveBase {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadBodyValve.class);

  private final long most;
  private final MinimumRateInputStream.Limits rate;
  private final StalledBodies stalled;

  /**
   * @param most most bytes of a body that are read and discarded
   * @param rate slowest accepted client
   */
  UnreadBodyValve(long most, MinimumRateInputStream.Limits rate, StalledBodies stalled) {
    super(true);
    this.most = most;
    this.rate = rate;
    this.stalled = stalled;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    getNext().invoke(request, response);
    if (request.getAttribute(UploadReceiver.UNREAD) instanceof MinimumRateInputStream body
        && !isHeldBack(request, body)) {
      response.finishResponse();
      if (body.isTooSlow() || !drainBody(request)) {
        request.getCoyoteRequest().action(ActionCode.CLOSE_NOW, null);
      }
    }
  }

  /** With {@code Expect: 100-continue} a body that was never requested is not sent. */
  private static boolean isHeldBack(Request request, MinimumRateInputStream body) {
    return request.getHeader("Expect") != null && body.received() == 0;
  }

  /** Whether the body ended within the limits. */
  private boolean drainBody(Request request) {
    try (MinimumRateInputStream body =
        new MinimumRateInputStream(new Rest(request.getCoyoteRequest()), rate, System::nanoTime)) {
      stalled.watch(body, request);
      try {
        return readToEnd(body);
      } finally {
        stalled.release(body);
      }
    } catch (IOException tooSlowOrGone) {
      LOG.debug("The rest of a refused upload did not arrive", tooSlowOrGone);
      return false;
    }
  }

  private boolean readToEnd(MinimumRateInputStream body) throws IOException {
    byte[] nowhere = new byte[16 * 1024];
    while (body.received() <= most) {
      if (body.read(nowhere, 0, nowhere.length) < 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The unread part of a body on the connection. The servlet's own stream cannot be used: the
   * handler may have closed it.
   */
  private static final class Rest extends InputStream {
    private final org.apache.coyote.Request request;
    private ByteBuffer chunk = ByteBuffer.allocate(0);

    Rest(org.apache.coyote.Request request) {
      this.request = request;
    }

    @Override
    public int read() throws IOException {
      return fillChunk() ? chunk.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int at, int length) throws IOException {
      if (!fillChunk()) {
        return -1;
      }
      int n = Math.min(length, chunk.remaining());
      chunk.get(bytes, at, n);
      return n;
    }

    /** Whether another byte is available. */
    private boolean fillChunk() throws IOException {
      while (!chunk.hasRemaining()) {
        if (request.doRead(new Chunk()) < 0) {
          return false;
        }
      }
      return true;
    }

    /** Receives the buffer of the connector. */
    private final class Chunk implements ApplicationBufferHandler {
      @Override
      public void setByteBuffer(ByteBuffer buffer) {
        chunk = buffer;
      }

      @Override
      public ByteBuffer getByteBuffer() {
        return chunk;
      }

      @Override
      public void expand(int size) {
        // The connector passes its own buffer.
      }
    }
  }
}
