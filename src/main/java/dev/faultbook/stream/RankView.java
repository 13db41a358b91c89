package dev.faultbook.stream;

import dev.faultbook.log.FileNames;
import dev.faultbook.log.LogSource;
import dev.faultbook.log.LogTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a log, its common clock, and the attribution of lines to lanes. The entry point of
 * the package.
 */
public final class RankView {
  /** Most lanes; lines of further ranks, nodes or files belong to no lane. */
  public static final int MAX_LANES = 4096;

  /** A larger number of ranks is a misreading. */
  private static final int MAX_RANKS = 1_000_000;

  private static final Comparator<String> NAMES = FileNames.ORDER;

  private final StreamEvidence log;
  private final RankAttribution attribution;
  private final StreamClock timeline;
  private final By by;
  private final List<RankLane> lanes = new ArrayList<>();
  private final int[] laneOf;
  private final Map<Integer, Integer> laneOfRank = new HashMap<>();
  private final LongSummaryStatistics span = new LongSummaryStatistics();

  /** The kind of a lane. */
  public enum By {
    /** A rank. */
    RANK,
    /** A node. */
    NODE,
    /** A file. */
    FILE;

    /** The name in JSON: {@code rank}, {@code node} or {@code file}. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A node whose clock differs.
   *
   * @param node the node, or the file if no node is known
   * @param offsetMillis how far it is ahead
   * @param events number of events that show it
   * @param shown {@code init}, {@code rendezvous} or {@code watchdog}
   */
  public record Clock(String node, long offsetMillis, int events, String shown) {}

  /**
   * A fact that differs between lanes.
   *
   * @param fact its name
   * @param values indexes of lanes by value
   */
  public record Difference(String fact, Map<String, Set<Integer>> values) {}

  private RankView(StreamEvidence log, RankAttribution attribution, By by) {
    this.log = log;
    this.attribution = attribution;
    this.by = by;
    this.laneOf = new int[log.streams().size()];
    this.timeline = new StreamClock(log, clockOwners());
    List<List<LogStream>> groups = groupStreams();
    Map<Integer, long[]> progress = collectProgress();
    for (List<LogStream> group : groups) {
      lanes.add(toLane(group, progress.getOrDefault(lanes.size(), new long[] {-1, -1})));
    }
  }

  /** The view of a log; empty if it has fewer than two ranks, nodes or files. */
  public static Optional<RankView> fromEvidence(StreamEvidence log) {
    // Most logs have a single stream and need no attribution.
    if (log.streams().size() < 2) {
      return Optional.empty();
    }
    RankAttribution attribution = new RankAttribution(log);
    Set<Integer> ranks = new HashSet<>();
    Set<String> nodes = new HashSet<>();
    for (LogStream stream : log.streams()) {
      ranks.add(attribution.rankOf(stream.id()));
      nodes.add(attribution.nodeOf(stream.id()));
    }
    ranks.remove(null);
    nodes.remove(null);
    return kindOf(ranks.size(), nodes.size(), log.sources().size())
        .map(by -> new RankView(log, attribution, by));
  }

  private static Optional<By> kindOf(int ranks, int nodes, int files) {
    if (ranks > 1) {
      return Optional.of(By.RANK);
    }
    if (nodes > 1) {
      return Optional.of(By.NODE);
    }
    return files > 1 ? Optional.of(By.FILE) : Optional.empty();
  }

  /**
   * The kind of the lanes; if lanes are ranks, lines that name none have lanes of nodes or files.
   */
  public By by() {
    return by;
  }

  /** The lanes: ranks in order, then nodes and files by name. */
  public List<RankLane> lanes() {
    return lanes;
  }

  /**
   * Lane of a line; -1 if none. If the line names another process or GPU of its node, that lane is
   * returned.
   */
  public int laneOf(MatchedLine line) {
    if (line.place() == null) {
      return -1;
    }
    int stream = line.place().origin();
    Integer rank = attribution.rankOf(stream);
    String node = attribution.nodeOf(stream);
    if (by == By.RANK && rank == null && node != null) {
      rank = rankNamedIn(line, node);
    }
    Integer lane = rank == null || by != By.RANK ? null : laneOfRank.get(rank);
    return lane != null ? lane : laneOf[stream];
  }

  /** Lane of a stream; empty if it has none. */
  public Optional<Integer> laneOfStream(int stream) {
    Integer rank = by == By.RANK ? attribution.rankOf(stream) : null;
    Integer lane = rank == null ? null : laneOfRank.get(rank);
    if (lane != null) {
      return Optional.of(lane);
    }
    return stream < laneOf.length && laneOf[stream] >= 0
        ? Optional.of(laneOf[stream])
        : Optional.empty();
  }

  /** Lane of a rank; empty if it has none. */
  public Optional<Integer> laneOfRank(int rank) {
    return Optional.ofNullable(laneOfRank.get(rank));
  }

  /** Lane of the rank that uses the GPU at a PCI address of a node; empty if unknown. */
  public Optional<Integer> laneOfGpu(String node, String pci) {
    Integer rank = by == By.RANK ? attribution.rankOfGpu(node, pci) : null;
    return rank == null ? Optional.empty() : laneOfRank(rank);
  }

  /** The time of a line on the common clock in milliseconds; null if unknown. */
  public @Nullable Long timeOf(MatchedLine line) {
    return timeline.timeOf(line);
  }

  /** The time that a stream stated, on the common clock in milliseconds; null if unknown. */
  public @Nullable Long timeOf(LogTime time, int stream) {
    return timeline.timeOf(time, stream);
  }

  /** Rank of a stream; empty if unknown. */
  public Optional<Integer> rankOf(int stream) {
    return Optional.ofNullable(attribution.rankOf(stream));
  }

  /** Host of a stream; empty if unknown. */
  public Optional<String> nodeOf(int stream) {
    return Optional.ofNullable(attribution.nodeOf(stream));
  }

  /** Start of the common timeline in milliseconds; 0 if no line states a time. */
  public long start() {
    return span.getCount() == 0 ? 0 : span.getMin();
  }

  /** Length of the common timeline in milliseconds; null if no line states a time. */
  public @Nullable Long span() {
    return span.getCount() == 0 ? null : Long.valueOf(span.getMax() - span.getMin());
  }

  /** The number of ranks of the job; null if unknown. */
  public @Nullable Integer worldSize() {
    long size = attribution.largestGroup();
    for (String value : log.stated().getOrDefault("world_size", Map.of()).keySet()) {
      size = Math.max(size, MatchedLine.parseNumber(value));
    }
    int highest = laneOfRank.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
    return size < 2 || size <= highest || size > MAX_RANKS ? null : Integer.valueOf((int) size);
  }

  /** Clocks that differ by a second or more. */
  public List<Clock> differingClocks() {
    List<Clock> clocks = new ArrayList<>();
    timeline
        .offsets()
        .forEach(
            (node, offset) -> {
              if (Math.abs(offset.millis()) >= 1000) {
                clocks.add(
                    new Clock(
                        node,
                        offset.millis(),
                        offset.events(),
                        List.of("init", "rendezvous", "watchdog").get(offset.kind())));
              }
            });
    clocks.sort(Comparator.comparing(Clock::node, NAMES));
    return clocks;
  }

  /** Facts that lanes state differently, in the order of their names. */
  public List<Difference> findDifferences(Collection<String> facts, String prefix) {
    List<Difference> differences = new ArrayList<>();
    new TreeMap<>(log.stated())
        .forEach(
            (fact, values) -> {
              if (facts.contains(fact) || fact.startsWith(prefix)) {
                Map<String, Set<Integer>> lanesOf = lanesOf(values);
                if (lanesDiffer(lanesOf)) {
                  differences.add(new Difference(fact, lanesOf));
                }
              }
            });
    return differences;
  }

  /** Name of the file that holds a line; null if there is only one file. */
  public static @Nullable String sourceOf(List<LogSource> sources, long line) {
    return sources.size() < 2 ? null : sources.get(sourceIndex(sources, line)).name();
  }

  /** Index of the file that holds a line. */
  public static int sourceIndex(List<LogSource> sources, long line) {
    int low = 0;
    int high = sources.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (sources.get(middle).firstLine() <= line) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private Map<String, Set<Integer>> lanesOf(Map<String, Set<Integer>> values) {
    Map<String, Set<Integer>> lanesOf = new TreeMap<>();
    values.forEach(
        (value, streams) -> {
          Set<Integer> of = new TreeSet<>();
          streams.forEach(stream -> of.add(laneOf[stream]));
          of.remove(-1);
          if (!of.isEmpty()) {
            lanesOf.put(value, of);
          }
        });
    return lanesOf;
  }

  /** Whether two lanes state different values, but not every lane a value of its own. */
  private static boolean lanesDiffer(Map<String, Set<Integer>> lanesOf) {
    if (lanesOf.size() < 2) {
      return false;
    }
    boolean same = lanesOf.values().stream().distinct().count() == 1;
    boolean ownEach =
        lanesOf.size() > 2 && lanesOf.values().stream().allMatch(of -> of.size() == 1);
    return !same && !ownEach;
  }

  /** A kernel or an agent writes about a process or a GPU: the line belongs to the rank of that. */
  private @Nullable Integer rankNamedIn(MatchedLine line, String node) {
    Map<String, String> said = line.captures();
    Integer rank = null;
    if (said.containsKey("pid")) {
      rank = attribution.rankOfProcess(node, said.get("pid"));
    }
    if (rank == null && said.containsKey("pci")) {
      rank = attribution.rankOfGpu(node, said.get("pci"));
    }
    if (rank == null && said.containsKey("local_rank")) {
      rank = attribution.rankOfDevice(node, said.get("local_rank"));
    }
    return rank;
  }

  private String[] clockOwners() {
    String[] owner = new String[log.streams().size()];
    for (LogStream stream : log.streams()) {
      String node = attribution.nodeOf(stream.id());
      owner[stream.id()] = node != null ? node : log.sources().get(stream.file()).name();
    }
    return owner;
  }

  /** The streams of each lane. */
  private List<List<LogStream>> groupStreams() {
    Map<String, List<LogStream>> byKey = new HashMap<>();
    for (LogStream stream : log.streams()) {
      byKey.computeIfAbsent(groupKeyOf(stream), k -> new ArrayList<>()).add(stream);
    }
    List<List<LogStream>> groups =
        byKey.values().stream()
            .sorted(
                Comparator.comparing(this::groupRank, Comparator.nullsLast(Integer::compare))
                    .thenComparing(this::groupLabel, NAMES))
            .limit(MAX_LANES)
            .toList();
    Arrays.fill(laneOf, -1);
    for (int lane = 0; lane < groups.size(); lane++) {
      for (LogStream stream : groups.get(lane)) {
        laneOf[stream.id()] = lane;
      }
      if (groupRank(groups.get(lane)) != null) {
        laneOfRank.put(groupRank(groups.get(lane)), lane);
      }
    }
    return groups;
  }

  private String groupKeyOf(LogStream stream) {
    Integer rank = by == By.RANK ? attribution.rankOf(stream.id()) : null;
    String node = by == By.FILE ? null : attribution.nodeOf(stream.id());
    if (rank != null) {
      return "rank " + rank;
    }
    return node != null ? "node " + node : "file " + stream.file();
  }

  private @Nullable Integer groupRank(List<LogStream> group) {
    return by == By.RANK ? attribution.rankOf(group.getFirst().id()) : null;
  }

  private String groupLabel(List<LogStream> group) {
    Integer rank = groupRank(group);
    if (rank != null) {
      return Integer.toString(rank);
    }
    String node = by == By.FILE ? null : attribution.nodeOf(group.getFirst().id());
    return node != null ? node : log.sources().get(group.getFirst().file()).name();
  }

  private RankLane toLane(List<LogStream> group, long[] progress) {
    LogStream last =
        group.stream().max(Comparator.comparingLong(of -> of.extent().lastLine())).orElseThrow();
    boolean oneFile = group.stream().mapToInt(LogStream::file).distinct().count() == 1;
    LongSummaryStatistics times =
        group.stream()
            .flatMap(of -> of.times().stream().map(time -> timeline.timeOf(time, of.id())))
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .summaryStatistics();
    span.combine(times);
    return new RankLane(
        groupLabel(group),
        groupRank(group),
        group.stream()
            .map(of -> attribution.nodeOf(of.id()))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null),
        oneFile ? Integer.valueOf(group.getFirst().file()) : null,
        new LogStream.Extent(
            group.stream().mapToLong(of -> of.extent().lines()).sum(),
            group.stream().mapToLong(of -> of.extent().firstLine()).min().orElse(1),
            last.extent().lastLine(),
            last.extent().lastText()),
        times.getCount() == 0 ? null : Long.valueOf(times.getMin()),
        times.getCount() == 0 ? null : Long.valueOf(times.getMax()),
        progress[0] < 0 ? null : Long.valueOf(progress[0]),
        progress[1] < 0 ? null : Long.valueOf(progress[1]));
  }

  /**
   * The last collectives that lanes enqueued and completed, by lane; -1 if unknown. Sequence
   * numbers count within a process group: uses those of the group that most lanes name.
   */
  private Map<Integer, long[]> collectProgress() {
    Map<String, Map<Integer, long[]>> groups = new TreeMap<>();
    for (FactReading reading : log.facts()) {
      int lane = reading.fact().equals("log.progress") ? laneOf(reading.line()) : -1;
      if (lane >= 0) {
        MatchedLine line = reading.line();
        long[] now = {line.numberOf("enqueued"), line.numberOf("completed")};
        groups
            .computeIfAbsent(processGroup(line.text()), g -> new TreeMap<>())
            .merge(lane, now, (a, b) -> new long[] {Math.max(a[0], b[0]), Math.max(a[1], b[1])});
      }
    }
    return groups.values().stream().max(Comparator.comparingInt(Map::size)).orElse(Map.of());
  }

  /** {@code PG ID 0 PG GUID 0(default_pg)} of {@code [PG ID 0 PG GUID 0(default_pg) Rank 6]}. */
  private static String processGroup(String text) {
    int from = text.indexOf("[PG ");
    int to = from < 0 ? -1 : text.indexOf(" Rank ", from);
    return to < 0 ? "" : text.substring(from + 1, to);
  }
}
