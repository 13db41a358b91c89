package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Form;
import dev.faultbook.stream.MatchedLine;

/** Whether lines stand within the window of a signature. */
final class Nearness {
  private Nearness() {}

  /** Whether a window that ends with one line reaches back to an earlier one. */
  static boolean isNear(Form.Window window, MatchedLine first, MatchedLine last) {
    if (window.lines() > 0) {
      return last.line() - first.line() <= window.lines();
    }
    if (window.seconds() > 0) {
      LogTime from = first.time();
      LogTime to = last.time();
      // Without times to compare, a bound in seconds cannot be shown to be kept.
      return from != null
          && to != null
          && to.comparableTo(from)
          && Math.abs(to.millis() - from.millis()) <= window.seconds() * 1000L;
    }
    return true;
  }
}
