package dev.faultbook.log;

import java.util.Locale;
import java.util.Set;

/**
 * What the name of a file says of who wrote it: {@code rank_3.log}, {@code worker-3.out}, {@code
 * node5/attempt_0/3/stderr.log} as torchrun lays its files out, {@code node5-dmesg.log}.
 *
 * @param rank the rank, or null
 * @param local the rank within its node, or null
 * @param node a part of the name that looks like a host's, or null
 */
public record FileRank(Integer rank, Integer local, String node) {
  private static final Set<String> RANK_WORDS =
      Set.of("rank", "worker", "task", "proc", "process", "trainer");
  private static final Set<String> STREAMS = Set.of("stderr.log", "stdout.log", "stderr", "stdout");
  private static final Set<String> NO_HOSTS =
      Set.of(
          "rank",
          "worker",
          "task",
          "proc",
          "process",
          "trainer",
          "attempt",
          "part",
          "log",
          "run",
          "job",
          "step",
          "epoch",
          "slurm",
          "version",
          "checkpoint",
          "exp",
          "local");

  /** What a name says. */
  public static FileRank of(String name) {
    String[] parts = name.replace('\\', '/').split("/", -1);
    Integer rank = null;
    Integer local = null;
    String node = null;
    for (int i = parts.length - 1; i >= 0; i--) {
      String part = parts[i].toLowerCase(Locale.ROOT);
      if (local == null && i > 0 && STREAMS.contains(part) && number(parts[i - 1]) != null) {
        local = number(parts[i - 1]);
      }
      rank = rank == null ? rank(part) : rank;
      node = node == null ? node(stem(parts[i])) : node;
    }
    return new FileRank(rank, rank == null ? local : null, node);
  }

  /** The number behind a word that stands for a rank. */
  private static Integer rank(String part) {
    for (int i = 0; i < part.length(); i++) {
      if (i > 0 && Character.isLetter(part.charAt(i - 1))) {
        continue;
      }
      int end = lettersEnd(part, i);
      int digits = end;
      if (digits < part.length() && "_-. ".indexOf(part.charAt(digits)) >= 0) {
        digits++;
      }
      int stop = digitsEnd(part, digits);
      if (stop > digits && RANK_WORDS.contains(part.substring(i, end))) {
        return number(part.substring(digits, stop));
      }
    }
    return null;
  }

  /** The first word of letters and a number at its end, as hosts are mostly named. */
  private static String node(String stem) {
    for (int i = 0; i < stem.length(); i++) {
      if (i > 0 && (Character.isLetterOrDigit(stem.charAt(i - 1)))) {
        continue;
      }
      int letters = lettersEnd(stem, i);
      int end = letters;
      while (end < stem.length()
          && (Character.isLetterOrDigit(stem.charAt(end))
              || stem.charAt(end) == '-' && digitsEnd(stem, end + 1) > end + 1)) {
        end++;
      }
      if (letters > i
          && end > letters
          && Character.isDigit(stem.charAt(end - 1))
          && !NO_HOSTS.contains(stem.substring(i, letters).toLowerCase(Locale.ROOT))) {
        return stem.substring(i, end);
      }
    }
    return null;
  }

  private static String stem(String part) {
    int dot = part.lastIndexOf('.');
    return dot > 0 && digitsEnd(part, dot + 1) < part.length() ? part.substring(0, dot) : part;
  }

  private static int lettersEnd(String s, int from) {
    int i = from;
    while (i < s.length() && Character.isLetter(s.charAt(i))) {
      i++;
    }
    return i;
  }

  private static int digitsEnd(String s, int from) {
    int i = from;
    while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') {
      i++;
    }
    return i;
  }

  private static Integer number(String text) {
    return !text.isEmpty() && text.length() < 7 && digitsEnd(text, 0) == text.length()
        ? Integer.valueOf(text)
        : null;
  }
}
