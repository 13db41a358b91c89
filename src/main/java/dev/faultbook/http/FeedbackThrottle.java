package dev.faultbook.http;

import dev.faultbook.settings.FaultbookProperties;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

/** Limits how often feedback is given; pages and REST count together. */
@Component
public final class FeedbackThrottle {
  private final Throttle throttle;

  FeedbackThrottle(FaultbookProperties settings) {
    this.throttle = new Throttle(settings.feedback().perClient(), settings.feedback().inAll());
  }

  /**
   * Counts one more answer of a client.
   *
   * @throws TooOftenException when there were too many in this minute
   */
  public void admit(HttpServletRequest request) {
    throttle.admit(ClientAddress.of(request));
  }
}
