package dev.faultbook.server;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Cuts off clients that are too slow while the server waits in a single read. A client that sends
 * nothing, or only the framing of a chunked body (extensions, trailers), lets no read return, so
 * that {@link MinimumRateInputStream} alone would not notice it.
 */
@Component
final class StalledBodies {
  private final ConnectionLimit connections;

  /** The bodies that are being read, with the identifiers of their connections. */
  private final Map<MinimumRateInputStream, String> bodies = new ConcurrentHashMap<>();

  StalledBodies(ConnectionLimit connections) {
    this.connections = connections;
  }

  /** Observes a body until {@link #release}. */
  void watch(MinimumRateInputStream body, HttpServletRequest request) {
    bodies.put(body, request.getServletConnection().getConnectionId());
  }

  void release(MinimumRateInputStream body) {
    bodies.remove(body);
  }

  @Scheduled(fixedRate = 500)
  void cutOff() {
    bodies.forEach(
        (body, connection) -> {
          if (body.isStalled()) {
            body.cutOff();
            connections.endInput(connection);
          }
        });
  }
}
