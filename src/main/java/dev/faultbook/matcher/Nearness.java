package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;

/** Decides whether lines are within the window of a signature. */
final class Nearness {
  private Nearness() {}

  /** Whether a window that ends with the last line reaches back to the first one. */
  static boolean isNear(Form.Window window, MatchedLine first, MatchedLine last) {
    if (window.lines() > 0) {
      return last.line() - first.line() <= window.lines();
    }
    if (window.seconds() > 0) {
      LogTime from = first.time();
      LogTime to = last.time();
      // Without comparable times, a bound in seconds cannot be verified.
      return from != null
          && to != null
          && to.comparableTo(from)
          && Math.abs(to.millis() - from.millis()) <= window.seconds() * 1000L;
    }
    return true;
  }
}
