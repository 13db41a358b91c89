package dev.faultbook.signature;

import java.util.StringTokenizer;

/** Compares what logs write: versions part by part, numbers and sizes by value, else as text. */
final class Values {
  private Values() {}

  /** Whether {@code factorA × a op factorB × b}; null when the two cannot be compared. */
  static Boolean compare(String a, double factorA, String op, String b, double factorB) {
    boolean equality = op.equals("==") || op.equals("!=");
    Integer order = order(a, factorA, b, factorB);
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

  private static Integer order(String a, double factorA, String b, double factorB) {
    boolean scaled = factorA != 1 || factorB != 1;
    // 12.10 is a later CUDA than 12.8: without a unit or a factor, dotted numbers are versions.
    if (!scaled && isVersion(a) && isVersion(b)) {
      return versions(a, b);
    }
    double x = Sizes.bytes(a) * factorA;
    double y = Sizes.bytes(b) * factorB;
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

  private static int versions(String a, String b) {
    StringTokenizer x = new StringTokenizer(a, ".+_-");
    StringTokenizer y = new StringTokenizer(b, ".+_-");
    while (x.hasMoreTokens() || y.hasMoreTokens()) {
      int order = Integer.compare(part(x), part(y));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int part(StringTokenizer parts) {
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
