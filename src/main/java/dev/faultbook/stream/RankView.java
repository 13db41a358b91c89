package dev.faultbook.stream;

import dev.faultbook.log.FileNames;
import dev.faultbook.log.LogSource;
import dev.faultbook.log.LogTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
   * @param offsetMillis how far it is ahead of the median of all nodes
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
    Map<Owner, List<LogStream>> groups = groupStreams();
    Map<Integer, long[]> progress = collectProgress();
    groups.forEach(
        (owner, streams) ->
            lanes.add(
                toLane(owner, streams, progress.getOrDefault(lanes.size(), new long[] {-1, -1}))));
  }

  /** The view of a log; empty if it has fewer than two ranks, nodes or files. */
  public static Optional<RankView> fromEvidence(StreamEvidence log) {
    // Most logs have a single stream and need no attribution.
    if (log.streams().size() < 2) {
      return Optional.empty();
    }
    RankAttribution attribution = new RankAttribution(log);
    By by = null;
    if (isSeveral(attribution::rankOf, log)) {
      by = By.RANK;
    } else if (isSeveral(attribution::nodeOf, log)) {
      by = By.NODE;
    } else if (log.sources().size() > 1) {
      by = By.FILE;
    }
    return Optional.ofNullable(by).map(kind -> new RankView(log, attribution, kind));
  }

  /** Whether the streams have more than one rank, or node. */
  private static boolean isSeveral(IntFunction<@Nullable Object> owner, StreamEvidence log) {
    return IntStream.range(0, log.streams().size())
            .mapToObj(owner)
            .filter(Objects::nonNull)
            .distinct()
            .limit(2)
            .count()
        > 1;
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
    String node = attribution.nodeOf(stream);
    boolean named = by == By.RANK && attribution.rankOf(stream) == null && node != null;
    Integer rank = named ? rankNamedIn(line, node) : null;
    Integer lane = rank == null ? null : laneOfRank.get(rank);
    return lane != null ? lane : laneOf[stream];
  }

  /** Lane of a stream; empty if it has none. */
  public Optional<Integer> laneOfStream(int stream) {
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

  /** The start of the common timeline as a clock shows it; null if lines show none. */
  public @Nullable Long clockStart() {
    return span.getCount() == 0 ? null : timeline.clockOf(span.getMin());
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
    return timeline.offsets().values().stream()
        .filter(clock -> Math.abs(clock.offsetMillis()) >= 1000)
        .sorted(Comparator.comparing(Clock::node, NAMES))
        .toList();
  }

  /** Facts that lanes state differently, in the order of their names. */
  public List<Difference> findDifferences(Collection<String> facts, String prefix) {
    return log.stated().entrySet().stream()
        .filter(stated -> facts.contains(stated.getKey()) || stated.getKey().startsWith(prefix))
        .map(stated -> new Difference(stated.getKey(), lanesOf(stated.getValue())))
        .filter(difference -> lanesDiffer(difference.values()))
        .sorted(Comparator.comparing(Difference::fact))
        .toList();
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
    return log.streams().stream()
        .map(stream -> ownerOf(stream, By.NODE))
        .map(this::labelOf)
        .toArray(String[]::new);
  }

  /** Who wrote the lines of a lane: a rank, or else a node, or else a file. */
  private record Owner(@Nullable Integer rank, @Nullable String node, int file) {}

  private Owner ownerOf(LogStream stream, By by) {
    Integer rank = by == By.RANK ? attribution.rankOf(stream.id()) : null;
    String node = rank != null || by == By.FILE ? null : attribution.nodeOf(stream.id());
    return new Owner(rank, node, rank == null && node == null ? stream.file() : -1);
  }

  private String labelOf(Owner owner) {
    if (owner.rank() != null) {
      return Integer.toString(owner.rank());
    }
    return owner.node() != null ? owner.node() : log.sources().get(owner.file()).name();
  }

  /** The streams of each lane, in the order of the lanes. */
  private Map<Owner, List<LogStream>> groupStreams() {
    Map<Owner, List<LogStream>> groups = new LinkedHashMap<>();
    log.streams().stream()
        .collect(Collectors.groupingBy(stream -> ownerOf(stream, by)))
        .entrySet()
        .stream()
        .sorted(
            Map.Entry.comparingByKey(
                Comparator.comparing(Owner::rank, Comparator.nullsLast(Integer::compare))
                    .thenComparing(this::labelOf, NAMES)))
        .limit(MAX_LANES)
        .forEach(group -> groups.put(group.getKey(), group.getValue()));
    Arrays.fill(laneOf, -1);
    int lane = 0;
    for (Map.Entry<Owner, List<LogStream>> group : groups.entrySet()) {
      for (LogStream stream : group.getValue()) {
        laneOf[stream.id()] = lane;
      }
      laneOfRank.put(group.getKey().rank(), lane++);
    }
    laneOfRank.remove(null);
    return groups;
  }

  private RankLane toLane(Owner owner, List<LogStream> group, long[] progress) {
    LogStream.Extent last =
        group.stream()
            .map(LogStream::extent)
            .max(Comparator.comparingLong(LogStream.Extent::lastLine))
            .orElseThrow();
    boolean oneFile = group.stream().mapToInt(LogStream::file).distinct().count() == 1;
    LongSummaryStatistics times =
        group.stream()
            .flatMap(of -> of.times().stream().map(time -> timeline.timeOf(time, of.id())))
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .summaryStatistics();
    span.combine(times);
    boolean timed = times.getCount() > 0;
    return new RankLane(
        labelOf(owner),
        owner.rank(),
        group.stream().flatMap(of -> nodeOf(of.id()).stream()).findFirst().orElse(null),
        oneFile ? Integer.valueOf(group.getFirst().file()) : null,
        new LogStream.Extent(
            group.stream().mapToLong(of -> of.extent().lines()).sum(),
            group.stream().mapToLong(of -> of.extent().firstLine()).min().orElse(1),
            last.lastLine(),
            last.lastText()),
        numberOrNull(timed, times.getMin()),
        numberOrNull(timed, times.getMax()),
        numberOrNull(progress[0] >= 0, progress[0]),
        numberOrNull(progress[1] >= 0, progress[1]));
  }

  private static @Nullable Long numberOrNull(boolean known, long number) {
    return known ? Long.valueOf(number) : null;
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
