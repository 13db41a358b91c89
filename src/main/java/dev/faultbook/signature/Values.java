package dev.faultbook.signature;

import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** Compares values in logs: versions part by part, numbers and sizes by value, others as text. */
final class Values {
  private Values() {}

  /** Whether {@code a op b}; null if the values are not comparable. */
  static @Nullable Boolean compare(String a, String op, String b) {
    boolean equality = op.equals("==") || op.equals("!=");
    Integer order = compareValues(a, b);
    if (order == null) {
      return equality ? a.equals(b) == op.equals("==") : null;
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

  private static @Nullable Integer compareValues(String a, String b) {
    if (isVersion(a) && isVersion(b)) {
      return compareVersions(a, b);
    }
    double x = Sizes.parseBytes(a);
    double y = Sizes.parseBytes(b);
    return Double.isNaN(x) || Double.isNaN(y) ? null : Double.compare(x, y);
  }

  /** Without a unit, dotted numbers are versions: 12.10 is later than 12.8. */
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
