package dev.faultbook.diagnosis;

import dev.faultbook.language.LocalizedText;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which lane failed first where no line of a cause says so: by what the others say of it, and by
 * what it does not say itself.
 */
final class FirstWithoutCause {
  private final RankEvidence evidence;

  FirstWithoutCause(RankEvidence evidence) {
    this.evidence = evidence;
  }

  /** A node of which all ranks are silent while the others are not. */
  Optional<Ranks.First> lostNode(List<RankEvent> causes) {
    Map<String, List<Integer>> nodes = new TreeMap<>();
    for (int lane : evidence.events().ranked()) {
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
    List<Integer> lanes = nodes.get(lost.getFirst());
    boolean told =
        evidence
            .events()
            .all()
            .anyMatch(e -> lost.getFirst().equals(evidence.view().lanes().get(e.lane()).node()));
    long complaining = causes.stream().map(RankEvent::lane).distinct().count();
    if (told || !causes.isEmpty() && complaining < 2) {
      return Optional.empty();
    }
    LocalizedText because =
        new LocalizedText(
            "All "
                + lanes.size()
                + " of its ranks fell silent without a word, while every other node tells of the"
                + " failure: the node went away.",
            "该节点上的 " + lanes.size() + " 个 rank 都突然停止了输出，而其他节点都报告了故障：这个节点失联了。");
    return Optional.of(evidence.quietLane(lanes.getFirst(), null, false, because));
  }

  /** An error that no page knows, before all time-outs and in few lanes. */
  Optional<Ranks.First> unknownError() {
    List<RankEvent> errors =
        evidence
            .events()
            .all()
            .filter(event -> event.role() == null)
            .sorted(RankEvents::inTime)
            .toList();
    Set<Integer> lanes = errors.stream().map(RankEvent::lane).collect(Collectors.toSet());
    List<RankEvent> waits =
        evidence.events().all().filter(RankEvent::watchdog).sorted(RankEvents::inTime).toList();
    if (errors.isEmpty()
        || waits.isEmpty()
        || lanes.size() * 2 > evidence.events().ranked().size()) {
      return Optional.empty();
    }
    RankEvent first = errors.getFirst();
    if (RankEvents.inTime(first, waits.getFirst()) > 0
        || first.at() == null && evidence.log().sources().size() > 1 && lanes.size() > 1) {
      return Optional.empty();
    }
    RankEvent last =
        errors.stream()
            .filter(event -> event.lane() == first.lane())
            .filter(event -> RankEvents.inTime(event, waits.getFirst()) < 0)
            .reduce((a, b) -> b)
            .orElse(first);
    return Optional.of(
        evidence.at(
            last,
            false,
            new LocalizedText(
                "Its error comes before every time-out of the others; no page here knows it.",
                "它的错误早于其他 rank 的所有超时；本知识库没有与之对应的页面。")));
  }

  /** PyTorch's own analysis names them. */
  Optional<Ranks.First> lagging(String entry) {
    for (FactReading reading : evidence.log().facts()) {
      if (reading.fact().equals("log.lagging")) {
        String named = reading.line().captures().getOrDefault("ranks", "");
        for (String rank : named.split(",", -1)) {
          Optional<Integer> lane = number(rank.strip()).flatMap(evidence.view()::laneOfRank);
          if (lane.isPresent()) {
            return Optional.of(
                evidence.quietLane(
                    lane.get(),
                    entry,
                    false,
                    new LocalizedText(
                        "PyTorch's analysis of the time-out names it as lagging (line "
                            + reading.line().line()
                            + ").",
                        "PyTorch 对超时的分析指出它落后（第 " + reading.line().line() + " 行）。")));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** A rank that waits in another collective than the rest. */
  Optional<Ranks.First> oddTimeout(String entry) {
    Map<String, Map<Integer, MatchedLine>> waits = new TreeMap<>();
    Set<Integer> lanes = new HashSet<>();
    for (FactReading reading : evidence.log().facts()) {
      if (reading.fact().equals("log.timeout")) {
        int lane = evidence.view().lane(reading.line());
        Map<String, String> said = reading.line().captures();
        // What a rank says later may follow from what it said first.
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
                      evidence.view().at(line),
                      line,
                      entry,
                      Role.ROOT_CAUSE,
                      true,
                      false);
              return evidence.at(
                  event,
                  false,
                  new LocalizedText(
                      "It waits in collective " + group.getKey() + ", the others in another one.",
                      "它等待的集合通信是 " + group.getKey() + "，其他 rank 等待的是另一个。"));
            });
  }

  /** The lane that enqueued fewest collectives. */
  Optional<Ranks.First> fewest(String entry) {
    return evidence.quiet().behind().stream()
        .min(
            Comparator.comparing((Integer lane) -> evidence.view().lanes().get(lane).lastEnqueued())
                .thenComparing(lane -> lane))
        .map(
            lane ->
                evidence.quietLane(
                    lane,
                    entry,
                    false,
                    new LocalizedText(
                        "It enqueued "
                            + evidence.view().lanes().get(lane).lastEnqueued()
                            + " collectives, the others more: they wait for it.",
                        "它只提交到第 "
                            + evidence.view().lanes().get(lane).lastEnqueued()
                            + " 个集合通信，其他 rank 更多：它们都在等它。")));
  }

  /** The one lane that is silent, or the one rank that has no line. */
  Optional<Ranks.First> quietOne() {
    long telling = evidence.events().ranked().stream().filter(evidence.events()::tells).count();
    if (telling == 0) {
      return Optional.empty();
    }
    if (evidence.quiet().silent().size() == 1 && evidence.quiet().absent().isEmpty()) {
      return Optional.of(
          evidence.quietLane(
              evidence.quiet().silent().iterator().next(),
              null,
              false,
              new LocalizedText(
                  "It is the only one that says nothing of the failure: its log just ends.",
                  "只有它没有报告任何故障：它的日志到此中断。")));
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
              new LocalizedText(
                  "It is the only rank without a single line.", "只有这个 rank 一行日志都没有。")));
    }
    return Optional.empty();
  }

  private static Optional<Integer> number(String text) {
    try {
      return Optional.of(Integer.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }
}
