package dev.faultbook.failure;

/** Takes text out of the boxes that rich draws. */
final class Panels {
  private Panels() {}

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
}
