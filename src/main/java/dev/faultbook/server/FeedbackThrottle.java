package dev.faultbook.server;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

/** Limits the rate of feedback; pages and REST share the limit. */
@Component
public final class FeedbackThrottle {
  private final Throttle throttle;

  FeedbackThrottle(ServerSettings settings) {
    this.throttle = new Throttle(settings.feedback().perClient(), settings.feedback().inAll());
  }

  /**
   * Counts one more answer of a client.
   *
   * @throws TooOftenException if the limit of this minute is exceeded
   */
  public void admit(HttpServletRequest request) {
    throttle.admit(ClientAddress.of(request));
  }
}
