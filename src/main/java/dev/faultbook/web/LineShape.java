package dev.faultbook.web;

/**
 * What a line says apart from its numbers: lines of one shape differ in ranks, times, addresses and
 * counters alone.
 */
final class LineShape {
  private static final int LONGEST = 400;

  private LineShape() {}

  /** The shape of a line; words that hold a digit stand for one another. */
  static String of(String line) {
    StringBuilder shape = new StringBuilder();
    int length = Math.min(line.length(), LONGEST);
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
