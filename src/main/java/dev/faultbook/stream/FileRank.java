package dev.faultbook.stream;

import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rank and node according to the name of a file: {@code rank_3.log}, {@code worker-3.out}, {@code
 * node5/attempt_0/3/stderr.log} in torchrun's layout, {@code node5-dmesg.log}.
 *
 * @param rank the rank, or null
 * @param local the rank within its node, or null
 * @param node a part of the name that is a host's, or null
 * @param either whether rank and node come from the same word, such as {@code worker-3}: it is a
 *     pod if several ranks write to the file
 */
public record FileRank(
    @Nullable Integer rank, @Nullable Integer local, @Nullable String node, boolean either) {
  private static final Set<String> RANK_WORDS = Set.of("rank", "task", "proc", "process");
  private static final Set<String> POD_WORDS = Set.of("worker", "trainer");

  /** Pods that precede the workers; rank 0 then belongs to them. */
  private static final Set<String> LEADERS = Set.of("master", "launcher", "chief", "head");

  private static final Set<String> STREAMS = Set.of("stderr.log", "stdout.log", "stderr", "stdout");

  /**
   * Reads the names of all files of a log; the parts in which they differ help to distinguish ranks
   * and nodes.
   */
  public static List<FileRank> fromNames(List<String> names) {
    List<List<String>> paths = new ArrayList<>();
    Set<String> shared = new HashSet<>();
    Set<String> attempts = new HashSet<>();
    Map<String, Set<String>> alike = new HashMap<>();
    boolean led = false;
    for (String name : names) {
      List<String> parts = TextParts.splitAt(name.replace('\\', '/'), '/');
      paths.add(parts);
      for (String part : parts) {
        String possible = HostName.findPossible(part);
        if (possible != null) {
          alike.computeIfAbsent(HostName.shapeOf(possible), s -> new HashSet<>()).add(possible);
        }
        led |= LEADERS.stream().anyMatch(word -> numberAfterWord(part, word) != null);
      }
      if (attemptFolder(parts) != null) {
        attempts.add(attemptFolder(parts));
      }
    }
    alike.values().stream().filter(of -> of.size() > 1).forEach(shared::addAll);
    List<FileRank> told = new ArrayList<>();
    for (List<String> parts : paths) {
      told.add(fromPath(parts, shared, attempts.size() > 1, led));
    }
    return withinNodes(told);
  }

  private static FileRank fromPath(
      List<String> parts, Set<String> shared, boolean apart, boolean led) {
    Reading reading = new Reading(shared, led);
    for (int i = parts.size() - 1; i >= 0; i--) {
      reading.takePart(parts.get(i), i > 0 ? parts.get(i - 1) : "");
    }
    // Each agent has a directory of its own; several of them represent the nodes.
    String node = reading.node == null && apart ? attemptFolder(parts) : reading.node;
    Integer local = reading.rank == null ? reading.local : null;
    return new FileRank(reading.rank, local, node, reading.either);
  }

  /** Reads the parts of one path, from last to first. */
  private static final class Reading {
    private final Set<String> shared;
    private final boolean led;
    private @Nullable Integer rank;
    private @Nullable Integer local;
    private @Nullable String node;
    private boolean either;

    /**
     * @param shared words that denote hosts, because the file names differ in their numbers
     * @param led whether one of the files belongs to a leader: worker numbers are then not ranks
     */
    Reading(Set<String> shared, boolean led) {
      this.shared = shared;
      this.led = led;
    }

    void takePart(String name, String folder) {
      String part = name.toLowerCase(Locale.ROOT);
      takeLocal(part, folder);
      if (rank == null && local == null) {
        rank = firstNumber(RANK_WORDS, part);
      }
      if (node == null) {
        takeNode(name, part);
      }
      if (node == null) {
        String possible = HostName.findPossible(name);
        node = possible != null && shared.contains(possible) ? possible : null;
      }
    }

    private void takeLocal(String part, String folder) {
      // node5/attempt_0/3/stderr.log
      if (local == null && STREAMS.contains(part)) {
        local = parseNumber(folder);
      }
      if (local == null) {
        local = numberAfterWord(part, "local_rank", "local-rank");
      }
    }

    private void takeNode(String name, String part) {
      node = HostName.findCertain(name);
      if (rank == null && local == null && !led) {
        rank = podRank(part, node);
        either = rank != null && node != null;
      }
    }
  }

  /** A rank that occurs in files of several nodes is local to its node. */
  private static List<FileRank> withinNodes(List<FileRank> told) {
    Map<Integer, String> nodes = new HashMap<>();
    boolean within = false;
    for (FileRank file : told) {
      if (file.rank() != null && file.node() != null && !file.either()) {
        String other = nodes.putIfAbsent(file.rank(), file.node());
        within |= other != null && !other.equals(file.node());
      }
    }
    return within
        ? told.stream()
            .map(
                file ->
                    file.rank() != null && file.node() != null && !file.either()
                        ? new FileRank(null, file.rank(), file.node(), false)
                        : file)
            .toList()
        : told;
  }

  /** The directory in which an agent of torchrun stores its attempts; null if none. */
  private static @Nullable String attemptFolder(List<String> parts) {
    for (int i = 1; i < parts.size(); i++) {
      if (numberAfterWord(parts.get(i).toLowerCase(Locale.ROOT), "attempt_") != null) {
        return parts.get(i - 1);
      }
    }
    return null;
  }

  /** {@code worker_3} is a rank, {@code llama-worker-3} a pod. */
  private static @Nullable Integer podRank(String part, @Nullable String node) {
    Integer number = firstNumber(POD_WORDS, part);
    boolean alone =
        node == null || POD_WORDS.stream().anyMatch(node.toLowerCase(Locale.ROOT)::startsWith);
    return alone ? number : null;
  }

  private static @Nullable Integer firstNumber(Set<String> words, String part) {
    for (String word : words) {
      Integer number = numberAfterWord(part, word);
      if (number != null) {
        return number;
      }
    }
    return null;
  }

  /** The number after one of the words, at the beginning of a word of the name; null if none. */
  private static @Nullable Integer numberAfterWord(String part, String... words) {
    for (String word : words) {
      for (int at = part.indexOf(word); at >= 0; at = part.indexOf(word, at + 1)) {
        int digits = at + word.length();
        if (digits < part.length() && "_-. ".indexOf(part.charAt(digits)) >= 0) {
          digits++;
        }
        int stop = digitsEnd(part, digits);
        boolean begins = at == 0 || !Character.isLetter(part.charAt(at - 1));
        if (begins && stop > digits) {
          return parseNumber(part.substring(digits, stop));
        }
      }
    }
    return null;
  }

  private static int digitsEnd(String s, int from) {
    int i = from;
    while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') {
      i++;
    }
    return i;
  }

  private static @Nullable Integer parseNumber(String text) {
    return !text.isEmpty() && text.length() < 7 && digitsEnd(text, 0) == text.length()
        ? Integer.valueOf(text)
        : null;
  }
}
