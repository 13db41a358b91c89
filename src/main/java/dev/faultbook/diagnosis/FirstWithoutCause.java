package dev.faultbook.diagnosis;

import dev.faultbook.diagnosis.RankStatement.Kind;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.log.TextParts;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankLane;
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
 * Determines which lane failed first if no line shows a cause: from what other lanes report about
 * it, and from what it does not report itself.
 */
final class FirstWithoutCause {
  private final RankEvidence evidence;

  FirstWithoutCause(RankEvidence evidence) {
    this.evidence = evidence;
  }

  /** A node whose ranks are all silent while the others are not. */
  Optional<Ranks.First> findLostNode(List<RankEvent> causes) {
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
        || RankEvidence.countLanes(causes) == 1) {
      return Optional.empty();
    }
    List<Integer> lanes = lost.getFirst().getValue();
    RankStatement because = RankStatement.of(Kind.REASON_NODE, lanes.size());
    return Optional.of(evidence.toQuietFirst(lanes.getFirst(), null, because));
  }

  /**
   * The lane whose own failure is sufficient as an explanation: an exception, a crash, a
   * scheduler's decision.
   */
  Optional<Ranks.First> findOwnFailure(FailureAnalysis failures) {
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
        RankStatement.of(Kind.REASON_FAILURE));
  }

  /** An error without an entry, before all time-outs and in few lanes. */
  Optional<Ranks.First> findUnknownError() {
    List<RankEvent> errors =
        evidence.events().filter(event -> event.role() == null).sorted().toList();
    Optional<RankEvent> wait = evidence.events().filter(RankEvent::watchdog).sorted().findFirst();
    long lanes = RankEvidence.countLanes(errors);
    if (errors.isEmpty() || wait.isEmpty() || lanes * 2 > evidence.ranked.size()) {
      return Optional.empty();
    }
    RankEvent first = errors.getFirst();
    if (first.compareTo(wait.get()) > 0
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
  Optional<Ranks.First> findLagging(@Nullable String entry) {
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
  Optional<Ranks.First> findOddTimeout(@Nullable String entry) {
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
        .map(group -> toOddTimeout(group.getKey(), group.getValue(), entry));
  }

  private Ranks.First toOddTimeout(
      String collective, Map<Integer, MatchedLine> waits, @Nullable String entry) {
    var odd = waits.entrySet().iterator().next();
    MatchedLine line = odd.getValue();
    Long at = evidence.view.timeOf(line);
    return evidence.toFirst(
        new RankEvent(odd.getKey(), at, line, entry, Role.ROOT_CAUSE, true, false),
        false,
        RankStatement.of(Kind.REASON_COLLECTIVE, collective));
  }

  /** The lane that enqueued the fewest collectives. */
  Optional<Ranks.First> findFewest(@Nullable String entry) {
    return evidence.behind.stream()
        .min(Comparator.comparingLong(evidence::lastEnqueued))
        .map(
            lane ->
                evidence.toQuietFirst(
                    lane,
                    entry,
                    RankStatement.of(Kind.REASON_FEWEST, evidence.lastEnqueued(lane))));
  }

  /** The only lane that is silent, or the only rank without a line. */
  Optional<Ranks.First> findQuietOne() {
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
                        -1, evidence.absent.getFirst(), null, 0, null, null, "", false, absent)));
  }

  private static Optional<Integer> parseNumber(String text) {
    try {
      return Optional.of(Integer.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }
}
