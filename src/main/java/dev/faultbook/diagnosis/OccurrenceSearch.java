package dev.faultbook.diagnosis;

import dev.faultbook.failure.FailureEvent;
import dev.faultbook.hang.Hang;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settles on the one event of which an answer speaks. If the lead is a cause, that is the earliest
 * of its lines in the lane that failed first; otherwise the failure that no other explains.
 */
final class OccurrenceSearch {
  private final FailureAnalysis failures;
  private final @Nullable RankEvidence ranks;
  private final Ranks.@Nullable First first;
  private final Optional<Hang.Peer> awaited;

  /**
   * @param ranks the lanes of a log of many ranks; null if it has one
   * @param hang whom a hang awaits, which decides if the first finding is about it
   */
  OccurrenceSearch(
      FailureAnalysis failures,
      @Nullable RankEvidence ranks,
      List<Finding> findings,
      Optional<Hang> hang) {
    this.failures = failures;
    this.ranks = ranks;
    this.awaited =
        HangFinding.leads(hang, findings)
            ? hang.map(of -> of.awaited().getFirst()).filter(of -> of.rank() != null)
            : Optional.empty();
    this.first =
        ranks == null
            ? null
            : awaited
                .map(of -> toFirst(of, ranks, findings.getFirst()))
                .orElseGet(() -> new FirstLane(ranks, failures).findFirst(findings));
  }

  /** The awaited rank; of one that left nothing, line 0. */
  private static Ranks.First toFirst(Hang.Peer of, RankEvidence ranks, Finding lead) {
    int rank = Objects.requireNonNull(of.rank());
    int lane = ranks.view.laneOfRank(rank).orElse(-1);
    MatchedLine line = lead.evidence().getFirst().line();
    return new Ranks.First(
        lane,
        rank,
        of.node(),
        lane < 0 ? 0 : line.line(),
        null,
        lead.entry().id(),
        lane < 0 ? "" : line.text().strip(),
        lane >= 0,
        0,
        RankStatement.of(RankStatement.Kind.REASON_HANG));
  }

  /**
   * Tells the failure analysis and the first finding which event the answer speaks of.
   *
   * @param findings in order; the first one is replaced
   * @return the first failure of the lanes, of the same event; null if nothing shows it
   */
  Ranks.@Nullable First settle(List<Finding> findings, List<Suspect> suspects) {
    Optional<Finding> lead =
        findings.stream().findFirst().filter(finding -> finding.role().isFailure());
    Optional<Finding.Evidence> proof =
        lead.filter(finding -> finding.role() == Role.ROOT_CAUSE || !failures.hasFailed())
            .flatMap(finding -> chooseProof(finding, suspects));
    Optional<MatchedLine> line = proof.map(Finding.Evidence::line);
    Optional<Occurrence> occurrence =
        line.map(this::ofCause)
            .or(() -> failures.event().filter(e -> failures.hasFailed()).map(this::ofFailure));
    failures.settle(occurrence);
    lead.flatMap(finding -> proof.or(() -> findEvidence(finding, occurrence)))
        .ifPresent(of -> findings.set(0, prove(findings.getFirst(), of, suspects)));
    return occurrence.isEmpty() ? first : align(occurrence.get(), line);
  }

  private static Optional<Finding.Evidence> findEvidence(
      Finding finding, Optional<Occurrence> occurrence) {
    return occurrence.flatMap(
        of ->
            finding.evidence().stream().filter(one -> one.line().line() == of.line()).findFirst());
  }

  private static Finding prove(Finding lead, Finding.Evidence proof, List<Suspect> suspects) {
    long line = proof.line().line();
    return lead.provenBy(proof, find(suspects, lead).mergeCaptures(line));
  }

  private static Suspect find(List<Suspect> suspects, Finding finding) {
    return suspects.stream()
        .filter(suspect -> suspect.id().equals(finding.entry().id()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The line that shows the earliest event of a cause. A cause that only follows from facts shows
   * in what it explains.
   */
  private Optional<Finding.Evidence> chooseProof(Finding lead, List<Suspect> suspects) {
    Suspect cause = find(suspects, lead);
    List<Finding.Evidence> all =
        suspects.stream()
            .filter(
                suspect ->
                    suspect == cause && !cause.followsFromFacts()
                        || cause.followsFromFacts() && lead.explains().contains(suspect.id()))
            .flatMap(suspect -> suspect.collectEvidence(Integer.MAX_VALUE).stream())
            .toList();
    List<MatchedLine> lines =
        Suspect.failureLines(all.stream().map(Finding.Evidence::line).toList()).toList();
    return chooseLine(lines, lead.telling())
        .flatMap(line -> all.stream().filter(of -> of.line().line() == line.line()).findFirst());
  }

  private Optional<MatchedLine> chooseLine(List<MatchedLine> lines, Optional<MatchedLine> telling) {
    List<MatchedLine> own = lines.stream().filter(this::isOfFirst).toList();
    List<MatchedLine> pool = own.isEmpty() ? lines : own;
    Optional<MatchedLine> earliest =
        pool.stream().filter(line -> first != null && line.line() == first.line()).findFirst();
    Optional<MatchedLine> failing = failures.event().flatMap(event -> findCovered(pool, event));
    boolean separate = earliest.filter(line -> !failures.coversLine(line)).isPresent();
    return (separate && namesWriter() ? earliest : failing)
        .or(() -> earliest)
        .or(() -> telling.filter(line -> contains(pool, line)))
        .or(() -> pool.stream().findFirst());
  }

  private static boolean contains(List<MatchedLine> lines, MatchedLine line) {
    return lines.stream().anyMatch(other -> other.line() == line.line());
  }

  /** The line of a failure, or else another line that belongs to it. */
  private static Optional<MatchedLine> findCovered(List<MatchedLine> lines, FailureEvent event) {
    return lines.stream()
        .filter(line -> line.line() == event.line())
        .findFirst()
        .or(
            () ->
                lines.stream()
                    .filter(line -> FailureAnalysis.coversLine(event, line.line()))
                    .findFirst());
  }

  /** Whether the lane that failed first is a rank, or the lanes are nodes or files. */
  private boolean namesWriter() {
    return first != null
        && ranks != null
        && (first.rank() != null || ranks.view.by() != RankView.By.RANK);
  }

  private boolean isOfFirst(MatchedLine line) {
    return namesWriter() && first != null && laneOf(line) == first.lane();
  }

  private int laneOf(MatchedLine line) {
    return ranks == null ? -1 : ranks.laneOf(line);
  }

  private Occurrence ofCause(MatchedLine proof) {
    Optional<FailureEvent> event = failures.eventAround(proof);
    LogTime time = proof.place() == null ? proof.time() : proof.place().time();
    return new Occurrence(
        proof.line(),
        event
            .filter(of -> of.line() == proof.line())
            .map(FailureEvent::text)
            .orElseGet(() -> proof.text().strip()),
        time,
        awaited
            .map(Hang.Peer::rank)
            .or(this::rankOfFirst)
            .or(() -> rankOfLane(laneOf(proof)))
            .or(() -> Optional.ofNullable(proof.rank()))
            .or(() -> quietRankAt(proof))
            .or(() -> event.or(this::ownFailure).flatMap(failures::rankOfFailed))
            .orElse(null),
        nodeOfFirst()
            .or(() -> Optional.ofNullable(proof.node()))
            .or(() -> Optional.ofNullable(proof.place()).flatMap(p -> failures.nodeOf(p.origin())))
            .or(() -> failures.event().flatMap(open -> failures.nodeOf(open.stream())))
            .orElse(null),
        event.orElse(null));
  }

  /** The failure that no other explains, unless it is a time-out: that one waited for another. */
  private Optional<FailureEvent> ownFailure() {
    return failures
        .event()
        .filter(event -> ranks == null || !ranks.timeouts.contains(event.line()));
  }

  /**
   * The only rank that became silent on the host whose tools or kernel show the cause, while ranks
   * elsewhere wait.
   */
  private Optional<Integer> quietRankAt(MatchedLine proof) {
    RankEvidence all = ranks;
    int lane = laneOf(proof);
    String node = all == null || lane < 0 ? null : all.lane(lane).node();
    if (all == null || node == null) {
      return Optional.empty();
    }
    List<Integer> quiet =
        all.silent.stream()
            .filter(of -> node.equals(all.lane(of).node()))
            .flatMap(of -> Stream.ofNullable(all.lane(of).rank()))
            .toList();
    return quiet.size() == 1 ? Optional.of(quiet.getFirst()) : Optional.empty();
  }

  /** The failure that no other explains, of the rank that failed first if it shows the same. */
  private Occurrence ofFailure(FailureEvent open) {
    FailureEvent event =
        rankOfFirst().stream()
            .flatMap(
                rank ->
                    failures.alike().stream()
                        .filter(other -> failures.rankOf(other).equals(Optional.of(rank))))
            .findFirst()
            .orElse(open);
    return new Occurrence(
        event.line(),
        event.text(),
        event.time(),
        rankOfFirst().or(() -> failures.rankOfFailed(event)).orElse(null),
        nodeOfFirst().or(() -> failures.nodeOf(event.stream())).orElse(null),
        event);
  }

  private Optional<Integer> rankOfFirst() {
    return Stream.ofNullable(first).map(Ranks.First::rank).flatMap(Stream::ofNullable).findFirst();
  }

  private Optional<String> nodeOfFirst() {
    return Stream.ofNullable(first).map(Ranks.First::node).flatMap(Stream::ofNullable).findFirst();
  }

  private Optional<Integer> rankOfLane(int lane) {
    return ranks == null || lane < 0
        ? Optional.empty()
        : Optional.ofNullable(ranks.lane(lane).rank());
  }

  /**
   * The first failure of the lanes as the answer tells it: with the same line, and with its rank
   * where the lane has none.
   *
   * @param proof the line of the lead, if it is a cause
   */
  private Ranks.@Nullable First align(Occurrence occurrence, Optional<MatchedLine> proof) {
    RankEvidence all = ranks;
    if (first == null || all == null || first.lane() < 0) {
      return first;
    }
    Optional<FailureEvent> event = Optional.ofNullable(occurrence.event());
    int lane =
        proof.map(this::laneOf).or(() -> event.flatMap(of -> laneOf(of, all.view))).orElse(-1);
    Long at =
        proof
            .map(all.view::timeOf)
            .or(() -> event.flatMap(of -> timeOf(of, all.view)))
            .orElse(null);
    Integer rank = occurrence.rank();
    if (first.rank() == null && rank != null && all.view.by() == RankView.By.RANK) {
      int own = all.view.laneOfRank(rank).orElse(lane);
      if (own < 0 || all.timeouts.contains(occurrence.line())) {
        return null;
      }
      all.moveEvents(first, own);
      return first.moveTo(own, occurrence, at);
    }
    return lane == first.lane() ? first.moveTo(lane, occurrence, at) : first;
  }

  private Optional<Integer> laneOf(FailureEvent event, RankView view) {
    return failures
        .rankOf(event)
        .flatMap(view::laneOfRank)
        .or(() -> view.laneOfStream(event.stream()));
  }

  private static Optional<Long> timeOf(FailureEvent event, RankView view) {
    return Optional.ofNullable(event.time())
        .flatMap(time -> Optional.ofNullable(view.timeOf(time, event.stream())));
  }
}
