package dev.faultbook.diagnosis;

import dev.faultbook.log.TextParts;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about the lanes of a log, before the first failure is determined: their events
 * (matches, and errors without an entry), and the lanes that stand out by missing output.
 */
final class RankEvidence {
  private static final Set<String> COMPARED =
      Set.copyOf(
          TextParts.splitAt(
              "nccl driver driver_cuda_number cuda torch gpu cudnn python interface"
                  + " network env.MASTER_ADDR env.MASTER_PORT env.GLOO_SOCKET_IFNAME"
                  + " env.LD_LIBRARY_PATH env.PYTORCH_CUDA_ALLOC_CONF",
              ' '));

  final RankView view;
  final LogMatches log;

  /** The lanes that are ranks; all lanes if no line names a rank. */
  final List<Integer> ranked;

  /** Lanes without a line about a failure that most others report. */
  final Set<Integer> silent = new TreeSet<>();

  /** Lanes that enqueued fewer collectives than the others. */
  final Set<Integer> behind = new TreeSet<>();

  /** Ranks (not lanes) of the job without a line. */
  final List<Integer> absent = new ArrayList<>();

  /** Facts that differ between lanes. */
  final List<RankView.Difference> differences;

  /** Numbers of the lines that state a time-out. */
  final Set<Long> timeouts = new HashSet<>();

  private final List<List<RankEvent>> events = new ArrayList<>();
  private final Map<Long, Integer> named = new HashMap<>();

  RankEvidence(RankView view, LogMatches log, List<Finding> findings, List<Suspect> suspects) {
    this.view = view;
    this.log = log;
    this.ranked =
        IntStream.range(0, view.lanes().size())
            .filter(lane -> view.by() != RankView.By.RANK || lane(lane).rank() != null)
            .boxed()
            .toList();
    this.differences = view.findDifferences(COMPARED, Ranks.NCCL_ENV);
    collectEvents(findings, suspects);
    // Silence and delay are meaningful only if most lanes report the failure.
    if (ranked.stream().filter(this::hasEvents).count() * 2 >= ranked.size()) {
      ranked.stream().filter(lane -> !hasEvents(lane)).forEach(silent::add);
    }
    findBehind();
    findAbsent();
  }

  RankLane lane(int index) {
    return view.lanes().get(index);
  }

  /** The events of a lane, in order. */
  List<RankEvent> eventsOf(int lane) {
    return events.get(lane);
  }

  /** All events, lane by lane. */
  Stream<RankEvent> events() {
    return events.stream().flatMap(List::stream);
  }

  /** Whether a lane reports anything about a failure. */
  boolean hasEvents(int lane) {
    return !events.get(lane).isEmpty();
  }

  /** Number of different lanes of the events. */
  static long countLanes(List<RankEvent> events) {
    return events.stream().map(RankEvent::lane).distinct().count();
  }

  /** The failure that an event shows. */
  Ranks.First toFirst(RankEvent event, boolean sure, RankStatement because) {
    return toFirst(event, sure, 0, because);
  }

  Ranks.First toFirst(RankEvent event, boolean sure, long behind, RankStatement because) {
    RankLane lane = lane(event.lane());
    return new Ranks.First(
        event.lane(),
        lane.rank(),
        lane.node() != null ? lane.node() : event.line().node(),
        event.line().line(),
        event.at(),
        event.entry(),
        event.line().text().strip(),
        sure,
        behind,
        because);
  }

  /** A lane that is identified by what others report; its last line is shown. */
  Ranks.First toQuietFirst(int index, @Nullable String entry, RankStatement because) {
    return toQuietFirst(index, entry, 0, because);
  }

  Ranks.First toQuietFirst(int index, @Nullable String entry, long behind, RankStatement because) {
    RankLane lane = lane(index);
    return new Ranks.First(
        index,
        lane.rank(),
        lane.node(),
        lane.extent().lastLine(),
        lane.lastAt(),
        entry,
        lane.extent().lastText(),
        false,
        behind,
        because);
  }

  private void collectEvents(List<Finding> findings, List<Suspect> suspects) {
    view.lanes().forEach(lane -> events.add(new ArrayList<>()));
    readings("log.timeout").forEach(reading -> timeouts.add(reading.line().line()));
    suspects.forEach(suspect -> suspect.allLines(log).forEach(this::recordNamedLane));
    Map<String, Role> roles = new HashMap<>();
    findings.forEach(finding -> roles.put(finding.entry().id(), finding.role()));
    Set<Long> known = new HashSet<>();
    for (Suspect suspect : suspects) {
      Role role = roles.get(suspect.id());
      Set<Long> shared = suspect.sharedLines(log);
      List<MatchedLine> lines = suspect.allLines(log);
      lines.forEach(line -> known.add(line.line()));
      if (role != null && role.isFailure()) {
        Suspect.failureLines(lines)
            .forEach(line -> addEvent(line, suspect.id(), role, shared.contains(line.line())));
      }
    }
    readings("log.error")
        .map(FactReading::line)
        .filter(line -> !known.contains(line.line()))
        .forEach(line -> addEvent(line, null, null, false));
    events.replaceAll(RankEvidence::distinctByLine);
  }

  /** The lines that state a fact. */
  Stream<FactReading> readings(String fact) {
    return log.evidence().facts().stream().filter(reading -> reading.fact().equals(fact));
  }

  private void addEvent(
      MatchedLine line, @Nullable String entry, @Nullable Role role, boolean shared) {
    int lane = laneOf(line);
    if (lane >= 0) {
      boolean watchdog = timeouts.contains(line.line());
      events
          .get(lane)
          .add(new RankEvent(lane, view.timeOf(line), line, entry, role, watchdog, shared));
    }
  }

  /** Attributes the events that show the first failure to another lane. */
  void moveEvents(Ranks.First first, int lane) {
    List<RankEvent> from = new ArrayList<>(eventsOf(first.lane()));
    List<RankEvent> to = new ArrayList<>(eventsOf(lane));
    from.stream()
        .filter(event -> Objects.equals(event.entry(), first.entry()))
        .forEach(event -> to.add(event.ofLane(lane)));
    from.removeIf(event -> Objects.equals(event.entry(), first.entry()));
    Collections.sort(to);
    events.set(first.lane(), from);
    events.set(lane, to);
    silent.remove(lane);
  }

  /** The lane of a line; -1 if it has none. */
  int laneOf(MatchedLine line) {
    return named.getOrDefault(line.line(), view.laneOf(line));
  }

  /**
   * If several patterns match a line of the kernel, one of them may state the process; that one
   * counts.
   */
  private void recordNamedLane(MatchedLine line) {
    int lane = view.laneOf(line);
    if (lane >= 0 && lane(lane).rank() != null) {
      named.put(line.line(), lane);
    }
  }

  /** One event per line, the most informative one, in the order of times. */
  private static List<RankEvent> distinctByLine(List<RankEvent> events) {
    Map<Long, RankEvent> byLine = new LinkedHashMap<>();
    for (RankEvent event : events.stream().sorted().toList()) {
      byLine.merge(event.line().line(), event, (a, b) -> weightOf(a) <= weightOf(b) ? a : b);
    }
    return List.copyOf(byLine.values());
  }

  private static int weightOf(RankEvent event) {
    return event.role() == null ? 9 : event.role().ordinal();
  }

  private void findBehind() {
    List<Integer> counting =
        ranked.stream().filter(lane -> lane(lane).lastEnqueued() != null).toList();
    long most = counting.stream().mapToLong(this::lastEnqueued).max().orElse(-1);
    List<Integer> late = counting.stream().filter(lane -> lastEnqueued(lane) < most).toList();
    if (late.size() * 2 < counting.size()) {
      behind.addAll(late);
    }
  }

  /** The number of collectives by which a lane is behind the one that is furthest. */
  long countMissed(int lane) {
    return ranked.stream()
            .filter(other -> lane(other).lastEnqueued() != null)
            .mapToLong(this::lastEnqueued)
            .max()
            .orElse(0)
        - lastEnqueued(lane);
  }

  /** Number of the last collective that a lane enqueued, if it states one. */
  long lastEnqueued(int lane) {
    return Objects.requireNonNull(lane(lane).lastEnqueued());
  }

  /**
   * If no line states the number of ranks, waiting ranks 1, 2 and 3 imply that there is a rank 0.
   */
  private int leastWorldSize() {
    Integer stated = view.worldSize();
    if (stated != null
        || !ranked.stream()
            .allMatch(lane -> eventsOf(lane).stream().anyMatch(RankEvent::watchdog))) {
      return stated == null ? 0 : stated;
    }
    return ranked.stream()
        .map(lane -> lane(lane).rank())
        .filter(Objects::nonNull)
        .mapToInt(rank -> rank + 1)
        .max()
        .orElse(0);
  }

  private void findAbsent() {
    int size = leastWorldSize();
    if (view.by() == RankView.By.RANK && size <= RankView.MAX_LANES && ranked.size() * 2 > size) {
      IntStream.range(0, size).filter(rank -> view.laneOfRank(rank).isEmpty()).forEach(absent::add);
    }
  }
}
