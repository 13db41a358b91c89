package dev.faultbook.stream;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
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
  private static final Pattern RANK = numberAfter("rank|task|proc|process");
  private static final Pattern LOCAL = numberAfter("local[_-]rank");
  private static final Pattern ATTEMPT = numberAfter("attempt_");
  private static final Pattern POD = numberAfter("worker|trainer");
  private static final Pattern POD_ALONE = Pattern.compile("(?i)^(?:worker|trainer)");

  /** Pods that precede the workers; rank 0 then belongs to them. */
  private static final Pattern LEADER = numberAfter("master|launcher|chief|head");

  private static final Pattern NUMBER = Pattern.compile("^(\\d{1,6})$");
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
        led |= LEADER.matcher(part).find();
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

    void takePart(String part, String folder) {
      // node5/attempt_0/3/stderr.log
      if (local == null && STREAMS.contains(part.toLowerCase(Locale.ROOT))) {
        local = find(NUMBER, folder);
      }
      local = local == null ? find(LOCAL, part) : local;
      rank = rank == null && local == null ? find(RANK, part) : rank;
      if (node == null) {
        takeNode(part);
      }
    }

    private void takeNode(String part) {
      node = HostName.findCertain(part);
      // worker_3 is a rank, llama-worker-3 a pod.
      if (rank == null && local == null && !led) {
        rank = node == null || POD_ALONE.matcher(node).find() ? find(POD, part) : null;
        either = rank != null && node != null;
      }
      if (node == null) {
        String possible = HostName.findPossible(part);
        node = possible != null && shared.contains(possible) ? possible : null;
      }
    }
  }

  /** A rank that occurs in files of several nodes is local to its node. */
  private static List<FileRank> withinNodes(List<FileRank> told) {
    Map<Integer, Set<String>> nodes = new HashMap<>();
    told.stream()
        .filter(FileRank::namesBoth)
        .forEach(f -> nodes.computeIfAbsent(f.rank(), r -> new HashSet<>()).add(f.node()));
    boolean within = nodes.values().stream().anyMatch(of -> of.size() > 1);
    return told.stream()
        .map(f -> within && f.namesBoth() ? new FileRank(null, f.rank(), f.node(), false) : f)
        .toList();
  }

  private boolean namesBoth() {
    return rank != null && node != null && !either;
  }

  /** The directory in which an agent of torchrun stores its attempts; null if none. */
  private static @Nullable String attemptFolder(List<String> parts) {
    for (int i = 1; i < parts.size(); i++) {
      if (ATTEMPT.matcher(parts.get(i)).find()) {
        return parts.get(i - 1);
      }
    }
    return null;
  }

  /** The number after one of the words, at the beginning of a word of the name. */
  private static Pattern numberAfter(String words) {
    return Pattern.compile("(?i)(?:^|\\PL)(?:" + words + ")[_\\-. ]?(\\d{1,6})(?:\\D|$)");
  }

  private static @Nullable Integer find(Pattern number, String text) {
    Matcher matcher = number.matcher(text);
    return matcher.find() ? Integer.valueOf(matcher.group(1)) : null;
  }
}
