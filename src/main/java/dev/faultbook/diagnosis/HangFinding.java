package dev.faultbook.diagnosis;

import dev.faultbook.hang.Frame;
import dev.faultbook.hang.Hang;
import dev.faultbook.stream.LogStream;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankLane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The entry about what stacks and records show of a hang. */
final class HangFinding {
  private static final String ABSENT = "rank-awaited";
  private static final String DIFFERENT = "nccl-collective-desync";

  private HangFinding() {}

  /** The suspect; empty if it is not known who is awaited, or if lines show the same. */
  static Optional<Suspect> of(Hang hang, Knowledge knowledge, List<Suspect> suspects) {
    boolean different =
        hang.finding() == Hang.Finding.MISMATCH || hang.finding() == Hang.Finding.CYCLE;
    String id = different ? DIFFERENT : ABSENT;
    if (!hang.isDecided() || suspects.stream().anyMatch(s -> s.id().equals(id) && !s.weak)) {
      return Optional.empty();
    }
    suspects.removeIf(suspect -> suspect.id().equals(id));
    List<Finding.Evidence> lines =
        hang.evidence().stream()
            .limit(hang.awaited().size())
            .map(frame -> new Finding.Evidence(toLine(frame, hang), frame.at().function()))
            .toList();
    return knowledge
        .findEntry(id)
        .filter(entry -> !lines.isEmpty())
        .map(
            entry ->
                new Suspect(
                    entry, List.of(), lines, lines.size(), Optional.empty(), Optional.empty()));
  }

  /**
   * Whom the lines of logs show to be awaited, where stacks and records do not tell: the rank that
   * is quiet or behind while the watchdogs of most others gave up.
   */
  static Optional<Hang> withLines(Optional<Hang> hang, @Nullable Ranks ranks) {
    Ranks.First first = ranks == null ? null : ranks.first();
    if (ranks == null || first == null || first.rank() == null || first.lane() < 0) {
      return hang;
    }
    List<Hang.Peer> waiting = new ArrayList<>();
    String operation = "";
    for (int lane = 0; lane < ranks.states().size(); lane++) {
      RankLane of = ranks.view().lanes().get(lane);
      Optional<RankEvent> gaveUp =
          ranks.states().get(lane).events().stream().filter(RankEvent::watchdog).findFirst();
      if (gaveUp.isPresent() && lane != first.lane()) {
        waiting.add(new Hang.Peer(of.rank(), of.node(), ""));
        operation = gaveUp.get().line().captures().getOrDefault("op", operation);
      }
    }
    String op = operation;
    RankLane own = ranks.view().lanes().get(first.lane());
    LogStream.Extent end = own.extent();
    boolean most = waiting.size() * 2 > ranks.view().lanes().size();
    Frame last = Frame.ofLine(0, end.lastLine(), end.lastText());
    Hang.Peer peer = new Hang.Peer(own.rank(), own.node(), "");
    return hang.map(of -> of.isOpen() && most ? of.awaiting(peer, waiting, op, last) : of);
  }

  /** Whether the first finding is about the hang. */
  static boolean leads(Optional<Hang> hang, List<Finding> findings) {
    Set<Long> lines =
        hang.stream()
            .filter(Hang::isDecided)
            .flatMap(of -> of.evidence().stream())
            .map(Frame::line)
            .collect(Collectors.toSet());
    return !findings.isEmpty()
        && findings.getFirst().evidence().stream().allMatch(e -> lines.contains(e.line().line()));
  }

  /** The ranks that are awaited; none if the first finding is not about the hang. */
  static Set<Integer> awaitedRanks(Optional<Hang> hang, List<Finding> findings) {
    return hang.filter(of -> leads(hang, findings)).stream()
        .flatMap(of -> of.awaited().stream())
        .map(Hang.Peer::rank)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The ranks that wait; none if the first finding is not about the hang. */
  static Set<Integer> waitingRanks(Optional<Hang> hang, List<Finding> findings) {
    return hang.filter(of -> leads(hang, findings)).stream()
        .flatMap(of -> of.waiting().stream())
        .flatMap(group -> group.processes().stream())
        .map(Hang.Peer::rank)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private static MatchedLine toLine(Frame frame, Hang hang) {
    @Nullable Integer rank = hang.awaited().getFirst().rank();
    return new MatchedLine(
        frame.line(),
        0,
        frame.text(),
        List.of(new MatchedLine.Span(0, frame.text().length())),
        Map.of(),
        0,
        new MatchedLine.Utterance(
            rank,
            hang.awaited().getFirst().node(),
            null,
            new MatchedLine.Place(frame.stream(), null, frame.stream())));
  }
}
