package dev.faultbook.log;

import java.math.BigInteger;
import java.util.Comparator;

/** Natural order of file names: numbers in them compare by value. */
public final class FileNames {
  /** {@code rank_9.log} before {@code rank_10.log}. */
  public static final Comparator<String> ORDER =
      ((Comparator<String>) FileNames::compareNames).thenComparing(Comparator.naturalOrder());

  private FileNames() {}

  private static int compareNames(String a, String b) {
    int i = 0;
    int k = 0;
    while (i < a.length() && k < b.length()) {
      int iEnd = numberEnd(a, i);
      int kEnd = numberEnd(b, k);
      if (iEnd > i && kEnd > k) {
        int order =
            new BigInteger(a.substring(i, iEnd)).compareTo(new BigInteger(b.substring(k, kEnd)));
        if (order != 0) {
          return order;
        }
        i = iEnd;
        k = kEnd;
      } else if (a.charAt(i) == b.charAt(k)) {
        i++;
        k++;
      } else {
        return Character.compare(a.charAt(i), b.charAt(k));
      }
    }
    return Integer.compare(a.length() - i, b.length() - k);
  }

  private static int numberEnd(String s, int from) {
    int i = from;
    while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') {
      i++;
    }
    return i;
  }
}
