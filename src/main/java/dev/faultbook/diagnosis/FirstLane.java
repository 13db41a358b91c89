package dev.faultbook.diagnosis;

import dev.faultbook.diagnosis.RankStatement.Kind;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.log.TextParts;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines which lane failed first. If lines show the cause: the lane with the earliest of them
 * on the common clock, or the few lanes that differ from the rest in a fact that the cause depends
 * on. Otherwise from what other lanes report about it, and from what it does not report itself.
 */
final class FirstLane {
  /** Milliseconds; lines often have no time of their own but inherit that of an earlier line. */
  private static final long CLEAR_LEAD = 1000;

  private final RankEvidence evidence;
  private final FailureAnalysis failures;

  FirstLane(RankEvidence evidence, FailureAnalysis failures) {
    this.evidence = evidence;
    this.failures = failures;
  }

  /** The lane that failed first; null if nothing shows it. */
  Ranks.@Nullable First findFirst(List<Finding> findings) {
    Optional<Finding> root =
        findings.stream().filter(finding -> finding.role() == Role.ROOT_CAUSE).findFirst();
    List<RankEvent> causes =
        evidence.events().filter(event -> event.role() == Role.ROOT_CAUSE).sorted().toList();
    List<RankEvent> telling = causes.stream().filter(event -> !event.watchdog()).toList();
    if (root.isPresent() && !telling.isEmpty()) {
      return findOddOne(root.get(), telling)
          .or(() -> findLostNode(telling))
          .orElseGet(() -> findEarliest(telling, causes));
    }
    String entry = root.map(finding -> finding.entry().id()).orElse(null);
    return findOwnFailure()
        .or(this::findUnknownError)
        .or(() -> findLostNode(List.of()))
        .or(() -> findLagging(entry))
        .or(() -> findOddTimeout(entry))
        .or(() -> findFewest(entry))
        .or(this::findQuietOne)
        .orElseGet(
            () -> causes.isEmpty() || onlyWaited(causes) ? null : findEarliest(causes, causes));
  }

  /**
   * Whether several lanes show the cause only by their time-outs: they waited for a lane that does
   * not show it.
   */
  private static boolean onlyWaited(List<RankEvent> causes) {
    return causes.stream().allMatch(event -> event.watchdog() && event.shared())
        && RankEvidence.countLanes(causes) > 1;
  }

  /**
   * The lane of the earliest of a cause's lines.
   *
   * @param telling the lines that decide
   * @param all all lines that show the cause, including time-outs
   */
  private Ranks.First findEarliest(List<RankEvent> telling, List<RankEvent> all) {
    List<RankEvent> own = telling.stream().filter(event -> !event.shared()).toList();
    List<RankEvent> causes = withRank(own.isEmpty() ? telling : own);
    RankEvent first = causes.getFirst();
    long showing = RankEvidence.countLanes(causes);
    boolean one = showing == 1;
    boolean ordered = first.at() != null || evidence.log.evidence().sources().size() == 1;
    RankStatement because;
    if (one) {
      because = RankStatement.of(kindForOnlyOne(first, telling, all));
    } else if (own.isEmpty()) {
      because = RankStatement.of(Kind.REASON_EARLIEST_TOGETHER, showing);
    } else {
      because = RankStatement.of(ordered ? Kind.REASON_EARLIEST : Kind.REASON_UNTIMED, showing);
    }
    boolean ahead = ordered && (one || !own.isEmpty() && isClearlyAhead(causes));
    return evidence.toFirst(first, ahead && !isContested(first), because);
  }

  /** Whether another lane shows another cause that may have come earlier. */
  private boolean isContested(RankEvent first) {
    return evidence
        .events()
        .filter(event -> event.role() == Role.CONTRIBUTING && !event.watchdog())
        .anyMatch(
            event ->
                event.lane() != first.lane()
                    && (first.at() == null
                        || event.at() == null
                        || event.at() - first.at() < CLEAR_LEAD));
  }

  private static Kind kindForOnlyOne(
      RankEvent first, List<RankEvent> telling, List<RankEvent> all) {
    if (telling.stream().anyMatch(event -> event.lane() != first.lane() && event.shared())) {
      return Kind.REASON_ONLY_ITSELF;
    }
    return all.stream().anyMatch(event -> event.lane() != first.lane() && event.watchdog())
        ? Kind.REASON_ONLY_TIMEOUT
        : Kind.REASON_ONLY;
  }

  /**
   * If a node's line names no rank, attributes it to the rank that the next line of the node names.
   */
  private List<RankEvent> withRank(List<RankEvent> causes) {
    RankLane first = evidence.lane(causes.getFirst().lane());
    if (evidence.view.by() != RankView.By.RANK || first.rank() != null) {
      return causes;
    }
    List<RankEvent> named =
        causes.stream().filter(event -> evidence.lane(event.lane()).rank() != null).toList();
    boolean here =
        !named.isEmpty()
            && first.node() != null
            && first.node().equals(evidence.lane(named.getFirst().lane()).node());
    return here ? named : causes;
  }

  /** Whether the earliest line is clearly ahead of the next lane. */
  private static boolean isClearlyAhead(List<RankEvent> causes) {
    RankEvent first = causes.getFirst();
    return causes.stream()
        .filter(event -> event.lane() != first.lane())
        .limit(1)
        .allMatch(
            next ->
                first.at() == null || next.at() == null || next.at() - first.at() >= CLEAR_LEAD);
  }

  /** The minority that differs from the rest in a fact that all ranks must agree on. */
  private Optional<Ranks.First> findOddOne(Finding root, List<RankEvent> causes) {
    if (RankEvidence.countLanes(causes) < 2 || !root.entry().component().equals("nccl")) {
      return Optional.empty();
    }
    return evidence.differences.stream()
        .filter(difference -> Ranks.isBinding(difference.fact()))
        .flatMap(difference -> findMinority(difference, root, causes).stream())
        .findFirst();
  }

  private Optional<Ranks.First> findMinority(
      RankView.Difference of, Finding root, List<RankEvent> causes) {
    int all = of.values().values().stream().mapToInt(Set::size).sum();
    return of.values().entrySet().stream()
        .filter(value -> value.getValue().size() * 2 < all)
        .min(
            Comparator.comparingInt((Map.Entry<String, Set<Integer>> v) -> v.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .map(
            minority -> {
              RankStatement because =
                  RankStatement.of(
                      Kind.REASON_DIFFERS, Ranks.displayName(of.fact()), minority.getKey());
              Set<Integer> lanes = minority.getValue();
              // They differ from the start, so the order of their messages is irrelevant.
              return causes.stream()
                  .filter(event -> lanes.contains(event.lane()))
                  .min(Comparator.comparingInt(RankEvent::lane))
                  .map(event -> evidence.toFirst(event, false, because))
                  .orElseGet(
                      () ->
                          evidence.toQuietFirst(
                              lanes.iterator().next(), root.entry().id(), because));
            });
  }

  /** A node whose ranks are all silent while the others are not. */
  private Optional<Ranks.First> findLostNode(List<RankEvent> causes) {
    Map<String, List<Integer>> nodes = new TreeMap<>();
    for (int lane : evidence.ranked) {
      String node = evidence.lane(lane).node();
      if (node != null) {
        nodes.computeIfAbsent(node, n -> new ArrayList<>()).add(lane);
      }
    }
    List<Map.Entry<String, List<Integer>>> lost =
        nodes.entrySet().stream()
            .filter(node -> evidence.silent.containsAll(node.getValue()))
            .toList();
    if (lost.size() != 1
        || nodes.size() < 2
        || evidence
            .events()
            .anyMatch(e -> lost.getFirst().getKey().equals(evidence.lane(e.lane()).node()))
        || RankEvidence.countLanes(causes.stream().filter(this::hasWriter).toList()) == 1) {
      return Optional.empty();
    }
    List<Integer> lanes = lost.getFirst().getValue();
    RankStatement because = RankStatement.of(Kind.REASON_NODE, lanes.size());
    return Optional.of(evidence.toQuietFirst(lanes.getFirst(), null, because));
  }

  private boolean hasWriter(RankEvent event) {
    RankLane lane = evidence.lane(event.lane());
    return lane.rank() != null || lane.node() != null;
  }

  /**
   * The lane whose own failure is sufficient as an explanation: an exception, a crash, a
   * scheduler's decision.
   */
  private Optional<Ranks.First> findOwnFailure() {
    if (!failures.explainsItself()) {
      return Optional.empty();
    }
    FailureEvent event = failures.event().orElseThrow();
    return failures
        .rank()
        .flatMap(evidence.view::laneOfRank)
        .or(() -> evidence.view.laneOfStream(event.stream()))
        .map(index -> toFirst(index, event));
  }

  private Ranks.First toFirst(int index, FailureEvent event) {
    RankLane of = evidence.lane(index);
    return new Ranks.First(
        index,
        of.rank(),
        of.node(),
        event.line(),
        event.time() == null ? null : evidence.view.timeOf(event.time(), event.stream()),
        null,
        event.text(),
        false,
        0,
        RankStatement.of(Kind.REASON_FAILURE));
  }

  /** Compares the lines if only one of both states a time. */
  private static boolean isBefore(RankEvent event, RankEvent other) {
    return (event.at() == null) == (other.at() == null)
        ? event.compareTo(other) <= 0
        : event.line().line() < other.line().line();
  }

  /** An error without an entry, before all time-outs and in few lanes. */
  private Optional<Ranks.First> findUnknownError() {
    List<RankEvent> errors =
        evidence.events().filter(event -> event.role() == null).sorted().toList();
    Optional<RankEvent> wait = evidence.events().filter(RankEvent::watchdog).sorted().findFirst();
    long lanes = RankEvidence.countLanes(errors);
    if (errors.isEmpty() || wait.isEmpty() || lanes * 2 > evidence.ranked.size()) {
      return Optional.empty();
    }
    RankEvent first = errors.getFirst();
    if (!isBefore(first, wait.get())
        || first.at() == null && evidence.log.evidence().sources().size() > 1 && lanes > 1) {
      return Optional.empty();
    }
    RankEvent last =
        errors.stream()
            .filter(event -> event.lane() == first.lane() && event.compareTo(wait.get()) < 0)
            .reduce((a, b) -> b)
            .orElse(first);
    return Optional.of(evidence.toFirst(last, false, RankStatement.of(Kind.REASON_UNKNOWN)));
  }

  /** The ranks that PyTorch's own analysis names as lagging. */
  private Optional<Ranks.First> findLagging(@Nullable String entry) {
    return evidence
        .readings("log.lagging")
        .flatMap(reading -> lanesNamedIn(reading).map(lane -> toLagging(lane, entry, reading)))
        .findFirst();
  }

  private Stream<Integer> lanesNamedIn(FactReading reading) {
    String named = reading.line().captures().getOrDefault("ranks", "");
    return TextParts.splitAt(named, ',').stream()
        .flatMap(rank -> parseNumber(rank.strip()).stream())
        .flatMap(rank -> evidence.view.laneOfRank(rank).stream());
  }

  private Ranks.First toLagging(int lane, @Nullable String entry, FactReading reading) {
    Object line = new RankStatement.LineNumber(reading.line().line());
    return evidence.toQuietFirst(lane, entry, RankStatement.of(Kind.REASON_LAGGING, line));
  }

  /** A rank that waits in another collective than the rest. */
  private Optional<Ranks.First> findOddTimeout(@Nullable String entry) {
    Map<String, Map<Integer, MatchedLine>> waits = new TreeMap<>();
    Set<Integer> lanes = new HashSet<>();
    evidence
        .readings("log.timeout")
        .map(FactReading::line)
        .forEach(
            line -> {
              int lane = evidence.view.laneOf(line);
              Map<String, String> said = line.captures();
              // Later lines of a rank may be consequences of its first one.
              if (lane >= 0 && lanes.add(lane)) {
                waits
                    .computeIfAbsent(said.get("seq") + " " + said.get("op"), k -> new TreeMap<>())
                    .put(lane, line);
              }
            });
    return waits.entrySet().stream()
        .filter(group -> waits.size() > 1 && group.getValue().size() * 2 < lanes.size())
        .min(
            Comparator.comparingInt(
                    (Map.Entry<String, Map<Integer, MatchedLine>> g) -> g.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .map(group -> toOddTimeout(group, waits, entry));
  }

  private Ranks.First toOddTimeout(
      Map.Entry<String, Map<Integer, MatchedLine>> group,
      Map<String, Map<Integer, MatchedLine>> waits,
      @Nullable String entry) {
    var odd = group.getValue().entrySet().iterator().next();
    MatchedLine line = odd.getValue();
    Long at = evidence.view.timeOf(line);
    long others =
        waits.values().stream()
            .max(Comparator.comparingInt(Map::size))
            .map(most -> sequenceOf(most.values().iterator().next()))
            .orElse(-1L);
    long own = sequenceOf(line);
    // In an earlier collective than most ranks, it is behind; a mismatch needs the same number.
    long behind = own < 0 ? 0 : Math.max(0, others - own);
    return evidence.toFirst(
        new RankEvent(odd.getKey(), at, line, entry, Role.ROOT_CAUSE, true, false),
        false,
        behind,
        behind == 0
            ? RankStatement.of(Kind.REASON_COLLECTIVE, group.getKey())
            : RankStatement.of(
                Kind.REASON_STRAGGLER, new RankStatement.Count(behind), group.getKey(), others));
  }

  private static long sequenceOf(MatchedLine line) {
    return line.numberOf("seq");
  }

  /** The lane that enqueued the fewest collectives. */
  private Optional<Ranks.First> findFewest(@Nullable String entry) {
    return evidence.behind.stream()
        .min(Comparator.comparingLong(evidence::lastEnqueued))
        .map(
            lane -> {
              long missed = evidence.countMissed(lane);
              return evidence.toQuietFirst(
                  lane,
                  entry,
                  missed,
                  RankStatement.of(
                      Kind.REASON_FEWEST,
                      evidence.lastEnqueued(lane),
                      new RankStatement.Count(missed)));
            });
  }

  /** The only lane that is silent, or the only rank without a line. */
  private Optional<Ranks.First> findQuietOne() {
    if (evidence.ranked.stream().noneMatch(evidence::hasEvents)
        || evidence.silent.size() + evidence.absent.size() != 1) {
      return Optional.empty();
    }
    RankStatement silent = RankStatement.of(Kind.REASON_ONLY_SILENT);
    RankStatement absent = RankStatement.of(Kind.REASON_ONLY_ABSENT);
    return evidence.silent.stream()
        .findFirst()
        .map(lane -> evidence.toQuietFirst(lane, null, silent))
        .or(
            () ->
                Optional.of(
                    new Ranks.First(
                        -1,
                        evidence.absent.getFirst(),
                        null,
                        0,
                        null,
                        null,
                        "",
                        false,
                        0,
                        absent)));
  }

  private static Optional<Integer> parseNumber(String text) {
    try {
      return Optional.of(Integer.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }
}
