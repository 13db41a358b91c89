package dev.faultbook.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** The line of an excerpt that stands for those left out: no line of a program. */
public final class GapMark {
  private static final byte[] START = "[… ".getBytes(StandardCharsets.UTF_8);

  private GapMark() {}

  /**
   * {@code [… 12,408 lines left out, up to line 15,220 …]}.
   *
   * @param lines their number
   * @param last the number of the last of them in the whole log
   */
  public static String of(long lines, long last) {
    return String.format(Locale.ROOT, "[… %,d lines left out, up to line %,d …]\n", lines, last);
  }

  /** Whether {@code bytes[from, to)} is such a line. */
  public static boolean isAt(byte[] bytes, int from, int to) {
    int end = from + START.length;
    return end < to && Arrays.equals(bytes, from, end, START, 0, START.length);
  }
}
