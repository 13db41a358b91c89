package dev.faultbook.failure;

/** Removes the borders of boxes that rich draws. */
final class RichPanels {
  private RichPanels() {}

  /** {@code │ /work/train.py:88 in collate │} without its borders. */
  static String stripBorders(String body) {
    int bar = TextScan.blanksEnd(body, 0);
    if (bar >= body.length() || body.charAt(bar) != '│') {
      return body;
    }
    int end = body.length();
    if (end > bar + 1 && body.charAt(end - 1) == '│') {
      end--;
    }
    return body.substring(bar + 1, end).stripTrailing();
  }

  /**
   * Whether a line is a row of source code in the box of a traceback: {@code │ ❱ 245 │ raise
   * ChildFailedError( │}.
   *
   * @param raw the line with whatever prefix stands before the box
   */
  static boolean isSourceRow(String raw) {
    int bar = raw.indexOf('│');
    if (bar < 0) {
      return false;
    }
    int at = TextScan.blanksEnd(raw, bar + 1);
    if (at < raw.length() && raw.charAt(at) == '❱') {
      at = TextScan.blanksEnd(raw, at + 1);
    }
    int end = TextScan.digitsEnd(raw, at);
    int close = TextScan.blanksEnd(raw, end);
    return end > at && close < raw.length() && raw.charAt(close) == '│';
  }
}
