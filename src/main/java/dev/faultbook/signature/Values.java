package dev.faultbook.signature;

import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** Compares values in logs: versions part by part, numbers and sizes by value, others as text. */
final class Values {
  private Values() {}

  /** A value as written in a log, with its factor in a condition. */
  record Quantity(String text, double factor) {
    double bytes() {
      return Sizes.parseBytes(text) * factor;
    }

    /** Without a unit or a factor, dotted numbers are versions: 12.10 is later than 12.8. */
    boolean isVersion() {
      return factor == 1 && Values.isVersion(text);
    }
  }

  /** Whether {@code a op b}; null if the values are not comparable. */
  static @Nullable Boolean compare(Quantity a, String op, Quantity b) {
    boolean equality = op.equals("==") || op.equals("!=");
    Integer order = compareValues(a, b);
    if (order == null) {
      return equality ? a.text().equals(b.text()) == op.equals("==") : null;
    }
    return switch (op) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      case "==" -> order == 0;
      default -> order != 0;
    };
  }

  private static @Nullable Integer compareValues(Quantity a, Quantity b) {
    if (a.isVersion() && b.isVersion()) {
      return compareVersions(a.text(), b.text());
    }
    double x = a.bytes();
    double y = b.bytes();
    return Double.isNaN(x) || Double.isNaN(y) ? null : Double.compare(x, y);
  }

  private static boolean isVersion(String s) {
    if (s.isEmpty() || !Character.isDigit(s.charAt(0))) {
      return false;
    }
    int i = 0;
    while (i < s.length() && (Character.isDigit(s.charAt(i)) || s.charAt(i) == '.')) {
      i++;
    }
    return i == s.length() || "+-_".indexOf(s.charAt(i)) >= 0;
  }

  private static int compareVersions(String a, String b) {
    StringTokenizer x = new StringTokenizer(a, ".+_-");
    StringTokenizer y = new StringTokenizer(b, ".+_-");
    while (x.hasMoreTokens() || y.hasMoreTokens()) {
      int order = Integer.compare(nextPart(x), nextPart(y));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int nextPart(StringTokenizer parts) {
    if (!parts.hasMoreTokens()) {
      return 0;
    }
    String part = parts.nextToken();
    int value = 0;
    for (int j = 0; j < part.length() && Character.isDigit(part.charAt(j)) && j < 9; j++) {
      value = value * 10 + part.charAt(j) - '0';
    }
    return value;
  }
}
