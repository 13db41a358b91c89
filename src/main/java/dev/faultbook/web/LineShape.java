package dev.faultbook.web;

/**
 * The shape of a line: lines of the same shape differ only in words with digits, such as ranks,
 * times, addresses and counters.
 */
final class LineShape {
  private static final int MAX_LENGTH = 400;

  private LineShape() {}

  /** The shape of a line; words with a digit are masked. */
  static String of(String line) {
    StringBuilder shape = new StringBuilder();
    int length = Math.min(line.length(), MAX_LENGTH);
    int i = 0;
    while (i < length) {
      int end = i;
      boolean number = false;
      while (end < length && Character.isLetterOrDigit(line.charAt(end))) {
        number |= Character.isDigit(line.charAt(end));
        end++;
      }
      if (end == i) {
        shape.append(line.charAt(i));
        i++;
      } else {
        shape.append(number ? "#" : line.substring(i, end));
        i = end;
      }
    }
    return shape.toString();
  }
}
