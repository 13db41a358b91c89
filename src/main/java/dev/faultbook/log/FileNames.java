package dev.faultbook.log;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Natural order of file names: numbers in them compare by value, and of files of one name the older
 * one comes first, as far as the names tell, so that the lines of a job are read as they were
 * written.
 */
public final class FileNames {
  /**
   * {@code rank_9.log} before {@code rank_10.log}, {@code train.log.2} (rotated) before {@code
   * train.log.1} before {@code train.log}, {@code trainer-0-previous.log} before {@code
   * trainer-0.log}.
   */
  public static final Comparator<String> ORDER =
      Comparator.comparing(
              Name::of,
              Comparator.comparing(Name::base, FileNames::compareNames)
                  .thenComparing(Name::age, Comparator.reverseOrder()))
          .thenComparing(FileNames::compareNames)
          .thenComparing(Comparator.naturalOrder());

  private static final String ROTATED = ".log.";
  private static final int MAX_ROTATION_DIGITS = 3;

  /** As {@code kubectl logs --previous} is saved, and as editors and scripts move files away. */
  private static final List<String> OLDER = List.of("previous", ".old");

  /** The letters and digits of Kubernetes' random names, and how many end the name of a pod. */
  private static final String POD_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int POD_SUFFIX = 5;

  private FileNames() {}

  /**
   * @param base the name without what tells its age
   * @param age 0: the file that is being written, or nothing is known
   */
  private record Name(String base, int age) {
    static Name of(String name) {
      int number = name.lastIndexOf(ROTATED) + ROTATED.length();
      int end = numberEnd(name, number);
      if (number >= ROTATED.length()
          && end == name.length()
          && end > number
          && end - number <= MAX_ROTATION_DIGITS) {
        return new Name(name.substring(0, number - 1), Integer.parseInt(name, number, end, 10));
      }
      for (String mark : OLDER) {
        int at = name.toLowerCase(Locale.ROOT).indexOf(mark);
        if (at >= 0) {
          int from = at > 0 && "-_.".indexOf(name.charAt(at - 1)) >= 0 ? at - 1 : at;
          return new Name(name.substring(0, from) + name.substring(at + mark.length()), 1);
        }
      }
      return new Name(name, 0);
    }
  }

  /** Whether the names say that both are of one file and the first one was written before. */
  public static boolean isOlder(String first, String second) {
    Name a = Name.of(first);
    Name b = Name.of(second);
    return a.base().equals(b.base()) && a.age() > b.age();
  }

  /**
   * Whether the names are those of two pods of one Job of Kubernetes: {@code sft-7b-mz7kq.log},
   * {@code sft-7b-8x4nd.log}.
   */
  public static boolean areOfOneJob(String first, String second) {
    String job = jobOf(first);
    return job != null && job.equals(jobOf(second));
  }

  private static @Nullable String jobOf(String name) {
    int dot = name.lastIndexOf('.');
    String pod = dot < 0 ? name : name.substring(0, dot);
    int from = pod.length() - POD_SUFFIX;
    return from > 1
            && pod.charAt(from - 1) == '-'
            && pod.substring(from).chars().allMatch(c -> POD_LETTERS.indexOf(c) >= 0)
        ? pod.substring(0, from)
        : null;
  }

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
