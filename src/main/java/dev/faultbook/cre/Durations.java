package dev.faultbook.cre;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses durations in Go's notation: {@code 30s}, {@code 1m30s}, {@code -1.5h}, {@code 500ms}. */
final class Durations {
  private static final Map<String, BigDecimal> MILLIS =
      Map.of(
          "ns",
          new BigDecimal("0.000001"),
          "us",
          new BigDecimal("0.001"),
          "µs",
          new BigDecimal("0.001"),
          "ms",
          BigDecimal.ONE,
          "s",
          BigDecimal.valueOf(1000),
          "m",
          BigDecimal.valueOf(60_000),
          "h",
          BigDecimal.valueOf(3_600_000));
  private static final int MOST_DIGITS = 9;
  private static final long LONGEST = 366L * 24 * 3_600_000;

  private Durations() {}

  /** The milliseconds of {@code 1m30s}; null if the text is not a duration. */
  private static @Nullable BigDecimal sum(String s) {
    BigDecimal sum = s.isEmpty() ? null : BigDecimal.ZERO;
    int at = 0;
    while (sum != null && at < s.length()) {
      int end = at;
      while (end < s.length() && "0123456789.".indexOf(s.charAt(end)) >= 0) {
        end++;
      }
      int unitEnd = end;
      while (unitEnd < s.length() && Character.isLetter(s.charAt(unitEnd))) {
        unitEnd++;
      }
      BigDecimal unit = MILLIS.get(s.substring(end, unitEnd));
      String number = s.substring(at, end);
      sum =
          unit == null || !isNumber(number) ? null : sum.add(new BigDecimal(number).multiply(unit));
      at = unitEnd;
    }
    return sum;
  }

  private static boolean isNumber(String digits) {
    long dots = digits.chars().filter(c -> c == '.').count();
    return dots <= 1 && digits.length() > dots && digits.length() <= MOST_DIGITS;
  }

  /** Milliseconds, rounded away from zero. */
  static long parseMillis(String text, int line) throws RuleRefusedException {
    String s = text.strip();
    boolean negative = s.startsWith("-");
    int at = negative || s.startsWith("+") ? 1 : 0;
    if (s.substring(at).equals("0")) {
      return 0;
    }
    BigDecimal sum = sum(s.substring(at));
    if (sum == null || sum.compareTo(BigDecimal.valueOf(LONGEST)) > 0) {
      throw new RuleRefusedException(
          line, "'" + text + "' is not a duration such as 30s or 1m30s of at most a year");
    }
    long millis = sum.setScale(0, java.math.RoundingMode.UP).longValueExact();
    return negative ? -millis : millis;
  }
}
