package dev.faultbook.diagnosis;

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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    for (int lane : evidence.events().rankedLanes()) {
      String node = evidence.view().lanes().get(lane).node();
      if (node != null) {
        nodes.computeIfAbsent(node, n -> new ArrayList<>()).add(lane);
      }
    }
    List<String> lost =
        nodes.entrySet().stream()
            .filter(node -> evidence.quiet().silent().containsAll(node.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (lost.size() != 1 || nodes.size() < 2) {
      return Optional.empty();
    }
    List<Integer> lanes = Objects.requireNonNull(nodes.get(lost.getFirst()));
    boolean told =
        evidence
            .events()
            .allEvents()
            .anyMatch(e -> lost.getFirst().equals(evidence.view().lanes().get(e.lane()).node()));
    long complaining = causes.stream().map(RankEvent::lane).distinct().count();
    if (told || !causes.isEmpty() && complaining < 2) {
      return Optional.empty();
    }
    RankReason because = RankReason.of(RankReason.Kind.NODE, lanes.size());
    return Optional.of(evidence.toQuietFirst(lanes.getFirst(), null, false, because));
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
    Optional<Integer> lane =
        failures
            .rank()
            .flatMap(evidence.view()::laneOfRank)
            .or(() -> evidence.view().laneOfStream(event.stream()));
    return lane.map(
        index -> {
          RankLane of = evidence.view().lanes().get(index);
          Long at =
              event.time() == null ? null : evidence.view().timeOf(event.time(), event.stream());
          return new Ranks.First(
              index,
              of.rank(),
              of.node(),
              event.line(),
              at,
              null,
              event.text(),
              false,
              RankReason.of(RankReason.Kind.FAILURE));
        });
  }

  /** An error without an entry, before all time-outs and in few lanes. */
  Optional<Ranks.First> findUnknownError() {
    List<RankEvent> errors =
        evidence
            .events()
            .allEvents()
            .filter(event -> event.role() == null)
            .sorted(RankEvents::compareInTime)
            .toList();
    Set<Integer> lanes = errors.stream().map(RankEvent::lane).collect(Collectors.toSet());
    List<RankEvent> waits =
        evidence
            .events()
            .allEvents()
            .filter(RankEvent::watchdog)
            .sorted(RankEvents::compareInTime)
            .toList();
    if (errors.isEmpty()
        || waits.isEmpty()
        || lanes.size() * 2 > evidence.events().rankedLanes().size()) {
      return Optional.empty();
    }
    RankEvent first = errors.getFirst();
    if (RankEvents.compareInTime(first, waits.getFirst()) > 0
        || first.at() == null && evidence.log().sources().size() > 1 && lanes.size() > 1) {
      return Optional.empty();
    }
    RankEvent last =
        errors.stream()
            .filter(event -> event.lane() == first.lane())
            .filter(event -> RankEvents.compareInTime(event, waits.getFirst()) < 0)
            .reduce((a, b) -> b)
            .orElse(first);
    return Optional.of(evidence.toFirst(last, false, RankReason.of(RankReason.Kind.UNKNOWN)));
  }

  /** The ranks that PyTorch's own analysis names as lagging. */
  Optional<Ranks.First> findLagging(@Nullable String entry) {
    for (FactReading reading : evidence.log().facts()) {
      if (reading.fact().equals("log.lagging")) {
        String named = reading.line().captures().getOrDefault("ranks", "");
        for (String rank : TextParts.splitAt(named, ',')) {
          Optional<Integer> lane = parseNumber(rank.strip()).flatMap(evidence.view()::laneOfRank);
          if (lane.isPresent()) {
            return Optional.of(
                evidence.toQuietFirst(
                    lane.get(),
                    entry,
                    false,
                    RankReason.of(
                        RankReason.Kind.LAGGING,
                        new RankReason.LineNumber(reading.line().line()))));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** A rank that waits in another collective than the rest. */
  Optional<Ranks.First> findOddTimeout(@Nullable String entry) {
    Map<String, Map<Integer, MatchedLine>> waits = new TreeMap<>();
    Set<Integer> lanes = new HashSet<>();
    for (FactReading reading : evidence.log().facts()) {
      if (reading.fact().equals("log.timeout")) {
        int lane = evidence.view().laneOf(reading.line());
        Map<String, String> said = reading.line().captures();
        // Later lines of a rank may be consequences of its first one.
        if (lane >= 0 && lanes.add(lane)) {
          waits
              .computeIfAbsent(said.get("seq") + " " + said.get("op"), k -> new TreeMap<>())
              .put(lane, reading.line());
        }
      }
    }
    return waits.entrySet().stream()
        .filter(group -> waits.size() > 1 && group.getValue().size() * 2 < lanes.size())
        .min(
            Comparator.comparingInt(
                    (Map.Entry<String, Map<Integer, MatchedLine>> g) -> g.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .map(
            group -> {
              var odd = group.getValue().entrySet().iterator().next();
              MatchedLine line = odd.getValue();
              RankEvent event =
                  new RankEvent(
                      odd.getKey(),
                      evidence.view().timeOf(line),
                      line,
                      entry,
                      Role.ROOT_CAUSE,
                      true,
                      false);
              return evidence.toFirst(
                  event, false, RankReason.of(RankReason.Kind.COLLECTIVE, group.getKey()));
            });
  }

  /** The lane that enqueued the fewest collectives. */
  Optional<Ranks.First> findFewest(@Nullable String entry) {
    return evidence.quiet().behind().stream()
        .min(
            Comparator.comparing((Integer lane) -> evidence.view().lanes().get(lane).lastEnqueued())
                .thenComparing(lane -> lane))
        .map(
            lane ->
                evidence.toQuietFirst(
                    lane,
                    entry,
                    false,
                    RankReason.of(
                        RankReason.Kind.FEWEST,
                        Objects.requireNonNull(evidence.view().lanes().get(lane).lastEnqueued()))));
  }

  /** The only lane that is silent, or the only rank without a line. */
  Optional<Ranks.First> findQuietOne() {
    long telling =
        evidence.events().rankedLanes().stream().filter(evidence.events()::hasEvents).count();
    if (telling == 0) {
      return Optional.empty();
    }
    if (evidence.quiet().silent().size() == 1 && evidence.quiet().absent().isEmpty()) {
      return Optional.of(
          evidence.toQuietFirst(
              evidence.quiet().silent().iterator().next(),
              null,
              false,
              RankReason.of(RankReason.Kind.ONLY_SILENT)));
    }
    if (evidence.quiet().absent().size() == 1 && evidence.quiet().silent().isEmpty()) {
      return Optional.of(
          new Ranks.First(
              -1,
              evidence.quiet().absent().getFirst(),
              null,
              0,
              null,
              null,
              "",
              false,
              RankReason.of(RankReason.Kind.ONLY_ABSENT)));
    }
    return Optional.empty();
  }

  private static Optional<Integer> parseNumber(String text) {
    try {
      return Optional.of(Integer.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }
}
