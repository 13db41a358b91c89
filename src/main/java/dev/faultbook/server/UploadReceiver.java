package dev.faultbook.server;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Receives the logs of requests. A sender may be slow: it holds a virtual thread and what was
 * packed so far, for which {@link MemoryBudget} is the limit.
 */
@Component
public final class UploadReceiver {
  /** Request attribute with the short fields of a form that carried a log. */
  private static final String FIELDS = "dev.faultbook.server.fields";

  private final long limit;
  private final Duration maxTime;
  private final MemoryBudget budget;

  UploadReceiver(ServerSettings settings, MemoryBudget budget) {
    this.limit = settings.diagnosis().maxLogSize().toBytes();
    this.maxTime = settings.diagnosis().maxTime();
    this.budget = budget;
  }

  /** Most bytes of uncompressed text in a log. */
  public long limit() {
    return limit;
  }

  /** A receiver for one log. The caller must close it. */
  public InMemoryLog.Receiver openReceiver() {
    return new InMemoryLog.Receiver(limit, budget, maxTime);
  }

  /**
   * Receives the log of a request. The caller must close it.
   *
   * @throws IOException if it is not a log or is too large
   */
  public InMemoryLog receiveLog(HttpServletRequest request) throws IOException {
    try (InMemoryLog.Receiver receiver = openReceiver()) {
      request.setAttribute(
          FIELDS,
          Upload.receiveLog(
              request.getInputStream(),
              request.getContentType(),
              request.getHeader("Content-Encoding"),
              receiver));
      return receiver.finishLog();
    }
  }

  /** A field of the form in which {@link #receiveLog} received a log; empty if there is none. */
  public static String readField(HttpServletRequest request, String name) {
    return request.getAttribute(FIELDS) instanceof Map<?, ?> fields
            && fields.get(name) instanceof String value
        ? value
        : "";
  }

  /**
   * Receives the two logs of a request.
   *
   * @param good receives the log of the good run
   * @param bad receives the log of the bad run
   * @throws IOException if they are not logs, or are too large
   */
  public void receivePair(
      HttpServletRequest request, InMemoryLog.Receiver good, InMemoryLog.Receiver bad)
      throws IOException {
    Upload.receivePair(
        request.getInputStream(),
        request.getContentType(),
        request.getHeader("Content-Encoding"),
        good,
        bad);
  }

  /**
   * Receives the whole body of a request that carries a message.
   *
   * @param most most bytes
   * @throws RefusedException if the body is larger
   */
  public byte[] receiveMessage(HttpServletRequest request, int most) throws IOException {
    byte[] bytes = request.getInputStream().readNBytes(most + 1);
    if (bytes.length > most) {
      throw new RefusedException(RefusalReason.OVERSIZED, most / 1024);
    }
    return bytes;
  }
}
