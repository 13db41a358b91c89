package dev.faultbook.matcher;

import dev.faultbook.log.LogTime;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;

/** Whether lines stand within the window of a signature. */
final class Nearness {
  private Nearness() {}

  /** Whether a window that ends with one line reaches back to an earlier one. */
  static boolean isNear(Signature.Window window, MatchedLine first, MatchedLine last) {
    if (window.lines() > 0) {
      return last.line() - first.line() <= window.lines();
    }
    if (window.seconds() > 0) {
      LogTime time = last.time();
      // Without times to compare, a bound in seconds cannot be shown to be kept.
      return time != null
          && time.comparableTo(first.time())
          && Math.abs(time.millis() - first.time().millis()) <= window.seconds() * 1000L;
    }
    return true;
  }
}
